// The URL helpers of a routes file as a TypeScript module that needs nothing else: for a front end, say, that has
// neither the package nor the routes file.
//
//   import { editUserPath } from './routes.js';
//   editUserPath(5)   →  /users/5/edit
//
// Each helper stands alone, so that bundlers leave out those that nobody uses. Constraints that are callables stay on
// the server: a path that one of them refuses is made here all the same.

import { mayAdmitDot, type MatchedConstraint } from '../routing/patterns/constraints.js';
import { wholeRegex } from '../routing/patterns/regex-test.js';
import { commentText, helperForms, namedRoutes, type NamedRoute } from './helper-forms.js';
import type { PatternPart } from '../routing/patterns/pattern.js';
import { targetText, type RouteDefinition } from '../routing/patterns/route.js';
import { quotedText } from './segment-type.js';
import { standaloneRuntime } from './standalone-runtime.js';
import { heading } from './typed-helpers.js';

export interface StandaloneHelpersOptions {
  /** The routes file's name, for the heading. */
  readonly file?: string | undefined;
}

/** The text of a `.ts` file with a function for each named route (docs/url-helpers.md, "Without the package"). Equal routes give equal text. */
export function standaloneHelpers(
  definitions: readonly RouteDefinition[],
  options: StandaloneHelpersOptions = {},
): string {
  const routes = namedRoutes(definitions);
  const exported = new Set<string>();
  return [
    heading(options.file, 'waypost types --runtime'),
    standaloneRuntime,
    '',
    ...routes.flatMap((route, index) => helperText(route, index, exported)),
  ].join('\n');
}

function helperText(
  { name, camelCase, definition }: NamedRoute,
  index: number,
  exported: Set<string>,
): string[] {
  const { verbs, pattern, target } = definition;
  const data = `route${index}`;
  const type = `Values${index}`;
  const comment = `/** ${commentText(`${verbs.join('|')} \`${pattern.text}\` → ${targetText(target)}`)} */`;
  const lines = [
    `const ${data}: RouteData = ${routeData(name, definition)};`,
    `type ${type} =\n${helperForms(definition)
      .map((form) => `  | ${form}`)
      .join('\n')};`,
  ];
  for (const [suffix, function_] of [
    ['Path', 'pathOf'],
    ['Url', 'urlOf'],
  ] as const) {
    const helper = `${camelCase}${suffix}`;
    if (exported.has(helper)) continue;
    exported.add(helper);
    lines.push(
      comment,
      `export function ${helper}(...values: ${type}): string {\n  return ${function_}(${data}, values);\n}`,
    );
  }
  return [...lines, ''];
}

function routeData(name: string, definition: RouteDefinition): string {
  const { pattern, defaults } = definition;
  const unnamed = [...defaults.keys()].filter((key) => !pattern.names.includes(key));
  const entries = [
    `name: ${quotedText(name)}`,
    `pattern: ${quotedText(pattern.text)}`,
    `parts: ${partsText(pattern.parts, pattern.names)}`,
    `segments: [${pattern.names.map((each) => segmentData(each, definition)).join(', ')}]`,
    ...(unnamed.length > 0 ? [`defaults: [${unnamed.map(quotedText).join(', ')}]`] : []),
  ];
  return `{ ${entries.join(', ')} }`;
}

function partsText(parts: readonly PatternPart[], names: readonly string[]): string {
  const texts = parts.map((part) => {
    switch (part.kind) {
      case 'literal':
        return quotedText(part.text);
      case 'segment':
      case 'glob':
        return String(names.indexOf(part.name));
      case 'group':
        return partsText(part.parts, names);
      default:
        return part satisfies never;
    }
  });
  return `[${texts.join(', ')}]`;
}

function segmentData(name: string, { pattern, segmentConstraints, defaults }: RouteDefinition): string {
  const matched = (segmentConstraints.get(name) ?? []).filter(
    (each): each is MatchedConstraint => each.kind !== 'callable',
  );
  const fallback = defaults.get(name);
  const entries = [
    `name: ${quotedText(name)}`,
    ...(pattern.globNames.has(name) ? ['glob: true'] : []),
    ...(pattern.optionalNames.has(name) ? ['optional: true'] : []),
    ...(matched.length > 0 && matched.every(mayAdmitDot) ? ['dots: true'] : []),
    ...(fallback === undefined ? [] : [`fallback: ${quotedText(fallback)}`]),
    ...(matched.length > 0 ? [`tests: [${matched.map(testText).join(', ')}]`] : []),
  ];
  return `{ ${entries.join(', ')} }`;
}

function testText(constraint: MatchedConstraint): string {
  switch (constraint.kind) {
    case 'regex':
      return `[${String(wholeRegex(constraint.regex))}]`;
    case 'string':
      return `[${quotedText(constraint.value)}]`;
    case 'list':
      return `[${constraint.values.map((value) => (typeof value === 'string' ? quotedText(value) : String(wholeRegex(value)))).join(', ')}]`;
    default:
      return constraint satisfies never;
  }
}
