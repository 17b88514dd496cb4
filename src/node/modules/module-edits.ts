// Edits of an application's modules: where a function can be added, how an action is renamed, and where a function reads a param. All
// places come from the module's syntax tree. If the tree does not tell, there is no edit.
//
//   const { id } = params         with `id` renamed to `postId`: const { postId: id } = params; the other code stays

import type { Span } from '../../language/source.js';
import { assignedExports } from './commonjs-exports.js';
import type { ModuleParser } from './module-parser.js';
import {
  hasMember,
  isExported,
  renamedExport,
  renamedKey,
  renamedMember,
  type ModuleChange,
  type Owner,
} from './module-renames.js';
import {
  bare,
  bindingsIn,
  bodyOf,
  frozenIn,
  isNode,
  keyOf,
  listIn,
  type ModuleTree,
  nameIn,
  type Node,
  nodesOf,
  propertyOf,
  specifiersIn,
} from './module-tree.js';
import { renamedParamKeys, type ParamKeys, type RenamedParams } from './param-keys.js';

/** The place where a function can be added so that a route finds it. */
export interface Room {
  /** How it is added: as a method, as a member of an object, as an export, or as a property of `exports`. */
  readonly kind: 'class' | 'object' | 'export' | 'commonjs';
  readonly offset: number;
  /** In an object whose last member has no comma after it: the place for the comma. */
  readonly commaAt?: number;
  /** In CommonJS: `module.exports` if the module assigns that, otherwise `exports`. */
  readonly exports?: 'exports' | 'module.exports';
  /** The names that the module declares already. */
  readonly taken: ReadonlySet<string>;
  /** What is imported from `waypost`: `Response`, `type Request`. */
  readonly imports: ReadonlySet<string>;
}

export class ModuleEdits {
  constructor(readonly parse: ModuleParser) {}

  /** The place for another action of a controller, or another export of a module; undefined if there is none. */
  room(file: string, text: string, of: 'controller' | 'module'): Room | undefined {
    const module = this.#module(file, text);
    if (!module) return undefined;
    const { body, whole } = module;
    const about = {
      taken: new Set([...bindingsIn(whole)].map((id) => String(id['name']))),
      imports: importsOf(body),
    };
    const found = ownerOf(body, whole)?.node;
    const isObject = found?.type === 'ObjectExpression';
    // A callable names an export, so the function has to be exported itself.
    const owner = of === 'controller' || isObject ? found : undefined;
    if (owner && !isObject && isNode(owner['body']))
      return { kind: 'class', offset: owner['body'].end - 1, ...about };
    // Even if the default export is declared elsewhere, the module's exported functions are actions too.
    if (!isCommonJs(file, body)) return { kind: 'export', offset: text.length, ...about };
    if (owner) {
      const last = listIn(owner, 'properties').at(-1)?.end;
      const isOpen =
        last !== undefined && !/^\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*,/.test(text.slice(last, owner.end));
      return { kind: 'object', offset: owner.end - 1, ...(isOpen && { commaAt: last }), ...about };
    }
    // A module with `export =` can export nothing else.
    if (body.some(isExportAssignment)) return undefined;
    // Also in `const api = (module.exports = {})`. Properties of the original `exports` are not exported then.
    const isReplaced = [...nodesOf(whole)].some(({ node }) =>
      assignedExports(node).some(({ name }) => name === undefined),
    );
    const exports = isReplaced ? 'module.exports' : 'exports';
    return { kind: 'commonjs', offset: text.length, exports, ...about };
  }

  /**
   * The changes that rename an action or export and keep what the module does. Undefined if the module does not declare it itself, such as
   * a method of a base class.
   */
  renamed(file: string, text: string, name: string, newName: string): readonly ModuleChange[] | undefined {
    const module = this.#module(file, text);
    if (!module) return undefined;
    const { body, whole } = module;
    const owner = ownerOf(body, whole);
    if (owner) {
      const inOwner = renamedMember(owner, { ...module, name, newName });
      if (inOwner || owner.node.type !== 'ObjectExpression') return inOwner;
    }
    return renamedExport({ ...module, name, newName });
  }

  /** Whether a controller or module declares something of a name itself, so nothing else can get that name. */
  has(file: string, text: string, name: string, of: 'controller' | 'module'): boolean {
    const module = this.#module(file, text);
    if (!module) return false;
    const { body, whole } = module;
    const owner = of === 'controller' ? ownerOf(body, whole) : undefined;
    if (owner && hasMember(owner, whole, name)) return true;
    return !owner?.node.type.startsWith('Class') && isExported(body, name);
  }

