// The capabilities that the server declares.

import { CodeActionKind, TextDocumentSyncKind, type InitializeResult } from 'vscode-languageserver';
import { triggerCharacters } from '../src/format/on-type.js';
import { sourceEndings } from '../src/node/files/source-endings.js';
import { tokenModifiers, tokenTypes } from './features/semantic-tokens.js';
import type { PositionEncoding } from './positions.js';

const modules = { scheme: 'file', pattern: { glob: '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,routes}' } };
const routesFiles = { scheme: 'file', pattern: { glob: '**/routes', matches: 'file' as const } };
const folders = { scheme: 'file', pattern: { glob: '**', matches: 'folder' as const } };

/**
 * The scheme of read-only documents that clients get from the server: `waypost-table:/app/config/routes` is the route table of that file.
 */
export const tableScheme = 'waypost-table';

/** Files whose changes the server must know about. Any module may be a controller, be named by a route, or call helpers. */
export const watched = [
  '**/*.routes',
  '**/routes',
  `**/*.{${sourceEndings.join(',')}}`,
  '**/controllers/**',
  '**/config/**',
  '**/.gitignore',
  '**/waypost.config.*',
  '**/package.json',
  '**/.editorconfig',
];

/** The commands of code lenses. A client may implement some itself. */
export const commands = [
  'waypost.showRoutes',
  'waypost.openRoute',
  'waypost.showChanges',
  'waypost.sendRequest',
] as const;

/** @param ofClient commands that the client implements itself */
export function serverCapabilities(
  positionEncoding: PositionEncoding,
  ofClient: readonly unknown[] = [],
): InitializeResult['capabilities'] {
  return {
    positionEncoding,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    diagnosticProvider: {
      identifier: 'waypost',
      interFileDependencies: true,
      workspaceDiagnostics: true,
      workDoneProgress: true,
    },
    completionProvider: {
      triggerCharacters: ["'", '"', ':', '#', '&', '<', '>', ' ', '{', '/'],
      resolveProvider: true,
    },
    hoverProvider: true,
    signatureHelpProvider: { triggerCharacters: [' ', ',', '('] },
    definitionProvider: true,
    referencesProvider: true,
    implementationProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    linkedEditingRangeProvider: true,
    documentLinkProvider: {},
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: { delta: true },
      range: true,
    },
    inlayHintProvider: true,
    codeLensProvider: { resolveProvider: false },
    executeCommandProvider: { commands: commands.filter((command) => !ofClient.includes(command)) },
    callHierarchyProvider: true,
    codeActionProvider: {
      codeActionKinds: [
        CodeActionKind.QuickFix,
        CodeActionKind.RefactorExtract,
        CodeActionKind.RefactorRewrite,
        `${CodeActionKind.SourceFixAll}.waypost`,
      ],
    },
    documentFormattingProvider: true,
    documentRangeFormattingProvider: { rangesSupport: true },
    documentOnTypeFormattingProvider: {
      firstTriggerCharacter: triggerCharacters[0],
      moreTriggerCharacter: triggerCharacters.slice(1),
    },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { willRename: { filters: [modules, routesFiles, folders] } },
      textDocumentContent: { schemes: [tableScheme] },
    },
  };
}
