// Converts plain data to the types of the protocol for one client, with its encoding of positions and the edits that it supports.

import {
  CodeActionKind,
  CompletionItemKind,
  DiagnosticSeverity,
  DiagnosticTag,
  InsertTextFormat,
  SymbolKind,
  type TextEdit,
  type ClientCapabilities,
  type CodeAction as ProtocolCodeAction,
  type CompletionItem as ProtocolCompletionItem,
  type Diagnostic as ProtocolDiagnostic,
  type Range as ProtocolRange,
  type SemanticTokensEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Diagnostic } from '../src/language/diagnostics.js';
import { addTo } from '../src/language/grouping.js';
import { Source, spanOf, type Range, type Span } from '../src/language/source.js';
import { rules } from '../src/lint/registry.js';
import { changeOf } from '../src/lint/unsettled.js';
import type { CodeAction } from './features/action-edits.js';
import type { CompletionItem, CompletionKind } from './features/completion-items.js';
import type { FileName } from './features/markdown.js';
import type { SymbolWords } from './features/outline.js';
import type { FileEdit } from './features/rename-files.js';
import type { FileRename } from './features/rename.js';
import { tokenTypes, type SemanticToken } from './features/semantic-tokens.js';
import type { Documents } from './documents.js';
import { positionAt, rangeAt, type PositionEncoding } from './positions.js';

/** Marks edits of files other than routes files. A client may let its user confirm them. */
const inModules = 'waypost.modules';

/** Converts for one connection and its position encoding. */
export class Converter {
  constructor(
    readonly documents: Documents,
    readonly encoding: PositionEncoding,
    /** The open folder around a path. */
    readonly folderOf: (path: string) => string | undefined,
    /** What the client supports in edits of several files. */
    readonly can?: NonNullable<ClientCapabilities['workspace']>['workspaceEdit'],
  ) {}

  range(source: Source, span: Span): ProtocolRange {
    return rangeAt(source, span, this.encoding);
  }

  /** Converts a range of lines and columns in a file. The file need not be open. */
  rangeIn(file: string, range: Range): ProtocolRange {
    // The columns of the first line may have to change: a client that sends a byte order mark counts it.
    const isCounted = this.encoding === 'utf-16' && range.start.line > 1;
    const source = isCounted ? undefined : this.documents.sourceOf(file);
    if (source) return this.range(source, spanOf(range));
    return {
      start: { line: range.start.line - 1, character: range.start.column - 1 },
      end: { line: range.end.line - 1, character: range.end.column - 1 },
    };
  }

  /** A text about a file, with paths of the open folder made relative to it. */
  inFolder(text: string, file: string): string {
    const folder = this.folderOf(file)?.replace(/[/\\]$/, '');
    return folder ? text.replaceAll(`${folder}/`, '') : text;
  }

  /** How files are called in a text about one of them: as seen from the open folder around it. */
  namesFor(file: string): FileName {
    const folder = this.folderOf(file)?.replace(/[/\\]$/, '');
    return (each) => (folder && each.startsWith(`${folder}/`) ? each.slice(folder.length + 1) : each);
  }

  diagnostic(diagnostic: Diagnostic): ProtocolDiagnostic {
    const { code, severity, message, range, file, related } = diagnostic;
    const href = this.documents.host.documentation?.(code);
    const shown = (text: string): string => this.inFolder(text, file);
    return {
      code,
      source: 'waypost',
      severity: severities[severity],
      message: shown(message),
      range: this.rangeIn(file, range),
      ...(href !== undefined && { codeDescription: { href } }),
      ...(rules.get(code)?.isUnnecessary && !diagnostic.hasEffect && { tags: [DiagnosticTag.Unnecessary] }),
      ...(related && {
        relatedInformation: related.map((place) => ({
          message: shown(place.message),
          location: { uri: this.documents.uriOf(place.file), range: this.rangeIn(place.file, place.range) },
        })),
      }),
    };
  }

