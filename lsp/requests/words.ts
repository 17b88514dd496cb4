// Requests about the text at a place: completion, hover, signature help.

import {
  ParameterInformation,
  type CompletionItem as ProtocolItem,
  type CompletionList,
  type Hover as ProtocolHover,
  type MarkupContent,
  type MarkupKind,
} from 'vscode-languageserver';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { folderOf } from '../../src/language/source.js';
import { complete } from '../features/completion.js';
import { completionDocs, type CompletionItem } from '../features/completion-items.js';
import { hover, moduleHover, type Hover } from '../features/hover.js';
import { helperCompletions } from '../features/helper-uses.js';
import { plainText } from '../features/plain-text.js';
import { relativePath } from '../features/rename-files.js';
import { signatureHelp } from '../features/signature-help.js';
import { isRoutesFile } from '../documents.js';
import type { Session } from '../session.js';
import { within } from '../turns.js';

export function answerWords(session: Session): void {
  const { connection, documents } = session;

  connection.onCompletion(async ({ textDocument, position }) => {
    if (!session.settingsFor(textDocument.uri).completion) return null;
    if (!isRoutesFile(textDocument.uri)) {
      const answer = (routes: Snapshot, module: Snapshot): ProtocolItem[] => {
        const { source } = module;
        const items = helperCompletions(routes, source.text, session.at(module, position));
        return items.map((item) => session.converter.completion(source, item, false));
      };
      return session.askModule<ProtocolItem[] | null>(textDocument.uri, null, answer, 'whole');
    }
    const asked = documents.get(textDocument.uri);
    const before = async (path: string): Promise<Named> => {
      await documents.project(path);
      const [modules, routesFiles] = await Promise.all([
        within(patience, moduleNames(session, path)),
        within(patience, relativeRoutesFiles(session, path)),
      ]);
      return { modules, routesFiles };
    };
    const answer = (
      newest: Snapshot,
      path: string,
      { modules, routesFiles }: Named,
    ): CompletionList | null => {
      // The client continues with the text in which it asked, so the places of the answer must refer to that text.
      const snapshot = asked && asked.version !== newest.version ? asked : newest;
      const project = documents.knownProject(path);
      const items = complete(snapshot, session.at(snapshot, position), {
        application: project?.application,
        bindings: project?.bindings,
        modules: () => modules ?? [],
        routesFiles: () => routesFiles ?? [],
        findings: session.publisher.found(textDocument.uri),
      });
      const canSnippet =
        session.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
      return {
        isIncomplete: modules === undefined || routesFiles === undefined,
        items: items.map((item) => session.converter.completion(snapshot.source, item, canSnippet)),
      };
    };
    return session.askAfter(textDocument.uri, null, before, answer, 'whole');
  });

  connection.onCompletionResolve((item): ProtocolItem => {
    const docs = item.data as CompletionItem['docs'] | undefined;
    const file = docs?.file ?? '';
    const value =
      docs &&
      completionDocs(docs, documents.knownProject(file)?.application, session.converter.namesFor(file));
    return value === undefined || value === ''
      ? { ...item }
      : {
          ...item,
          documentation: markup(
            value,
            session.capabilities.textDocument?.completion?.completionItem?.documentationFormat,
          ),
        };
  });

  const shown = ({ source }: Snapshot, found: Hover | undefined): ProtocolHover | null =>
    found
      ? {
          contents: markup(found.text, session.capabilities.textDocument?.hover?.contentFormat),
          range: session.converter.range(source, found.span),
        }
      : null;
  connection.onHover(async ({ textDocument, position }) => {
    if (!session.settingsFor(textDocument.uri).hover) return null;
    return isRoutesFile(textDocument.uri)
      ? session.askProject(textDocument.uri, null, (snapshot, _path, { application }) =>
          shown(
            snapshot,
            hover(
              snapshot,
              session.at(snapshot, position),
              application,
              session.converter.namesFor(snapshot.source.file),
            ),
          ),
        )
      : session.askModule(textDocument.uri, null, (routes, module, application) => {
          const { file, text } = module.source;
          return shown(module, moduleHover(routes, file, text, session.at(module, position), application));
        });
  });

  connection.onSignatureHelp(({ textDocument, position }) =>
    session.ask(textDocument.uri, null, (snapshot) => {
      const help = signatureHelp(snapshot, session.at(snapshot, position));
      if (!help) return null;
      const can = session.capabilities.textDocument?.signatureHelp?.signatureInformation;
      const hasOffsets = can?.parameterInformation?.labelOffsetSupport === true;
      const parameters = help.parameters.map(({ label: [start, end], docs }) =>
        ParameterInformation.create(hasOffsets ? [start, end] : help.label.slice(start, end), docs),
      );
      const active = help.active ?? (can?.noActiveParameterSupport ? null : undefined);
      return {
        signatures: [{ label: help.label, documentation: help.docs, parameters }],
        activeSignature: 0,
        ...(active !== undefined && { activeParameter: active }),
      };
    }),
  );
}

/** A Markdown text in the client's preferred format. A client that names no formats gets Markdown. */
function markup(value: string, formats: readonly MarkupKind[] = []): MarkupContent {
  return formats[0] === 'plaintext'
    ? { kind: 'plaintext', value: plainText(value) }
    : { kind: 'markdown', value };
}

/** Files that a routes file can name. Undefined if finding them takes too long. */
interface Named {
  readonly modules: readonly string[] | undefined;
  readonly routesFiles: readonly string[] | undefined;
}

/** Milliseconds that a completion waits for the application's files. If they take longer, the client asks again. */
const patience = 50;

/** Modules of the application as a routes file names them. Controllers come last. */
async function moduleNames(session: Session, path: string): Promise<readonly string[]> {
  const { controllerName } = await session.documents.project(path);
  const files = await session.helpers.files(path);
  const modules = files.filter((file) => moduleEnding.test(file)).sort();
  const isController = (file: string): boolean => controllerName(file) !== undefined;
  return modules
    .toSorted((one, other) => Number(isController(one)) - Number(isController(other)))
    .map((file) => relativePath(path, file).replace(moduleEnding, ''));
}

const moduleEnding = /\.[cm]?[jt]s$/;

/** Routes files that a file could include, as relative paths. */
async function relativeRoutesFiles(session: Session, path: string): Promise<readonly string[]> {
  const folder = folderOf(path);
  const owner = session.folderOf(path);
  if (owner === undefined) return [];
  const files = await session.host.routesFiles(owner);
  return files
    .filter((file) => file !== path && file.startsWith(folder))
    .map((file) => file.slice(folder.length));
}
