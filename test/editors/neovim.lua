-- Neovim's own client, from 0.7 on: a file with a mistake, the diagnostic, hover, completion, rename and formatting.
--
--   WAYPOST_SERVER=dist/bin/waypost.js nvim --headless --clean -u test/editors/neovim.lua config/routes
--
-- Prints a line `ok …` or `not ok …` for each thing asked.

local file = vim.fn.argv(0)
local root = vim.fn.fnamemodify(file, ':p:h:h')
local timeout = 15000
local failed = false

local function say(what, isSeen, detail)
  failed = failed or not isSeen
  io.stdout:write((isSeen and 'ok ' or 'not ok ') .. what .. (isSeen and '' or ': ' .. vim.inspect(detail)) .. '\n')
end

vim.opt.swapfile = false
vim.defer_fn(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = 'routes'
  local client = vim.lsp.start_client({ name = 'waypost', cmd = { 'node', vim.env.WAYPOST_SERVER, 'lsp' }, root_dir = root })
  vim.lsp.buf_attach_client(buffer, client)

  local function ask(method, position, more)
    local params = vim.tbl_extend('force', { textDocument = vim.lsp.util.make_text_document_params(buffer), position = position }, more or {})
    local answers = vim.lsp.buf_request_sync(buffer, method, params, timeout) or {}
    return (answers[client] or {}).result
  end
  local function apply(edit)
    vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(client).offset_encoding)
  end
  local function line(number)
    return vim.api.nvim_buf_get_lines(buffer, number, number + 1, false)[1]
  end

  local function errors()
    return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
  end

  vim.wait(timeout, function() return #errors() > 0 end, 20)
  local found = errors()
  say('diagnostic', #found == 1 and found[1].message:find("did you mean 'resources'", 1, true) and found[1].lnum == 3, found)

  vim.api.nvim_buf_set_text(buffer, 3, 2, 3, 10, { 'resources' })
  vim.wait(timeout, function() return #errors() == 0 end, 20)
  say('no diagnostic once it is put right', #errors() == 0, errors())

  local hover = ask('textDocument/hover', { line = 3, character = 4 })
  say('hover', hover and hover.contents.value:find('/posts/:id/edit', 1, true) ~= nil, hover)

  local completion = ask('textDocument/completion', { line = 4, character = 39 }) or {}
  local labels = vim.tbl_map(function(item) return item.label end, completion.items or completion)
  say('completion', vim.tbl_contains(labels, 'destroy'), labels)

  local definition = ask('textDocument/definition', { line = 1, character = 19 }) or {}
  say('definition', definition[1] and definition[1].uri:find('controllers/pages.ts', 1, true) ~= nil, definition)

  apply(ask('textDocument/rename', { line = 2, character = 12 }, { newName = 'likeable' }))
  say('rename', line(2):find("'likeable'", 1, true) and line(3):find("'likeable'", 1, true), { line(2), line(3) })

  local edits = ask('textDocument/formatting', nil, { options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits or {}, buffer, vim.lsp.get_client_by_id(client).offset_encoding)
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  say('formatting', text:find("  get '/about', to => 'pages#about'", 1, true) ~= nil, text)

  vim.lsp.stop_client(client)
  vim.wait(3000, function() return vim.lsp.client_is_stopped(client) end, 20)
  say('an end when it is asked for', vim.lsp.client_is_stopped(client))
  vim.cmd(failed and 'cquit! 1' or 'qall!')
end, 50)