  completion(source: Source, item: CompletionItem, canSnippet: boolean): ProtocolCompletionItem {
    const text = canSnippet ? item.insert : item.insert.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, '$1');
    return {
      label: item.label,
      kind: completionKinds[item.kind],
      // Clients compare `sortText` as text, and `order` may be negative.
      sortText: String(item.order + 1000).padStart(5, '0'),
      textEdit: { range: this.range(source, item.span), newText: text },
      insertTextFormat: item.isSnippet && canSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      ...(item.detail !== undefined && { detail: item.detail }),
      ...(item.docs && { data: item.docs }),
    };
  }

  /** Encodes tokens as in the protocol: five numbers each, relative to the token before. */
  tokens(source: Source, tokens: readonly SemanticToken[]): number[] {
    const data: number[] = [];
    let line = 0;
    let character = 0;
    for (const { span, type, modifiers } of tokens) {
      const start = positionAt(source, span.start, this.encoding);
      const end = positionAt(source, span.end, this.encoding);
      const deltaLine = start.line - line;
      data.push(
        deltaLine,
        deltaLine === 0 ? start.character - character : start.character,
        end.character - start.character,
        tokenTypes.indexOf(type),
        modifiers,
      );
      ({ line, character } = start);
    }
    return data;
  }

  /**
   * Edits, renamed files and new files as one edit. If the client supports it, edits outside routes files are marked with an annotation.
   */
  edits(
    edits: readonly FileEdit[],
    renamed: readonly FileRename[] = [],
    created: readonly string[] = [],
  ): WorkspaceEdit {
    const byFile = new Map<string, FileEdit[]>();
    for (const edit of edits) addTo(byFile, edit.file, edit);
    const lists = [...byFile].map(([file, list]) => [this.documents.uriOf(file), list] as const);
    const textEdit = ({ range, text, file }: FileEdit): TextEdit => ({
      range: this.rangeIn(file, range),
      newText: text,
    });
    if (!this.can?.documentChanges)
      return { changes: Object.fromEntries(lists.map(([uri, list]) => [uri, list.map(textEdit)])) };
    const isAsked =
      this.can.changeAnnotationSupport !== undefined &&
      edits.some(({ needsConfirmation }) => needsConfirmation);
    return {
      documentChanges: [
        ...created.map((file) => ({
          kind: 'create' as const,
          uri: this.documents.uriOf(file),
          options: { ignoreIfExists: true },
        })),
        ...lists.map(([uri, list]) => ({
          textDocument: { uri, version: this.documents.get(uri)?.version ?? null },
          edits: list.map((edit) =>
            isAsked && edit.needsConfirmation
              ? { ...textEdit(edit), annotationId: inModules }
              : textEdit(edit),
          ),
        })),
        ...renamed.map(({ from, to }) => ({
          kind: 'rename' as const,
          oldUri: this.documents.uriOf(from),
          newUri: this.documents.uriOf(to),
        })),
      ],
      ...(isAsked && {
        changeAnnotations: {
          [inModules]: {
            label: "In the application's modules",
            // Clients that ask for confirmation show these edits unselected. Accepting only the others would leave a rename incomplete.
            needsConfirmation: false,
            description: 'Found in the text of modules',
          },
        },
      }),
    };
  }

  /** Undefined if the action creates a file and the client does not support that. */
  codeAction(action: CodeAction): ProtocolCodeAction | undefined {
    const created = action.edits.flatMap((edit) => ('isNew' in edit && edit.isNew ? [edit.file] : []));
    const canMake = this.can?.documentChanges && this.can.resourceOperations?.includes('create');
    if (created.length > 0 && !canMake) return undefined;
    const edits = action.edits.map((edit) => ({
      file: edit.file,
      text: edit.text,
      range: 'range' in edit ? edit.range : this.#endOf(edit.file),
    }));
    const { title, kind, diagnostic, isPreferred } = action;
    return {
      title,
      kind: kind === 'source.fixAll' ? `${CodeActionKind.SourceFixAll}.waypost` : kind,
      ...(diagnostic && { diagnostics: [this.diagnostic(diagnostic)] }),
      ...(isPreferred && { isPreferred }),
      edit: this.edits(edits, [], created),
    };
  }

  #endOf(file: string): Range {
    const source = this.documents.sourceOf(file) ?? new Source(file, '');
    const end = source.positionAt(source.text.length);
    return { start: end, end };
  }
}

/** The edits that turn one list of numbers into another. There is at most one, between the common beginning and end. */
export function numberEdits(before: readonly number[], after: readonly number[]): SemanticTokensEdit[] {
  const { start, gone, come } = changeOf(before, after);
  return gone + come === 0 ? [] : [{ start, deleteCount: gone, data: after.slice(start, start + come) }];
}

const severities: Readonly<Record<Diagnostic['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

const completionKinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  controller: CompletionItemKind.Class,
  action: CompletionItemKind.Method,
  callable: CompletionItemKind.Function,
  concern: CompletionItemKind.Module,
  segment: CompletionItemKind.Variable,
  file: CompletionItemKind.File,
};

export const symbolKinds: Readonly<Record<SymbolWords['kind'], SymbolKind>> = {
  namespace: SymbolKind.Namespace,
  resource: SymbolKind.Class,
  route: SymbolKind.Method,
  concern: SymbolKind.Interface,
  scope: SymbolKind.Package,
  helper: SymbolKind.Function,
};
