// Where a route leads: `to`, `controller` and `action`, what the path implies, and what the scopes around supply.

import type { ReadCall } from '../language/read-call.js';
import { callableLabel, type StringValue, type Value } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { CallableReader } from './callables.js';
import type { FoundTarget } from './interpreted-route.js';
import { isWord, withoutEmptyPieces } from './names.js';
import type { Program } from './program.js';
import { RedirectReader, type Defaults } from './redirects.js';
import type { Scope } from './scope.js';

export class Targets {
  readonly #redirects: RedirectReader;

  constructor(
    readonly program: Program,
    readonly callables: CallableReader,
  ) {
    this.#redirects = new RedirectReader(program, callables);
  }

  /**
   * The target of a verb, `match` or `root`; undefined where there is none, which is reported.
   *
   * @param scope with the declaration's own defaults
   * @param written the value of `to` (or the positional that stands for it)
   * @param ownPath the path as this declaration has it, which may imply the target
   */
  of(
    call: ReadCall,
    scope: Scope,
    written: Value | undefined,
    ownPath: string,
    pattern: Pattern,
  ): FoundTarget | undefined {
    const { source } = call.declaration;
    const place: Place = { source, span: written?.span ?? call.declaration.keyword.span };
    if (!written) {
      if (call.mentioned.has('to')) return undefined;
      return this.#implied(call, scope, ownPath, place, pattern);
    }
    if (written.kind === 'string' && !written.value.includes('#'))
      return this.#action(call, scope, written, place);
    this.#refuseParts(
      call,
      ['controller', 'action'],
      source.text.slice(written.span.start, written.span.end),
    );
    switch (written.kind) {
      case 'string':
        return this.#controllerAction(written, modulesOf(call, scope), place);
      case 'callable':
        return {
          target: {
            kind: 'callable',
            callable: this.callables.read(written, place, 'target'),
            label: callableLabel(written),
          },
          place,
        };
      case 'redirect':
        return { target: this.#redirects.read(written, pattern, knownDefaults(call, scope), place), place };
      default:
        return undefined;
    }
  }

  #controllerAction(value: StringValue, modules: readonly string[], place: Place): FoundTarget | undefined {
    const [controller = '', action = '', ...rest] = value.value.split('#');
    if (rest.length > 0 || controller === '' || controller === '/' || action === '')
      return this.#misspelt(value.value, undefined, place);
    if (controller.startsWith('&')) return this.#misspelt(value.value, value.value, place);
    if (/\s|::/.test(value.value)) return this.#misspelt(value.value, quotedTarget(value.value), place);
    return { target: { kind: 'controller', controller: qualify(controller, modules), action }, place };
  }

  #action(call: ReadCall, scope: Scope, value: StringValue, place: Place): FoundTarget | undefined {
    this.#refuseParts(call, ['action'], `'${value.value}'`);
    const controller = call.options.get('controller')?.value.value ?? scope.controller;
    if (value.value === '') {
      this.program.diagnostics.invalid(place, "an empty string is no target: write 'controller#action'");
      return undefined;
    }
    if (value.value === '/' && call.row.positionals[0]?.role === 'target') return this.#ownPath(call, place);
    if (/^\/|:\/\//.test(value.value)) return this.#location(value, place);
    if (/\/|\s|::/.test(value.value) || (controller === undefined && /[.:@]|->/.test(value.value))) {
      const changed = value.value.replace(/(?:::|->|[/.:@])([^/.:@>]*)$/, '#$1');
      return this.#misspelt(value.value, quotedTarget(changed), place);
    }
    if (controller === undefined) {
      if (
        call.declaration.damaged ||
        scope.isDoubtful ||
        call.hasUnknownOption ||
        call.mentioned.has('controller')
      )
        return undefined;
      this.program.diagnostics.error(
        'missing-target',
        place,
        `'${value.value}' names an action, and no controller is known here: write 'controller#${value.value}'`,
      );
      return undefined;
    }
    return {
      target: {
        kind: 'controller',
        controller: qualify(controller, modulesOf(call, scope)),
        action: value.value,
      },
      place,
      controllerPlace: controllerPlaceOf(call, scope),
    };
  }

  /** A path, or a whole URL, in the place of a target. */
  #location(value: StringValue, place: Place): undefined {
    const isQuoted = value.notation === 'single' || value.notation === 'double';
    const written = place.source.text.slice(value.span.start, value.span.end);
    const instead = `redirect(${isQuoted ? written : `'${value.value}'`})`;
    this.program.diagnostics.invalid(
      place,
      `'${value.value}' is a location and no target: write \`to => ${instead}\``,
      {
        suggestion: instead,
        fix: { title: `Write \`${instead}\``, edits: [{ span: value.span, text: instead }] },
      },
    );
  }

  /** `root '/'`. */
  #ownPath({ declaration: { keyword }, row }: ReadCall, place: Place): undefined {
    this.program.diagnostics.invalid(
      place,
      `\`${keyword.text}\` has the path '/' by itself; write what answers it, as \`${row.example}\``,
    );
  }

  /** A target in the notation of another language: `users/show`, `users.show`, `Admin::Users#show`. */
  #misspelt(written: string, meant: string | undefined, place: Place): undefined {
    this.program.diagnostics.invalid(
      place,
      `'${written}' is no target: write ${meant ?? "'controller#action'"}`,
      { suggestion: meant },
    );
  }

  #implied(
    call: ReadCall,
    scope: Scope,
    ownPath: string,
    place: Place,
    pattern: Pattern,
  ): FoundTarget | undefined {
    const controller = call.options.get('controller')?.value.value ?? scope.controller;
    const action = call.options.get('action')?.value.value;
    const modules = modulesOf(call, scope);
    if (controller !== undefined) {
      const implied = action ?? impliedAction(ownPath);
      if (implied !== undefined) {
        return {
          target: { kind: 'controller', controller: qualify(controller, modules), action: implied },
          place,
          controllerPlace: controllerPlaceOf(call, scope),
        };
      }
    } else if (action === undefined) {
      const words = plainWords(ownPath);
      if (words && words.length > 1) {
        const { controller: named, action: last } = controllerAndAction(words);
        return { target: { kind: 'controller', controller: qualify(named, modules), action: last }, place };
      }
    }
    if (scope.isDoubtful || (call.mentioned.has('controller') && controller === undefined)) return undefined;
    if (lacksMore(call)) return undefined;
    const write =
      controller === undefined
        ? `\`to => '${(action === undefined ? wholeTarget(pattern, modules) : undefined) ?? `controller#${action ?? 'action'}`}'\``
        : "`to => 'action'`";
    this.program.diagnostics.error(
      'missing-target',
      place,
      `this route does not say what answers it: add ${write}`,
    );
    return undefined;
  }

  #refuseParts(call: ReadCall, names: readonly ('controller' | 'action')[], target: string): void {
    for (const name of names) {
      const option = call.options.get(name);
      if (!option) continue;
      this.program.diagnostics.invalid(
        { source: call.declaration.source, span: option.nameSpan },
        `'${name}' has no meaning beside the target ${target}; leave one of them out`,
      );
    }
  }
}

