// Requests about names: definitions, uses, renaming, and the call hierarchy.

import {
  DocumentHighlightKind,
  LSPErrorCodes,
  ResponseError,
  SymbolKind,
  type CallHierarchyItem,
  type Location,
  type Range,
} from 'vscode-languageserver';
import {
  actionItem,
  hierarchyItem,
  leadingTo,
  leadingToDeclaration,
  ledToBy,
  type HierarchyItem,
} from '../features/call-hierarchy.js';
import {
  actionsAt,
  definition,
  documentLinks,
  helperReferences,
  highlights,
  implementations,
  references,
  referencesOfHelper,
  routeOfHelper,
  routesOfAction,
} from '../features/navigation.js';
import { linkedRanges, prepareRename, rename } from '../features/rename.js';
import type { ModuleHost } from '../features/rename-in-modules.js';
import { filePlace, type FilePlace } from '../../src/language/diagnostics.js';
import { renameController, renameModule, type FileEdit } from '../features/rename-files.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { isRoutesFile, pathOf, uriOf } from '../documents.js';
import type { Project } from '../host.js';
import type { Session } from '../session.js';

export function answerNames(session: Session): void {
  const { connection, documents } = session;
  const textOf = (file: string): string | undefined => documents.textOf(file);
  const sourceText = (file: string): string | undefined => session.host.sourceText?.(file);
  const projectAndFiles = async (
    path: string,
  ): Promise<{ readonly project: Project; readonly files: readonly string[] }> => ({
    project: await documents.project(path),
    files: await session.helpers.files(path),
  });

  connection.onDefinition(({ textDocument, position }) => {
    if (isRoutesFile(textDocument.uri)) {
      return session.askProject(textDocument.uri, [], (snapshot, _path, { application }) =>
        session.locations(definition(snapshot, session.at(snapshot, position), application)),
      );
    }
    return session.askModule(textDocument.uri, [], (routes, module) =>
      session.locations(routeOfHelper(routes, module.source.text, session.at(module, position))),
    );
  });
  connection.onReferences(({ textDocument, position, context }) => {
    const isDeclared = context?.includeDeclaration ?? false;
    if (isRoutesFile(textDocument.uri)) {
      return session.askAfter(
        textDocument.uri,
        [],
        projectAndFiles,
        (snapshot, _path, { project, files }) => {
          const { application } = project;
          const offset = session.at(snapshot, position);
          const called = helperReferences(snapshot, offset, files, sourceText);
          return session.locations([...references(snapshot, offset, isDeclared, application), ...called]);
        },
      );
    }
    return session.guarded([], async () => {
      const { routesFile } = await documents.project(pathOf(textDocument.uri));
      const files = routesFile === undefined ? [] : await session.helpers.files(routesFile);
      const called = await session.askModule(textDocument.uri, [], (routes, module) => {
        const { text } = module.source;
        const offset = session.at(module, position);
        return session.locations(referencesOfHelper(routes, text, offset, isDeclared, files, sourceText));
      });
      return called.length > 0 ? called : fromAction(textDocument.uri, position);
    });
  });
  connection.onImplementation(({ textDocument, position }) =>
    isRoutesFile(textDocument.uri)
      ? session.askProject(textDocument.uri, [], (snapshot) =>
          session.locations(implementations(snapshot, session.at(snapshot, position))),
        )
      : fromAction(textDocument.uri, position),
  );
  const fromAction = (uri: string, position: Range['start']): Promise<Location[]> =>
    session.askModule(uri, [], (routes, module, application) =>
      session.locations(
        routesOfAction(routes, module.source.file, session.at(module, position), application),
      ),
    );
  connection.onDocumentHighlight(({ textDocument, position }) =>
    session.askProject(textDocument.uri, [], (snapshot) =>
      highlights(snapshot, session.at(snapshot, position)).map(({ span, kind }) => ({
        range: session.converter.range(snapshot.source, span),
        kind: kind === 'write' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    ),
  );
  connection.onDocumentLinks(async ({ textDocument }) => {
    if (!session.settingsFor(textDocument.uri).links) return [];
    return session.askProject(
      textDocument.uri,
      [],
      (snapshot, _path, { application }) =>
        documentLinks(snapshot, application).map(({ span, file, tooltip }) => ({
          range: session.converter.range(snapshot.source, span),
          target: uriOf(file),
          tooltip,
        })),
      'whole',
    );
  });

  // ── Renaming ──────────────────────────────────────────────────────────────────────────────────────────────────────

  const renameHost = (
    { application, controllerFile, modules }: Project,
    files: readonly string[] = [],
  ): ModuleHost => {
    const canRenameFiles =
      session.capabilities.workspace?.workspaceEdit?.resourceOperations?.includes('rename') === true;
    return { application, textOf, modules, files, ...(canRenameFiles && { controllerFile }) };
  };
  const refusal = (reason: string): ResponseError => new ResponseError(LSPErrorCodes.RequestFailed, reason);
  connection.onPrepareRename(({ textDocument, position }) =>
    session.askProject(textDocument.uri, null, (snapshot, _path, project) => {
      const answer = prepareRename(snapshot, session.at(snapshot, position), renameHost(project));
      if (!answer) return null;
      if ('refused' in answer) throw refusal(answer.refused);
      return { range: session.converter.range(snapshot.source, answer.span), placeholder: answer.name };
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    session.askAfter(textDocument.uri, null, projectAndFiles, (snapshot, _path, { project, files }) => {
      const answer = rename(snapshot, session.at(snapshot, position), newName, renameHost(project, files));
      if (!answer) return null;
      if ('refused' in answer) throw refusal(answer.refused);
      const { edits, files: moved, unsure = [] } = answer;
      if (unsure.length > 0)
        session.tell(
          `Left as it is, for its keys cannot be told: ${shown(unsure)}. Look whether '${newName}' is meant there.`,
        );
      return session.converter.edits(edits, moved);
    }),
  );
  /** Places as messages show them. */
  const shown = (parts: readonly FilePlace[]): string => {
    const places = new Set(
      parts.map(({ file, range }) => `${session.pathInFolder(file)}:${range.start.line}`),
    );
    const more = places.size - 5;
    return `${[...places].slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  connection.languages.onLinkedEditingRange(({ textDocument, position }) =>
    session.ask(textDocument.uri, null, (snapshot) => {
      const spans = linkedRanges(snapshot, session.at(snapshot, position));
      return spans.length > 0
        ? { ranges: spans.map((span) => session.converter.range(snapshot.source, span)) }
        : null;
    }),
  );
  connection.workspace.onWillRenameFiles(({ files }) =>
    session.guarded(null, async () => {
      const routesFiles = await session.routesFiles();
      const projects = new Map<string, Project>();
      for (const file of routesFiles) projects.set(file, await documents.project(file));
      const wholes = documents.wholesOf(routesFiles);
      const edits = new Map<string, FileEdit>();
      for (const { oldUri, newUri } of files) {
        const [from, to] = [pathOf(oldUri), pathOf(newUri)];
        for (const snapshot of wholes) {
          const project = projects.get(snapshot.source.file);
          for (const edit of editsAfter(snapshot, project, from, to))
            edits.set(`${edit.file}:${edit.range.start.offset}`, edit);
          const lost = project ? controllersLost(snapshot, project, from, to) : [];
          if (lost.length > 0)
            session.tell(
              `${shown(lost)} leads to a controller that is moved out of the folder of the controllers: no route finds it in ${session.pathInFolder(to)}. Move it back, or name its functions as callables (\`&…\`).`,
            );
        }
      }
      return edits.size === 0 ? null : session.converter.edits([...edits.values()]);
    }),
  );
  /** Places where routes use a controller that loses its name in a move: it, or its folder, leaves the folder of the controllers. */
  const controllersLost = (
    snapshot: Snapshot,
    project: Project,
    from: string,
    to: string,
  ): readonly FilePlace[] => {
    const name = project.controllerName(from);
    if (name === undefined || project.controllerName(to) !== undefined) return [];
    const inside = name === '' ? '' : `${name}/`;
    return snapshot.occurrences
      .all('controller')
      .filter(({ key }) => key === name || key.startsWith(inside))
      .map(filePlace);
  };
  /** The edits in one application that follow from moving a file or a whole folder. */
  const editsAfter = (
    snapshot: Snapshot,
    project: Project | undefined,
    from: string,
    to: string,
  ): readonly FileEdit[] => {
    const [before, after] = [project?.controllerName(from), project?.controllerName(to)];
    const inModules = renameModule(snapshot, from, to, project?.application);
    if (before === undefined || after === undefined) return inModules;
    if (/\.[^/\\.]+$/.test(from)) return [...renameController(snapshot, before, after), ...inModules];
    const inFolder = (project?.application?.controllerNames() ?? []).filter((name) =>
      name.startsWith(`${before}/`),
    );
    return [
      ...inFolder.flatMap((name) => renameController(snapshot, name, after + name.slice(before.length))),
      ...inModules,
    ];
  };

  // ── Call hierarchy ────────────────────────────────────────────────────────────────────────────────────────────────

  interface ItemData {
    readonly kind: HierarchyItem['kind'];
    readonly key?: string;
    /** The routes file in which the item was found. */
    readonly routes: string;
  }
  const toItem = (
    { kind, name, detail, file, range, key }: HierarchyItem,
    routes: string,
  ): CallHierarchyItem => {
    const place = session.converter.rangeIn(file, range);
    const data: ItemData = { kind, routes, ...(key !== undefined && { key }) };
    return {
      name,
      detail,
      kind: kind === 'declaration' ? SymbolKind.Event : SymbolKind.Method,
      uri: documents.uriOf(file),
      range: place,
      selectionRange: place,
      data,
    };
  };
  const itemData = ({ data }: CallHierarchyItem): ItemData => data as ItemData;
  connection.languages.callHierarchy.onPrepare(({ textDocument: { uri }, position }) => {
    if (isRoutesFile(uri)) {
      return session.askProject(uri, null, (snapshot, _path, { application }) => {
        const item = hierarchyItem(snapshot, session.at(snapshot, position), application);
        return item ? [toItem(item, uri)] : null;
      });
    }
    return session.askModule(uri, null, (routes, module, application) => {
      const { file } = module.source;
      const actions = actionsAt(routes, file, session.at(module, position), application);
      return actions.length === 0
        ? null
        : actions.map(({ key, range }) =>
            toItem(actionItem(key, application, { file, range }), documents.uriOf(routes.source.file)),
          );
    });
  });
  connection.languages.callHierarchy.onIncomingCalls(({ item }) =>
    session.guarded([], async () => {
      const { kind, key = '', routes } = itemData(item);
      await documents.project(pathOf(routes));
      const snapshot = documents.snapshotOf(pathOf(kind === 'declaration' ? item.uri : routes));
      if (!snapshot) return [];
      const calls =
        kind === 'declaration'
          ? leadingToDeclaration(snapshot, session.at(snapshot, item.selectionRange.start))
          : leadingTo(snapshot, kind, key);
      return calls.map(({ item: from, places }) => ({
        from: toItem(from, routes),
        fromRanges: places.map((range) => session.converter.rangeIn(from.file, range)),
      }));
    }),
  );
  connection.languages.callHierarchy.onOutgoingCalls(({ item }) =>
    session.guarded([], async () => {
      const { kind, routes } = itemData(item);
      if (kind !== 'declaration') return [];
      const path = pathOf(item.uri);
      const { application } = await documents.project(path);
      const snapshot = documents.snapshotOf(path);
      if (!snapshot) return [];
      const calls = ledToBy(snapshot, session.at(snapshot, item.selectionRange.start), application);
      return calls.map(({ item: to, places }) => ({
        to: toItem(to, routes),
        fromRanges: places.map((range) => session.converter.rangeIn(path, range)),
      }));
    }),
  );
}