  /** As `renamed`, for a callable, which names an export and never a method. */
  renamedExport(
    file: string,
    text: string,
    name: string,
    newName: string,
  ): readonly ModuleChange[] | undefined {
    const module = this.#module(file, text);
    return module && renamedExport({ ...module, name, newName });
  }

  /**
   * The changes that make the function at an offset read a param by its new name: in `params.id`, `params['id']`,
   * `const { id } = params` and `({ params: { id } }) => …`.
   */
  paramReads(
    file: string,
    text: string,
    offset: number,
    name: string,
    newName: string,
  ): readonly ModuleChange[] {
    const module = this.#module(file, text);
    const owner = module && functionAt(module.whole, offset);
    if (!owner) return [];
    const aliases = paramsAliases(owner);
    const isParams = (value: unknown): boolean => {
      const node = bare(value);
      if (!node) return false;
      return node.type === 'Identifier'
        ? aliases.has(String(node['name']))
        : propertyOf(node)?.name === 'params';
    };
    const changes: ModuleChange[] = [];
    const destructured = (pattern: unknown): void => {
      const node = isNode(pattern) && pattern.type === 'AssignmentPattern' ? pattern['left'] : pattern;
      if (!isNode(node) || node.type !== 'ObjectPattern') return;
      for (const property of listIn(node, 'properties')) {
        const found = property.type === 'Property' ? keyOf(property) : undefined;
        if (found?.name === name) changes.push(renamedKey(property, found.key, newName));
      }
    };
    for (const { node } of nodesOf(owner)) {
      const read = propertyOf(node);
      if (read?.name === name && isParams(read.object)) changes.push({ span: read.span, text: newName });
      if (node.type === 'VariableDeclarator' && isParams(node['init'])) destructured(node['id']);
      if (node.type === 'AssignmentExpression' && isParams(node['right'])) destructured(node['left']);
      if (node.type === 'AssignmentPattern' && isParams(node['right'])) destructured(node['left']);
      if (node.type === 'Property' && keyOf(node)?.name === 'params') destructured(node['value']);
    }
    return changes;
  }

  /** The changes that rename params which calls write as keys; undefined if the text is no module. */
  paramKeys(file: string, text: string, renamed: RenamedParams): ParamKeys | undefined {
    const module = this.#module(file, text);
    return module && renamedParamKeys(module.whole, renamed);
  }

  /** The modules that a module names, with their places; undefined if the text is no module. */
  specifiers(
    file: string,
    text: string,
  ): readonly { readonly name: string; readonly span: Span }[] | undefined {
    const module = this.#module(file, text);
    return module && [...specifiersIn(module.whole)];
  }

  /** The changes that make a module import a renamed export by its new name and keep using it under the old one. */
  imported(
    file: string,
    text: string,
    isFrom: (specifier: string) => boolean,
    name: string,
    newName: string,
  ): readonly ModuleChange[] {
    const changes: ModuleChange[] = [];
    for (const statement of this.#module(file, text)?.body ?? []) {
      const from = nameIn(statement['source']);
      if (from === undefined || !isFrom(from) || !Array.isArray(statement['specifiers'])) continue;
      for (const specifier of listIn(statement, 'specifiers')) {
        const isImport = specifier.type === 'ImportSpecifier';
        if (!isImport && specifier.type !== 'ExportSpecifier') continue;
        const theirs = specifier[isImport ? 'imported' : 'local'];
        const ours = specifier[isImport ? 'local' : 'exported'];
        if (nameIn(theirs) !== name || !isNode(theirs) || !isNode(ours)) continue;
        const isOne = ours.start === theirs.start;
        changes.push({
          span: { start: theirs.start, end: theirs.end },
          text: isOne ? `${newName} as ${name}` : newName,
        });
      }
    }
    return changes;
  }

  #module(file: string, text: string): ModuleTree | undefined {
    const parsed = this.parse(file, text);
    if ('unread' in parsed) return undefined;
    const body = bodyOf(parsed);
    // For a text that is no module, the parser returns an empty tree. No edit of such a text is safe.
    if (body.length === 0 && text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '').trim() !== '') return undefined;
    const whole: unknown = parsed.program;
    return isNode(whole) ? { text, body, whole } : undefined;
  }
}

