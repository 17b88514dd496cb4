// Renames params where calls in a module write their names as keys: in calls of helpers, and in expectations of tests.
//
//   postPath({ slug })      with the segment renamed to `name`: postPath({ name: slug })
//   postPath(post)          `post` may be a record with a `slug`: the module does not tell, so it is reported and not changed

import { canonicalName } from '../../routing/patterns/route-name.js';
import type { Span } from '../../language/source.js';
import { renamedKey, type ModuleChange } from './module-renames.js';
import { bare, isNode, keyOf, listIn, nameIn, nodesOf, propertyOf, type Node } from './module-tree.js';

/** The new name of each renamed param, by its old name. */
export type NewNames = ReadonlyMap<string, string>;

export interface RenamedParams {
  /** For each route whose helpers take the params, by its canonical name. */
  readonly helpers: ReadonlyMap<string, NewNames>;
  /** For each target of the routes, as tests name it: `posts#show`. */
  readonly targets: ReadonlyMap<string, NewNames>;
}

export interface ParamKeys {
  readonly changes: readonly ModuleChange[];
  /** Values that may have an old name as a key, which is not written there. */
  readonly unsure: readonly Span[];
}

/** The changes that rename the keys in a module. */
export function renamedParamKeys(whole: Node, renamed: RenamedParams): ParamKeys {
  const keys = new Keys();
  const own = ownFunctions(whole);
  for (const { node } of nodesOf(whole)) {
    if (node.type !== 'CallExpression') continue;
    const call = helperCall(node);
    const names = call && renamed.helpers.get(canonicalName(call.name));
    if (names) for (const value of call.values) keys.handedOn(value, names, own.has(call.callee));
    const expected = expectation(node);
    const found = expected && renamed.targets.get(expected.target);
    if (found) keys.handedOn(expected.params, found, false);
  }
  keys.unsure.sort((a, b) => a.start - b.start);
  keys.changes.sort((a, b) => a.span.start - b.span.start);
  return keys;
}

class Keys implements ParamKeys {
  readonly changes: ModuleChange[] = [];
  readonly unsure: Span[] = [];

  /** Collects the changes of a value passed to a call. `isOwn`: the module declares the function itself, so it may be no helper. */
  handedOn(value: Node, names: NewNames, isOwn: boolean): void {
    const node = bare(value) ?? value;
    if (node.type === 'ObjectExpression') this.#object(node, names, isOwn);
    else if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression')
      for (const part of [node['consequent'], node['alternate'], node['left'], node['right']].filter(isNode))
        this.handedOn(part, names, isOwn);
    else if (!isOwn && mayHaveKeys(node, names)) this.#doubt(node);
  }

  #object(node: Node, names: NewNames, isOwn: boolean): void {
    const properties = listIn(node, 'properties');
    const written = new Set(properties.map((property) => keyOf(property)?.name));
    const isFree = [...names].every(([from, to]) => !written.has(from) || !written.has(to) || names.has(to));
    const isWritten = [...names.keys()].some((from) => written.has(from));
    if (isWritten && (isOwn || !isFree)) {
      this.#doubt(node);
      return;
    }
    for (const property of properties) {
      const found = property.type === 'Property' ? keyOf(property) : undefined;
      const newName = found && names.get(found.name);
      const value = bare(property['value']);
      if (found && newName !== undefined) this.changes.push(renamedKey(property, found.key, newName));
      else if (found?.name === 'currentParams' && value) this.handedOn(value, names, isOwn);
      else if (!found && !isWritten && !isOwn) this.#doubt(property);
    }
  }

  #doubt({ start, end }: Node): void {
    this.unsure.push({ start, end });
  }
}

interface HelperCall {
  /** The name of the route. */
  readonly name: string;
  /** The name of the called function, if it is a plain identifier; otherwise empty. */
  readonly callee: string;
  readonly values: readonly Node[];
}

/** `helpers.editPostPath(…)`, `editPostPath(…)`, `helpers['edit-post-path'](…)`, `helpers.pathFor('edit-post', …)`. */
function helperCall(call: Node): HelperCall | undefined {
  const callee = bare(call['callee']);
  if (!callee) return undefined;
  const isName = callee.type === 'Identifier';
  const called = isName ? nameIn(callee) : propertyOf(callee)?.name;
  if (called === undefined) return undefined;
  const values = listIn(call, 'arguments');
  if (called === 'pathFor' || called === 'urlFor') {
    const [first, ...others] = values;
    const name = nameIn(first);
    return name === undefined || first?.type === 'Identifier'
      ? undefined
      : { name, callee: '', values: others };
  }
  const [, name] = /^(.+?)(?:Path|Url|[-_](?:path|url))$/.exec(called) ?? [];
  return name === undefined ? undefined : { name, callee: isName ? called : '', values };
}

/** `expectRoute('GET /posts/7').toBe('posts#show', { … })` */
function expectation(call: Node): { readonly target: string; readonly params: Node } | undefined {
  const callee = bare(call['callee']);
  const member = callee && propertyOf(callee);
  const asked = member?.name === 'toBe' ? member.object : undefined;
  if (asked?.type !== 'CallExpression' || nameIn(asked['callee']) !== 'expectRoute') return undefined;
  const [first, params] = listIn(call, 'arguments');
  const target = first?.type === 'Literal' ? nameIn(first) : undefined;
  return target === undefined || !params ? undefined : { target, params };
}

/** The functions that a module declares, at any depth. */
function ownFunctions(whole: Node): ReadonlySet<string | undefined> {
  const names = new Set<string | undefined>();
  for (const { node } of nodesOf(whole)) {
    const isVariable = node.type === 'VariableDeclarator' && /Function/.test(bare(node['init'])?.type ?? '');
    if (isVariable || node.type === 'FunctionDeclaration') names.add(nameIn(node['id']));
  }
  return names;
}

/** Whether a value may be an object whose keys are written elsewhere. A name such as `slug` or `postId` is the value of a segment. */
function mayHaveKeys(node: Node, names: NewNames): boolean {
  const isKeyless = (name: string | undefined): boolean =>
    name !== undefined && (names.has(name) || /^(?:id|undefined|.*(?:Id|_id|ID))$/.test(name));
  switch (node.type) {
    case 'Identifier':
      return !isKeyless(nameIn(node));
    case 'MemberExpression':
      return !isKeyless(propertyOf(node)?.name);
    case 'CallExpression': {
      const callee = bare(node['callee']);
      const name = callee && (nameIn(callee) ?? propertyOf(callee)?.name);
      return !/^(?:String|Number|BigInt|to[A-Z]\w*|get\w*Id|encodeURIComponent|trim)$/.test(name ?? '');
    }
    case 'SpreadElement':
    case 'AwaitExpression':
    case 'NewExpression':
    case 'ThisExpression':
      return true;
    default:
      return false;
  }
}
