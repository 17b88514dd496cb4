// Reads the exports of a module from its text: TypeScript or JavaScript is parsed, never run.
//
//   export default class extends Base { show(request) {} }   →   default: a class with `show` and the members of `Base`
//   export { create } from './create.js'                     →   create: the export `create` of the other module
//
// If the text does not tell what an export is (an expression, a package, a computed name), its kind is `unknown`, or the list of names is
// marked as incomplete. Callers must not conclude from an incomplete list that a name is missing.

import { dirname, resolve } from 'node:path';
import type * as Ast from '@oxc-project/types';
import { Source, type Range, type Span } from '../../language/source.js';
import { assignedExports, hidesExports } from './commonjs-exports.js';
import { usesOfInstance, usesOfNames, type LaterUses } from './later-uses.js';
import type { ParsedModule } from './module-parser.js';
import { bodyOf, boundIn, frozenIn, keyOf, type Node } from './module-tree.js';
import { moduleFile } from './modules.js';

/** An export of a module, or a member of a class or object. */
export interface Member {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'object' | 'value' | 'unknown';
  /** Where it is declared: the file, and the range of its name there. */
  readonly file: string;
  readonly range: Range;
  /** The text of its doc comment, without the asterisks. */
  readonly doc: string | undefined;
  /** The number of parameters of a function. */
  readonly parameters?: number;
  /** Whether a member of a class is not meant as an action, but would answer: a private method, a field that a constructor sets. */
  readonly isInternal?: true;
  /** Its members: for a class those of an instance, for an object its own. */
  readonly members: Members | undefined;
}

export interface Members {
  readonly byName: ReadonlyMap<string, Member>;
  /** Whether there can be no others. */
  readonly isComplete: boolean;
}

export interface ModuleReading extends Members {
  readonly file: string;
  /** Why nothing is known of the module, as the rest of a sentence that begins with its name. */
  readonly unread?: string;
}

/** A module's text and tree. */
export interface Unit extends ParsedModule {
  readonly source: Source;
}

/** The exports of a module. `read` reads the modules that it imports or re-exports from. */
export function moduleReading(unit: Unit, read: (file: string) => ModuleReading | undefined): ModuleReading {
  return new ModuleScope(unit, read).exports();
}

/** A name in a module, and a function that reads its value. */
type Named = readonly [name: string, read: () => Member];

/** The names of a module. */
class ModuleScope {
  readonly #locals = new Map<string, () => Member>();
  #uses: ReadonlyMap<string, LaterUses> | undefined;

  constructor(
    private readonly unit: Unit,
    private readonly read: (file: string) => ModuleReading | undefined,
  ) {
    for (const statement of unit.program.body)
      for (const [name, member] of this.#namedBy(statement)) this.#locals.set(name, member);
  }

  exports(): ModuleReading {
    const byName = new Map<string, Member>();
    let isComplete = !hidesExports(bodyOf(this.unit));
    const add = (name: string, member: Member): void => {
      byName.set(name, { ...member, name });
    };
    const addAll = (members: Members): void => {
      for (const [name, member] of members.byName)
        if (name !== 'default' && !byName.has(name)) add(name, member);
      isComplete &&= members.isComplete;
    };
    for (const statement of this.unit.program.body) {
      switch (statement.type) {
        case 'ExportNamedDeclaration':
          if (statement.exportKind === 'type') break;
          if (statement.declaration)
            for (const [name] of this.#namedBy(statement)) add(name, this.#local(name, statement));
          for (const { local, exported, exportKind } of statement.specifiers) {
            if (exportKind === 'type') continue;
            const [from, to] = [nameOf(local), nameOf(exported)];
            add(
              to,
              statement.source
                ? this.#imported(statement.source.value, from, exported)
                : this.#local(from, exported),
            );
          }
          break;
        case 'ExportDefaultDeclaration': {
          const [named] = this.#namedBy(statement);
          const whole = statement.declaration;
          add('default', named ? this.#local(named[0], statement) : this.#expression(whole, statement));
          break;
        }
        case 'ExportAllDeclaration': {
          if (statement.exportKind === 'type') break;
          const module = this.#module(statement.source.value);
          if (statement.exported) {
            add(nameOf(statement.exported), this.#member('object', statement.exported, statement, module));
          } else if (module) addAll(module);
          else isComplete = false;
          break;
        }
        case 'TSExportAssignment':
          this.#commonJs(this.#expression(statement.expression, statement), add, addAll);
          break;
        case 'ExpressionStatement':
          for (const { name, value } of assignedExports(statement)) {
            const member = this.#expression(expressionOf(value), statement);
            if (name === undefined) this.#commonJs(member, add, addAll);
            else add(name, member);
          }
          break;
      }
    }
    return { file: this.unit.source.file, byName, isComplete };
  }

  /** Adds the exports of `module.exports = …`: the value itself as default, and its members by name. */
  #commonJs(
    whole: Member,
    add: (name: string, member: Member) => void,
    addAll: (members: Members) => void,
  ): void {
    add('default', whole);
    addAll(
      whole.kind === 'object' && whole.members
        ? whole.members
        : { byName: new Map(), isComplete: whole.kind !== 'unknown' },
    );
  }

  /** The names that a statement declares or imports. */
  #namedBy(statement: Ast.Statement | Ast.Directive): readonly Named[] {
    switch (statement.type) {
      case 'ImportDeclaration':
        return statement.specifiers.map((specifier) => {
          const { local } = specifier;
          const from = statement.source.value;
          return [
            local.name,
            () =>
              specifier.type === 'ImportNamespaceSpecifier'
                ? this.#member('object', local, statement, this.#module(from))
                : this.#imported(
                    from,
                    specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported),
                    local,
                  ),
          ];
        });
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return statement.declaration ? this.#declaredIn(statement.declaration, statement) : [];
      default:
        return this.#declaredIn(statement, statement);
    }
  }

