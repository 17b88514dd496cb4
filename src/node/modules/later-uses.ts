// Finds which members a value gets after it was created, and whether it may get others that the text does not tell.
//
//   const posts = {}; posts.index = () => 'all';         posts has `index`
//   Object.assign(posts, more); posts[name] = show;      posts may have any member
//   class Posts { constructor() { this.show = show; } }  an instance has `show`
//
// A value that is passed to other code may get members there. So every use opens the value, except those known to be harmless.

import type { Span } from '../../language/source.js';
import { assignedExports } from './commonjs-exports.js';
import {
  bare,
  boundIn,
  frozenIn,
  isNode,
  keyOf,
  listIn,
  nameIn,
  nodesOf,
  propertyOf,
  type Node,
} from './module-tree.js';

/** A member that is assigned to. */
interface Addition {
  /** The place of its name. */
  readonly at: Span;
  readonly whole: Span;
  /** The assigned value; undefined if the member may have another one. */
  readonly value: Node | undefined;
}

export interface LaterUses {
  /** The members that are assigned to the value, by name. */
  readonly added: Map<string, Addition>;
  /** The members that are assigned to its prototype, which its instances have. */
  readonly addedToPrototype: Map<string, Addition>;
  /** Whether the value may get members that the text does not tell. */
  isOpen: boolean;
  /** Whether its name may get another value. */
  isReplaced: boolean;
}

/** The uses of the values of a module's names. A name that has another meaning further in is taken for the same one. */
export function usesOfNames(body: readonly Node[]): ReadonlyMap<string, LaterUses> {
  const uses = new Uses('names');
  for (const statement of body) uses.visit(statement, 'always');
  return uses.byName;
}

/**
 * What the constructor of a class does with an instance: the members that it assigns, and those that its parameters declare. The instance
 * is open if members have computed names, or a decorator or a static block may add some.
 */
export function usesOfInstance(owner: Node): LaterUses {
  const uses = new Uses('this');
  const made = uses.of('this');
  made.isOpen = [...nodesOf(owner)].some(({ node }) => node.type === 'Decorator');
  for (const member of isNode(owner['body']) ? listIn(owner['body'], 'body') : []) {
    if (member.type === 'StaticBlock') made.isOpen = true;
    const { key } = member;
    if (member['static'] === true || !isNode(key)) continue;
    if (key.type !== 'PrivateIdentifier' && !keyOf(member)) made.isOpen = true;
    const value = bare(member['value']);
    if (member.type === 'PropertyDefinition' && value && !isFunction(value)) uses.visit(value, 'always');
    if (member['kind'] !== 'constructor' || !isNode(value?.['body'])) continue;
    for (const parameter of listIn(value, 'params'))
      for (const at of parameter.type === 'TSParameterProperty' ? boundIn(parameter) : [])
        made.added.set(String(at['name']), { at, whole: parameter, value: undefined });
    for (const statement of listIn(value['body'], 'body')) uses.visit(statement, 'always');
  }
  return made;
}

/** When code runs: always, only in some cases, or not before it is called. */
type When = 'always' | 'perhaps' | 'later';

class Uses {
  readonly byName = new Map<string, LaterUses>();
  /** The number of functions around the visited node. */
  #depth = 0;

  constructor(private readonly kind: 'names' | 'this') {}

  of(name: string): LaterUses {
    const known = this.byName.get(name);
    if (known) return known;
    const made = { added: new Map(), addedToPrototype: new Map(), isOpen: false, isReplaced: false };
    this.byName.set(name, made);
    return made;
  }

  visit(value: unknown, when: When): void {
    if (Array.isArray(value)) for (const each of value) this.visit(each, when);
    const node = bare(value);
    if (!node) return;
    const name = this.#watched(node);
    if (name !== undefined) {
      this.of(name).isOpen = true;
      return;
    }
    const within = when === 'always' ? 'perhaps' : when;
    const parts = harmless[node.type];
    if (parts) for (const part of parts) this.#visitUnlessWatched(node[part], when);
    else if (isFunction(node)) this.#function(node, 'later');
    else this.#visitPlain(node, when, within);
  }