/** The class or object with the router's actions, if the default export is one and is declared in this module. */
function ownerOf(body: readonly Node[], whole: Node): Owner | undefined {
  const paths: string[] = [];
  const exported = defaultOf(body);
  const node = exported && resolved(exported, body, 5, paths);
  if (!node || !/^(?:Class(?:Declaration|Expression)|ObjectExpression)$/.test(node.type)) return undefined;
  // Paths by a name that is declared twice are not followed, since it has another meaning further in.
  const bound = paths.length > 0 ? [...bindingsIn(whole)].map(nameIn) : [];
  const isOne = (name: string | undefined): boolean => bound.indexOf(name) === bound.lastIndexOf(name);
  return { node, paths: paths.filter((path) => isOne(path.split('.')[0])) };
}

function defaultOf(body: readonly Node[]): Node | undefined {
  for (const statement of body) {
    switch (statement.type) {
      case 'ExportDefaultDeclaration':
        return bare(statement['declaration']);
      case 'TSExportAssignment':
        return bare(statement['expression']);
      case 'ExportNamedDeclaration':
        for (const specifier of listIn(statement, 'specifiers'))
          if (nameIn(specifier['exported']) === 'default')
            return statement['source'] ? undefined : bare(specifier['local']);
        break;
      case 'ExpressionStatement': {
        const whole = assignedExports(statement).find(({ name }) => name === undefined);
        if (whole) return whole.value;
      }
    }
  }
  return undefined;
}

/**
 * The node that declares the members of an expression: the value of a top-level name, the class of `new C()`, the object that is frozen.
 * Adds to `paths` how those members are read.
 */
function resolved(node: Node, body: readonly Node[], steps: number, paths: string[]): Node | undefined {
  const inner = node.type === 'NewExpression' ? bare(node['callee']) : frozenIn(node);
  if (steps === 0) return undefined;
  if (inner) return resolved(inner, body, steps - 1, paths);
  if (node.type !== 'Identifier') return node;
  const name = nameIn(node);
  for (const statement of body) {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (declaration.type === 'ClassDeclaration' && nameIn(declaration['id']) === name) {
      paths.push(`${name}.prototype`);
      return declaration;
    }
    if (declaration.type === 'VariableDeclaration')
      for (const declarator of listIn(declaration, 'declarations'))
        if (nameIn(declarator['id']) === name) {
          const value = bare(declarator['init']);
          paths.push(value?.type === 'ClassExpression' ? `${name}.prototype` : `${name}`);
          return value && resolved(value, body, steps - 1, paths);
        }
  }
  return undefined;
}

function isCommonJs(file: string, body: readonly Node[]): boolean {
  if (file.endsWith('.cjs')) return !body.some(({ type }) => /^(?:Import|Export)/.test(type));
  return body.some((statement) => isExportAssignment(statement) || assignedExports(statement).length > 0);
}

const isExportAssignment = ({ type }: Node): boolean => type === 'TSExportAssignment';

function importsOf(body: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration' || nameIn(statement['source']) !== 'waypost') continue;
    const isType = statement['importKind'] === 'type';
    for (const specifier of listIn(statement, 'specifiers')) {
      const name = nameIn(specifier['local']);
      const isSame = nameIn(specifier['imported']) === name;
      if (name === undefined || !isSame) continue;
      names.add(isType || specifier['importKind'] === 'type' ? `type ${name}` : name);
    }
  }
  return names;
}

// ── Params ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The function that begins at an offset, or whose name does. */
function functionAt(whole: Node, offset: number): Node | undefined {
  for (const { node, above } of nodesOf(whole)) {
    if (!/Function/.test(node.type)) continue;
    const around = above.at(-1);
    const left = around?.['left'];
    const names = [node, node['id'], around?.['key'], around?.['id'], isNode(left) && left['property']];
    if (names.some((each) => isNode(each) && each.start === offset)) return node;
  }
  return undefined;
}

/** The names of the params in a function: `params` itself, and `p` after `const p = request.params`. */
function paramsAliases(owner: Node): ReadonlySet<string> {
  const aliases = new Set(['params']);
  for (const { node } of nodesOf(owner)) {
    if (node.type === 'VariableDeclarator') {
      const init = bare(node['init']);
      const name = nameIn(node['id']);
      if (name !== undefined && init && propertyOf(init)?.name === 'params') aliases.add(name);
    }
    const value =
      node.type === 'Property' && keyOf(node)?.name === 'params' ? bare(node['value']) : undefined;
    if (value?.type === 'Identifier') aliases.add(String(value['name']));
  }
  return aliases;
}
