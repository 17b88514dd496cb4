// The modules and exports that a callable can name at a place: those that fit, as the linter judges them, and those about which nothing
// is known.
//
//   constraints(&guards#│      isStaff, and not the object that is exported beside it

import { cannotBe, type CallableRole } from '../../src/interpreter/callables.js';
import type { CallableValue } from '../../src/language/declarations.js';
import { optionRole } from '../../src/language/roles.js';
import type { Span } from '../../src/language/source.js';
import type { SyntaxToken } from '../../src/language/syntax.js';
import { keywordRow, type Role } from '../../src/language/vocabulary.js';
import { inOrder, nameItems, type CompletionItem } from './completion-items.js';
import { modulesAround, type CompletionPlace } from './completion-place.js';

/** What a callable must be as an argument of a role. For all other roles it is a location. */
const callableRoles: Partial<Record<Role, CallableRole>> = {
  target: 'target',
  constraints: 'constraint',
  app: 'app',
  layer: 'layer',
};

function callableRole(role: Role | undefined): CallableRole {
  return (role && callableRoles[role]) ?? 'location';
}

/** What the callable at the cursor must be; undefined if no callable is possible. */
function roleAtCursor(place: CompletionPlace): CallableRole | undefined {
  const { pair, option, isOnKey, redirect, declaration } = place.cursor;
  if (pair && !isOnKey) {
    if (option !== undefined) return callableRole(optionRole(option));
    return place.roleOfKeys() === 'constraints' ? 'constraint' : undefined;
  }
  if (redirect) return 'location';
  const row = declaration && keywordRow(declaration.keyword.text);
  const positional = row?.positionals.find(({ accepts }) => accepts.includes('callable'));
  return positional && callableRole(positional.role);
}

/** Modules with their `&`, for an argument of a role. */
export function moduleItems(place: CompletionPlace, role: Role | undefined, span: Span): CompletionItem[] {
  return nameItems(
    moduleNames(place, callableRole(role)).map((name) => `&${name}`),
    'callable',
    span,
  );
}

/** Modules before the `#` of a callable, exports after it. */
export function callableItems(place: CompletionPlace, token: SyntaxToken): readonly CompletionItem[] {
  const { application } = place.host;
  const { file } = place.snapshot.source;
  const hash = token.text.indexOf('#');
  const role = roleAtCursor(place);
  if (!application) return [];
  if (hash < 0 || place.cursor.offset <= token.start + hash) {
    return nameItems(moduleNames(place, role), 'callable', {
      start: token.start + 1,
      end: hash < 0 ? token.end : token.start + hash,
    });
  }
  const module = token.text.slice(1, hash);
  const span = { start: token.start + hash + 1, end: token.end };
  const known = [...(application.module(module, file)?.byName.values() ?? [])];
  const items = known
    .filter(({ name }) => mayBe(place, module, name, role))
    .map(({ name, doc }) => ({
      label: name,
      ...(doc !== undefined && { detail: doc.replace(/\n.*$/s, '') }),
      docs: { of: 'callable', name: `${module}#${name}`, file } as const,
    }));
  return inOrder('callable', span, items);
}

/** How many modules are searched for their exports. */
const mostRead = 200;

/** The modules that have, or may have, an export that fits a role. */
function moduleNames(place: CompletionPlace, role: CallableRole | undefined): readonly string[] {
  const { application } = place.host;
  const { file } = place.snapshot.source;
  return modulesAround(place.host, file).filter((name, index) => {
    const module = index < mostRead ? application?.module(name, file) : undefined;
    return (
      !module?.isComplete || [...module.byName.keys()].some((exported) => mayBe(place, name, exported, role))
    );
  });
}

function mayBe(
  place: CompletionPlace,
  module: string,
  exported: string,
  role: CallableRole | undefined,
): boolean {
  const { source } = place.snapshot;
  const span = { start: place.cursor.offset, end: place.cursor.offset };
  const value: CallableValue = {
    kind: 'callable',
    span,
    module,
    export: exported,
    moduleSpan: span,
    exportSpan: span,
    inline: undefined,
  };
  const binding = role && place.host.bindings?.callable(value, source);
  const shape = binding && 'shape' in binding ? binding.shape : undefined;
  return !role || !shape || !cannotBe(shape, role);
}