  #visitPlain(node: Node, when: When, within: When): void {
    switch (node.type) {
      case 'VariableDeclarator':
        this.visit(node['init'], within);
        return;
      case 'AssignmentExpression':
        this.#assignment(node, when);
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#loop(node, within);
        return;
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node, within);
        return;
      case 'MemberExpression':
        this.#read(node, within);
        return;
      case 'ReturnStatement':
        this.#return(node, within);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#visitUnlessWatched(node['superClass'], within);
        if (this.kind === 'names') this.visit([node['decorators'], node['body']], within);
        return;
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node['computed'] === true) this.visit(node['key'], within);
        this.visit([node['decorators'], node['value']], within);
        return;
      default:
        if (!node.type.startsWith('TS') || node.type.startsWith('TSModule'))
          this.visit(Object.values(node), within);
    }
  }

  /** The key in `byName` of the value that a node stands for, if its uses are collected. */
  #watched(node: Node | undefined): string | undefined {
    if (this.kind === 'names') return node?.type === 'Identifier' ? nameIn(node) : undefined;
    return node?.type === 'ThisExpression' || node?.type === 'Super' ? 'this' : undefined;
  }

  /** The same for `Posts.prototype`. */
  #watchedByPrototype(node: Node | undefined): string | undefined {
    const read = node && propertyOf(node);
    return read?.name === 'prototype' ? this.#watched(read.object) : undefined;
  }

  #visitUnlessWatched(value: unknown, when: When): void {
    if (this.#watched(bare(value)) === undefined) this.visit(value, when);
  }

  #function(node: Node, when: When): void {
    if (this.kind === 'this' && node.type !== 'ArrowFunctionExpression') return;
    this.#depth++;
    this.visit(node['body'], when);
    this.#depth--;
  }

  #assignment(node: Node, when: When): void {
    const value = bare(node['right']);
    const isSure = when === 'always' && node['operator'] === '=';
    const isMember = this.#target(node['left'], node, isSure ? value : undefined);
    if (isMember && value && isFunction(value)) return;
    if (assignedExports(node).length > 0) this.#visitUnlessWatched(value, when);
    else this.visit(value, when);
  }

  #loop(node: Node, when: When): void {
    const { left } = node;
    if (isNode(left) && left.type !== 'VariableDeclaration') this.#target(left, node, undefined);
    this.visit([node['right'], node['body']], when);
  }

  /** What a constructor returns replaces the instance. */
  #return(node: Node, when: When): void {
    if (this.kind === 'this' && this.#depth === 0 && node['argument']) this.of('this').isOpen = true;
    this.visit(node['argument'], when);
  }

  /** Notes an assignment. Returns whether it is to a member of a watched value. */
  #target(left: unknown, whole: Node, value: Node | undefined): boolean {
    const target = bare(left);
    if (target?.type !== 'MemberExpression') {
      for (const { node } of target ? nodesOf(target) : []) {
        const name = this.#watched(node);
        if (name !== undefined) this.of(name).isReplaced = this.of(name).isOpen = true;
      }
      return false;
    }
    const object = bare(target['object']);
    const [own, ofPrototype] = [this.#watched(object), this.#watchedByPrototype(object)];
    const name = own ?? ofPrototype;
    if (name === undefined) {
      this.visit(target, 'perhaps');
      return false;
    }
    const uses = this.of(name);
    const property = propertyOf(target);
    if (!property || property.name === 'prototype' || property.name === '__proto__') uses.isOpen = true;
    else {
      const added = own === undefined ? uses.addedToPrototype : uses.added;
      const before = added.get(property.name);
      const isSure = !before || before.value !== undefined;
      added.set(property.name, { at: property.span, whole, value: isSure ? value : undefined });
    }
    return true;
  }

  #call(node: Node, when: When): void {
    const callee = bare(node['callee']);
    const owner = callee?.type === 'MemberExpression' ? this.#watched(bare(callee['object'])) : undefined;
    // A method of the value may give it members.
    if (owner !== undefined && when !== 'later') this.of(owner).isOpen = true;
    if (callee && isFunction(callee)) this.#function(callee, when);
    else this.#visitUnlessWatched(callee, when);
    const isHarmless = frozenIn(node) !== undefined || (callee && propertyOf(callee)?.name === 'bind');
    for (const argument of listIn(node, 'arguments')) {
      const value = bare(argument);
      if (value && isFunction(value)) this.#function(value, when);
      else if (isHarmless) this.#visitUnlessWatched(value, when);
      else this.visit(argument, when);
    }
  }

  #read(node: Node, when: When): void {
    const object = bare(node['object']);
    if (node['computed'] === true) this.visit(node['property'], when);
    const prototypeOf = this.#watchedByPrototype(node);
    if (prototypeOf !== undefined) this.of(prototypeOf).isOpen = true;
    else if (this.#watchedByPrototype(object) === undefined) this.#visitUnlessWatched(object, when);
  }
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type) && !type.startsWith('TS');

/** For each type of node that does not change a value, the parts in which the value may be used. Its other parts contain no code. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  BinaryExpression: ['left', 'right'],
  ExportDefaultDeclaration: ['declaration'],
  ExportNamedDeclaration: ['declaration'],
  ExpressionStatement: ['expression'],
  ImportDeclaration: [],
  SpreadElement: ['argument'],
  TSExportAssignment: ['expression'],
  UnaryExpression: ['argument'],
};
