;;; eglot.el --- Emacs's client: a mistake, its diagnostic, hover, completion, rename and formatting  -*- lexical-binding: t -*-

;; WAYPOST_SERVER=dist/bin/waypost.js emacs --batch -l test/editors/eglot.el config/routes
;;
;; Prints a line `ok …' or `not ok …' for each thing asked.

(package-initialize)
(require 'eglot)

;; What a user has in the init file.
(define-derived-mode routes-mode prog-mode "Routes"
  (setq-local comment-start "# "))
(add-to-list 'auto-mode-alist '("\\(?:/routes\\|\\.routes\\)\\'" . routes-mode))
(add-to-list 'eglot-server-programs `(routes-mode "node" ,(getenv "WAYPOST_SERVER") "lsp"))

(defvar failed nil)

(defun say (what seen &optional detail)
  (unless seen (setq failed t))
  (princ (format "%s %s%s\n" (if seen "ok" "not ok") what (if seen "" (format ": %S" detail)))))

(defun wait-for (test)
  "Wait until TEST gives something, at most fifteen seconds."
  (let ((end (+ (float-time) 15)) found)
    (while (and (not (setq found (funcall test))) (< (float-time) end))
      (accept-process-output nil 0.05))
    found))

(defun at (line text)
  "Go to TEXT on LINE."
  (goto-char (point-min))
  (forward-line (1- line))
  (search-forward text (line-end-position))
  (goto-char (match-beginning 0)))

(defun errors ()
  (flymake-start)
  (seq-filter (lambda (each) (eq (flymake-diagnostic-type each) 'eglot-error)) (flymake-diagnostics)))

(setq eglot-sync-connect 20
      eglot-confirm-server-initiated-edits nil
      eglot-autoreconnect nil
      make-backup-files nil
      create-lockfiles nil)

(find-file (pop command-line-args-left))
;; a batch Emacs shows no buffer of itself, and flymake attends to what is shown
(switch-to-buffer (current-buffer))
(let ((project-find-functions (list (lambda (_) (cons 'transient default-directory)))))
  (apply #'eglot--connect (let ((contact (eglot--guess-contact))) contact)))

(let ((found (wait-for #'errors)))
  (say "diagnostic" (and found (string-match-p "did you mean 'resources'" (flymake-diagnostic-text (car found)))) found))

(at 4 "resurces")
(delete-region (point) (+ (point) 8))
(insert "resources")
(eglot--signal-textDocument/didChange)
(say "no diagnostic once it is put right" (wait-for (lambda () (null (errors)))) (flymake-diagnostics))

(at 4 "resources")
(let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (say "hover" (string-match-p "/posts/:id/edit" (format "%S" hover)) hover))

(at 5 "index")
(forward-char 5)
(insert " ")
(eglot--signal-textDocument/didChange)
(let* ((capf (eglot-completion-at-point))
       (words (and capf (all-completions "" (nth 2 capf)))))
  (say "completion" (member "destroy" (mapcar #'substring-no-properties words)) words))
(delete-char -1)
(eglot--signal-textDocument/didChange)

(at 3 "votable")
(eglot-rename "likeable")
(say "rename" (= 2 (how-many "'likeable'" (point-min) (point-max))) (buffer-string))

(eglot-format-buffer)
(say "formatting" (progn (goto-char (point-min)) (search-forward "  get '/about', to => 'pages#about'" nil t)) (buffer-string))

(at 2 "home'")
(let ((places (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (say "definition" (string-match-p "controllers/pages.ts" (format "%S" places)) places))

(set-buffer-modified-p nil)
(eglot-shutdown (eglot--current-server-or-lose))
(kill-emacs (if failed 1 0))
