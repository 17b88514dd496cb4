// Writes the URL helpers of a routes file as a TypeScript declaration, with functions for each named route.
//
//   get '/users/:id/edit', as => 'edit-user', id => /\d+/
//   →  'edit-user': [id: number | bigint | string | ParamRecord, options?: UrlOptions] | …
//      editUserPath(...values: NamedRoutes['edit-user']): string;
//
// A wrong name, a missing or surplus value, or a value that a constraint rules out does not compile.

import { generatedHeading } from './generated-heading.js';
import { helperComment, helperForms, namedRoutes, type NamedRoute, ownTypes } from './helper-forms.js';
import { ownHelperNames } from '../routing/generation/url-helpers.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { camelCaseName, canonicalName } from '../routing/patterns/route-name.js';
import { quotedText } from './segment-type.js';
import { typedActions, typedControllers, type ValidOfLayer } from './typed-actions.js';

export interface TypedHelpersOptions {
  /** The name of the routes file, for the heading. */
  readonly file?: string | undefined;
  /** The names that `direct` declares. */
  readonly directNames?: Iterable<string> | undefined;
  /** Whether these are the helpers of every `UrlHelpers` and of `request.helpers`, for a program with one routes file. */
  readonly register?: boolean | undefined;
  /** Gives the type of what a layer validates, for `request.valid`. */
  readonly validOf?: ValidOfLayer | undefined;
  /** The package from which types are imported. */
  readonly packageName?: string | undefined;
  /** The command that writes the file, for the heading. */
  readonly command?: string | undefined;
}

const importable = [
  'HelperOptions',
  'ParamRecord',
  'PathForValues',
  'PolymorphicOptions',
  'QueryValue',
  'RecordBy',
  'SegmentValue',
  'UrlOptions',
  'ValidOf',
];

/**
 * The signature of `pathFor` and `urlFor`. `Name` can be any string, which keeps type checking fast. The condition makes TypeScript report
 * a wrong name.
 */
const forName =
  '<Name extends string>(name: [Name] extends [keyof NamedRoutes] ? Name : keyof NamedRoutes, ...values: PathForValues<AnyRoutes[Name]>): string;';

/** The text of a `.d.ts` file for routes in their order (docs/url-helpers.md, "Typed helpers"). Equal routes give equal text. */
export function typedHelpers(
  definitions: readonly RouteDefinition[],
  options: TypedHelpersOptions = {},
): string {
  const { directNames = [], packageName = 'waypost', command = 'waypost types' } = options;
  const entries = entriesOf(definitions, directNames);
  const arguments_ = entries.map(
    ({ name, comment, tuples }) => `  /** ${comment} */\n  ${quotedText(name)}:${tuples};`,
  );
  const isNeeded = (type: string): boolean => arguments_.some((each) => each.includes(`${type}<`));
  const text = [
    ...[...ownTypes].flatMap(([type, declaration]) => (isNeeded(type) ? [declaration, ''] : [])),
    '/** The arguments of each helper: segments in their order, then options. */',
    'export type NamedRoutes = {',
    ...arguments_,
    '};',
    '',
    '/** The same, and anything under any other name: of `keyof NamedRoutes` TypeScript would join what all of the helpers take. */',
    'interface AnyRoutes extends NamedRoutes { readonly [name: string]: readonly unknown[] }',
    '',
    '/** The URL helpers by name. */',
    // A type, not an interface: an interface could not be assigned to helpers with any name.
    'export type RouteHelpers = {',
    `  pathFor${forName}`,
    `  urlFor${forName}`,
    '  urlFor(record: object, options?: PolymorphicOptions): string;',
    ...signatures(entries),
    '};',
  ].join('\n');
  const registered = registration(definitions, packageName, options);
  const used = importable.filter((name) =>
    new RegExp(`\\b${name}\\b`).test(`${text}${registered.join(' ')}`),
  );
  return [
    generatedHeading('The URL helpers', options.file, command),
    '/* eslint-disable */',
    '',
    `import type { ${used.join(', ')} } from ${quotedText(packageName)};`,
    '',
    text,
    ...registered,
    '',
  ].join('\n');
}

/**
 * The declarations that extend the package's own types: with the helpers, if asked for, and with the actions. All generated files extend
 * `RoutedFiles` in the same module, because TypeScript loses a part of an interface that is extended through two modules. Each file has
 * its own symbol as key, because two files may have actions of the same name.
 */
function registration(
  definitions: readonly RouteDefinition[],
  packageName: string,
  { register = false, validOf }: TypedHelpersOptions,
): readonly string[] {
  const actions = typedActions(definitions, validOf);
  return [
    ...(register
      ? [
          '',
          `declare module ${quotedText(packageName)} {`,
          '  interface Register {',
          '    helpers: RouteHelpers;',
          '  }',
          '}',
        ]
      : []),
    ...(actions.length > 0
      ? [
          '',
          '/** Stands for this file among others. */',
          'declare const routes: unique symbol;',
          // Without this, a declaration file exports everything that it declares.
          'export {};',
          '',
          "declare module 'waypost/router' {",
          '  interface RoutedFiles {',
          '    [routes]: {',
          '      /** The params of each action, and what its layers find valid. */',
          '      actions: {',
          ...actions.map((action) => `        ${action}`),
          '      };',
          '      /** The actions of each controller. */',
          '      controllers: {',
          ...typedControllers(definitions).map((controller) => `        ${controller}`),
          '      };',
          '    };',
          '  }',
          '}',
        ]
      : []),
  ];
}

/** A name and the arguments of its helpers. */
interface Entry {
  readonly name: string;
  readonly camelCase: string;
  readonly kebabCase: string;
  readonly comment: string;
  /** The type after the colon. */
  readonly tuples: string;
}

/** One entry for each name. Helpers of `direct` take any arguments, and have precedence over a route of the same name. */
function entriesOf(definitions: readonly RouteDefinition[], directNames: Iterable<string>): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const route of namedRoutes(definitions)) entries.set(route.kebabCase, routeEntry(route));
  for (const name of directNames) {
    const kebabCase = canonicalName(name);
    entries.set(kebabCase, {
      name,
      camelCase: camelCaseName(name),
      kebabCase,
      comment: 'Declared by `direct`.',
      tuples: ' readonly unknown[]',
    });
  }
  return [...entries.values()];
}

function routeEntry({ name, camelCase, kebabCase, definition }: NamedRoute): Entry {
  const forms = helperForms(definition);
  return {
    name,
    camelCase,
    kebabCase,
    comment: helperComment(definition),
    tuples: forms.length === 1 ? ` ${forms[0]}` : `\n${forms.map((form) => `    | ${form}`).join('\n')}`,
  };
}

/** The signatures of all helpers. Each property is written once: two names may have the same camelCase form. */
function signatures(entries: readonly Entry[]): string[] {
  const own = ownHelperNames();
  const written = new Set<string>();
  return entries.flatMap(({ name, camelCase, kebabCase, comment }) => {
    if (own.has(kebabCase)) return [];
    const keys = [
      `${camelCase}Path`,
      `${camelCase}Url`,
      ...[...new Set([kebabCase, name])].flatMap((spelt) => [
        quotedText(`${spelt}-path`),
        quotedText(`${spelt}-url`),
      ]),
    ];
    const free = keys.filter((key) => !written.has(key));
    for (const key of free) written.add(key);
    return [
      '',
      ...free.flatMap((key) => [
        `  /** ${comment} */`,
        `  ${key}(...values: NamedRoutes[${quotedText(name)}]): string;`,
      ]),
    ];
  });
}