  /** The names that a declaration declares. `whole` includes the `export` before it. */
  #declaredIn(declaration: Ast.Node, whole: Span): readonly Named[] {
    switch (declaration.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
      case 'ClassDeclaration':
        return declaration.id ? [[declaration.id.name, () => this.#expression(declaration, whole)]] : [];
      case 'VariableDeclaration':
        return declaration.declarations.flatMap(({ id, init }): readonly Named[] => {
          const unknown = (): Member => this.#member('unknown', id, whole);
          if (id.type !== 'Identifier') return Array.from(boundIn(id), ({ name }) => [String(name), unknown]);
          return [[id.name, init ? () => this.#expression(init, whole, id) : unknown]];
        });
      case 'TSEnumDeclaration':
        return [[declaration.id.name, () => this.#member('value', declaration.id, whole)]];
      default:
        return [];
    }
  }

  #local(name: string, at: Span): Member {
    const found = this.#locals.get(name);
    if (!found) return this.#member('unknown', at, at);
    // Removed meanwhile, so a name that refers to itself in a cycle is not followed again.
    this.#locals.delete(name);
    const member = found();
    this.#locals.set(name, found);
    return this.#used(name, member);
  }

  /** The value of a name after the module has used it: with members that were added later. */
  #used(name: string, member: Member): Member {
    const { kind, members } = member;
    if (kind === 'function' || kind === 'unknown') return member;
    this.#uses ??= usesOfNames(bodyOf(this.unit));
    const uses = this.#uses.get(name);
    if (!uses) return member;
    if (uses.isReplaced) return { ...member, kind: 'unknown', members: undefined };
    if (!members) return member;
    const byName = new Map(members.byName);
    const added = kind === 'class' ? uses.addedToPrototype : uses.added;
    for (const [name, { at, whole, value }] of added) {
      const found = value
        ? this.#expression(expressionOf(value), whole, at)
        : this.#member('unknown', at, whole);
      byName.set(name, { ...found, name });
    }
    const isChanged = uses.isOpen || added.size > 0;
    return {
      ...member,
      kind: kind === 'value' && isChanged ? 'unknown' : kind,
      members: { byName, isComplete: members.isComplete && !uses.isOpen },
    };
  }

  #imported(from: string, name: string, at: Span): Member {
    const module = this.#module(from);
    const member = module?.byName.get(name);
    return member ?? this.#member('unknown', at, at);
  }

  /** The module of a relative specifier. Packages are not read. */
  #module(from: string): ModuleReading | undefined {
    if (!from.startsWith('.')) return undefined;
    const folder = dirname(this.unit.source.file);
    const path = resolve(folder, from);
    // In TypeScript, `./a.js` may mean the file `a.ts`.
    const file = moduleFile(folder, from) ?? moduleFile(folder, path.replace(/\.([cm]?)js$/, '.$1ts'));
    return file === undefined ? undefined : this.read(file);
  }

  #expression(
    node: Ast.Expression | Ast.ExportDefaultDeclarationKind | Ast.Declaration,
    whole: Span,
    name?: Span,
  ): Member {
    const at = name ?? node;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        const { params } = node;
        return { ...this.#member('function', name ?? ownName(node), whole), parameters: params.length };
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.#class(node, whole, name);
      case 'ObjectExpression':
        return this.#member('object', at, whole, this.#objectMembers(node));
      case 'Identifier':
        return this.#local(node.name, at);
      case 'NewExpression':
      case 'CallExpression':
        return this.#made(node, whole, at);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return this.#expression(node.expression, whole, name);
      default:
        return this.#member(
          plainTypes.has(node.type) ? 'value' : 'unknown',
          at,
          whole,
          node.type === 'ArrayExpression' ? { byName: new Map(), isComplete: true } : undefined,
        );
    }
  }

  /** A class, or an unknown value if it has decorators, which may replace it. */
  #class(node: Ast.Class, whole: Span, name: Span | undefined): Member {
    const kind = node.decorators.length === 0 ? 'class' : 'unknown';
    return this.#member(kind, name ?? ownName(node), whole, this.#classMembers(node));
  }

  /** The value of `new C()` or `Object.freeze({ … })`. */
  #made(node: Ast.NewExpression | Ast.CallExpression, whole: Span, at: Span): Member {
    const frozen = frozenIn(nodeOf(node));
    if (frozen) return this.#expression(expressionOf(frozen), whole, at);
    const of = node.type === 'NewExpression' ? this.#expression(node.callee, whole) : undefined;
    // Unknown if the members are incomplete: instances of `class extends Function` are functions.
    const kind = of?.kind === 'class' && of.members?.isComplete ? 'object' : 'unknown';
    return this.#member(kind, at, whole, of?.members);
  }

  #classMembers(node: Ast.Class): Members {
    const { superClass, body } = node;
    const inherited = superClass ? this.#expression(superClass, superClass).members : undefined;
    const byName = new Map([
      ...(inherited?.byName ?? []),
      ...body.body.flatMap((each) => this.#ofClass(each)),
    ]);
    const { added, isOpen } = usesOfInstance(nodeOf(node));
    for (const [name, { at, whole, value }] of added) {
      // Only functions are read: the name of any other value may be that of a parameter.
      if (value && /Function/.test(value.type))
        byName.set(name, { ...this.#expression(expressionOf(value), whole, at), name });
      else if (!byName.has(name))
        byName.set(name, { ...this.#member('unknown', at, whole), name, isInternal: true });
    }
    return { byName, isComplete: !isOpen && (superClass ? (inherited?.isComplete ?? false) : true) };
  }

  /** The member of an instance that an element of its class declares, if any. */
  #ofClass(element: Ast.ClassElement): readonly (readonly [string, Member])[] {
    if (element.type !== 'MethodDefinition' && element.type !== 'PropertyDefinition') return [];
    const name = keyOf(nodeOf(element))?.name;
    if (element.static || name === undefined || name === 'constructor') return [];
    const isAccessor = element.type === 'MethodDefinition' && element.kind !== 'method';
    const member = this.#memberOf(element, element.value, isAccessor);
    const isInternal = element.accessibility === 'private' || element.accessibility === 'protected';
    return [[name, { ...member, name, ...(isInternal && { isInternal }) }]];
  }

  #objectMembers({ properties }: Ast.ObjectExpression): Members {
    const byName = new Map<string, Member>();
    let isComplete = true;
    for (const property of properties) {
      if (property.type !== 'Property') {
        const spread = this.#expression(property.argument, property).members;
        for (const [name, member] of spread?.byName ?? []) byName.set(name, member);
        isComplete &&= spread?.isComplete ?? false;
        continue;
      }
      const name = keyOf(nodeOf(property))?.name;
      // `__proto__` is no member, but brings members of its own.
      if (name === undefined || name === '__proto__') isComplete = false;
      else byName.set(name, { ...this.#memberOf(property, property.value, property.kind !== 'init'), name });
    }
    return { byName, isComplete };
  }

  #memberOf(
    element: Span & { readonly key: Span },
    value: Ast.Expression | null | { readonly type: string },
    isAccessor: boolean,
  ): Member {
    if (isAccessor || !value) return this.#member('unknown', element.key, element);
    const found = this.#expression(value as Ast.Expression, element, element.key);
    return { ...found, doc: found.doc ?? this.#docBefore(element) };
  }

  #member(kind: Member['kind'], at: Span, whole: Span, members?: Members): Member {
    const { source } = this.unit;
    return {
      name: source.text.slice(at.start, at.end),
      kind,
      file: source.file,
      range: source.rangeOf({ start: at.start, end: Math.min(at.end, at.start + 200) }),
      doc: this.#docBefore(whole),
      members,
    };
  }

  #docBefore({ start }: Span): string | undefined {
    const { comments, source } = this.unit;
    const comment = comments.findLast(({ end }) => end <= start);
    if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return undefined;
    if (source.text.slice(comment.end, start).trim() !== '') return undefined;
    return comment.value
      .slice(1)
      .split(/\r\n?|\n/)
      .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
      .join('\n')
      .trim();
  }
}

/** Types of expressions whose values have no actions and cannot be called. */
const plainTypes: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'Literal',
  'TemplateLiteral',
  'TSInterfaceDeclaration',
]);

const nodeOf = (node: Ast.Node): Node => node as unknown as Node;
const expressionOf = (node: Node): Ast.Expression => node as unknown as Ast.Expression;

/** The name of a function or class, or the whole of it if it has none. */
function ownName(node: Ast.Function | Ast.ArrowFunctionExpression | Ast.Class): Span {
  return ('id' in node && node.id) || node;
}

const nameOf = (node: Ast.ModuleExportName): string =>
  node.type === 'Literal' ? String(node.value) : node.name;
