// Changes of an application's module that leave it whole: where one more function may stand, what has to change so that an
// action has another name, and where a function reads a param. Every place comes from the module's syntax tree; where the
// tree does not tell, there is no edit.
//
//   const { id } = params         id is read by this name: { postId: id } reads postId and leaves the rest of the code

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

/** Where a function may be added so that a route finds it. */
export interface Room {
  /** As a method, as a member of an object, as an export, or as a property of `exports`. */
  readonly kind: 'class' | 'object' | 'export' | 'commonjs';
  readonly offset: number;
  /** In an object: where a comma is missing behind the last member. */
  readonly commaAt?: number;
  /** Of a module that says `module.exports = …`: a property of that. */
  readonly exports?: 'exports' | 'module.exports';
  /** Names that the module has already. */
  readonly taken: ReadonlySet<string>;
  /** What is imported from `waypost`: `Response`, `type Request`. */
  readonly imports: ReadonlySet<string>;
}

export class ModuleEdits {
  constructor(readonly parse: ModuleParser) {}

  /** Where another action of a controller, or another export of a module, may stand. */
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
    // Beside a default export that is written elsewhere, the module's own functions are actions too.
    if (!isCommonJs(file, body)) return { kind: 'export', offset: text.length, ...about };
    if (owner) {
      const last = listIn(owner, 'properties').at(-1)?.end;
      const isOpen =
        last !== undefined && !/^\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*,/.test(text.slice(last, owner.end));
      return { kind: 'object', offset: owner.end - 1, ...(isOpen && { commaAt: last }), ...about };
    }
    // Nothing may be exported beside `export =`.
    if (body.some(isExportAssignment)) return undefined;
    // As in `const api = (module.exports = {})` too: nothing of the first `exports` is seen then.
    const isReplaced = [...nodesOf(whole)].some(({ node }) =>
      assignedExports(node).some(({ name }) => name === undefined),
    );
    const exports = isReplaced ? 'module.exports' : 'exports';
    return { kind: 'commonjs', offset: text.length, exports, ...about };
  }

  /**
   * What gives an action or export another name; nothing else in the module changes what it does. Undefined where the module
   * does not say itself what it is: a method of a class that it extends.
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

  /** Whether a controller or module has something of a name itself, which nothing else can be called. */
  has(file: string, text: string, name: string, of: 'controller' | 'module'): boolean {
    const module = this.#module(file, text);
    if (!module) return false;
    const { body, whole } = module;
    const owner = of === 'controller' ? ownerOf(body, whole) : undefined;
    if (owner && hasMember(owner, whole, name)) return true;
    return !owner?.node.type.startsWith('Class') && isExported(body, name);
  }

  /** The same for what a callable names: an export, and no method. */
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
   * What has the function at an offset read a param by another name: `params.id`, `params['id']`, `const { id } = params`,
   * and what a param is handed on as.
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

  /** What gives params their new names where calls write them as keys; undefined where the text is no module. */
  paramKeys(file: string, text: string, renamed: RenamedParams): ParamKeys | undefined {
    const module = this.#module(file, text);
    return module && renamedParamKeys(module.whole, renamed);
  }

  /** The modules that a module names, and where; undefined where the text is none. */
  specifiers(
    file: string,
    text: string,
  ): readonly { readonly name: string; readonly span: Span }[] | undefined {
    const module = this.#module(file, text);
    return module && [...specifiersIn(module.whole)];
  }

  /** What has a module import a name of another one by its new name, and go on calling it by the old. */
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
    // The parser gives an empty tree for a text that is no module: no edit of such a text is safe.
    if (body.length === 0 && text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '').trim() !== '') return undefined;
    const whole: unknown = parsed.program;
    return isNode(whole) ? { text, body, whole } : undefined;
  }
}

/** The class or object that the router takes actions from, if the default export is one and is written here. */
function ownerOf(body: readonly Node[], whole: Node): Owner | undefined {
  const paths: string[] = [];
  const exported = defaultOf(body);
  const node = exported && resolved(exported, body, 5, paths);
  if (!node || !/^(?:Class(?:Declaration|Expression)|ObjectExpression)$/.test(node.type)) return undefined;
  // A name that means something else further in is not followed.
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
 * What has the members of an expression: what a name at the top of the module stands for, the class of `new C()`, what is frozen. The
 * `paths` by which it has them are added.
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

/** The function whose name, or which itself, begins at an offset. */
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

/** Names in a function that stand for the params: `params` itself, and `p` after `const p = request.params`. */
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