/** The defaults of a route, or undefined where those of its own could not be read. */
function knownDefaults(call: ReadCall, scope: Scope): Defaults | undefined {
  const isLost = call.hasUnknownOption || (call.mentioned.has('defaults') && !call.options.has('defaults'));
  return isLost ? undefined : scope.defaults;
}

/** The controller with the modules around it; a leading slash leaves them out, other slashes that join nothing mean nothing. */
export function qualify(controller: string, modules: readonly string[]): string {
  const whole =
    modules.length === 0 || controller.startsWith('/') ? controller : `${modules.join('/')}/${controller}`;
  return withoutEmptyPieces(whole);
}

function controllerPlaceOf(call: ReadCall, scope: Scope): Place | undefined {
  const own = call.options.get('controller')?.value;
  return own ? { source: call.declaration.source, span: own.span } : scope.controllerPlace;
}

function modulesOf(call: ReadCall, scope: Scope): readonly string[] {
  const own = call.options.get('module')?.value.value;
  return own === undefined ? scope.modules : [...scope.modules, own];
}

/** Where a whole path would lead, scopes included: `/settings/account` in the namespace is `/settings#account`. */
function wholeTarget({ text }: Pattern, modules: readonly string[]): string | undefined {
  const words = plainWords(text);
  if (!words || words.length < 2) return undefined;
  const { controller, action } = controllerAndAction(words);
  return `${modules.length > 0 ? '/' : ''}${controller}#${action}`;
}

/** The last word of a path is the action, those before it the controller. */
function controllerAndAction(words: readonly string[]): { controller: string; action: string } {
  const names = words.map((word) => word.replaceAll('-', '_'));
  const action = names.pop() ?? '';
  return { controller: names.join('/'), action };
}

/** A target in quotes, with what other languages write in it put right; undefined where it is still none. */
function quotedTarget(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/(?<!\s)\s*#\s*/, '#')
    .replaceAll('::', '/');
  return /^[\p{L}\p{N}_/-]+#[\p{L}\p{N}_-]+$/u.test(plain) ? `'${plain}'` : undefined;
}

/** The words of a path that has nothing else: `photos/search`. */
function plainWords(path: string): string[] | undefined {
  const pieces = path.split('/').filter((piece) => piece !== '');
  return pieces.every(isWord) ? pieces : undefined;
}

/**
 * The action that a path implies: its last literal segment, optional groups aside, `-` read as `_`. `/:id/list(.:format)`
 * gives `list`; undefined where there is no literal segment, or it could not be an action's name.
 */
function impliedAction(path: string): string | undefined {
  let required = path.replace(/\.:format$/, '');
  for (let outer = required; (required = outer.replace(/\([^()]*\)/g, '')) !== outer;) outer = required;
  const literal = required.split('/').findLast((piece) => piece !== '' && !/[:*]/.test(piece));
  return literal !== undefined && isWord(literal) ? literal.replaceAll('-', '_') : undefined;
}

/** Whether a call lacks something besides its target, or may have meant to give it. */
function lacksMore({ declaration, hasUnknownOption, row, positionals, mentioned }: ReadCall): boolean {
  if (declaration.damaged || hasUnknownOption) return true;
  return (
    (row.positionals.length > 0 && positionals.length === 0) ||
    row.required?.some((name) => !mentioned.has(name)) === true
  );
}
