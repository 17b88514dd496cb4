// Finds the target of a route: from `to`, `controller` and `action`, from its path, and from the scopes around it.
//
//   get '/photos/search'                         photos#search
//   controller 'photos', { get '/search' }       photos#search

import { replacing } from '../language/habits.js';
import { foreignTarget } from '../language/value-habits.js';
import type { ReadCall } from '../language/read-call.js';
import { callableLabel, type StringValue, type Value } from '../language/declarations.js';
import { WrittenPlace } from '../language/written-nodes.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { refuse, type RefusalDetails } from './call-options.js';
import { readCallable } from './callables.js';
import type { Context } from './context.js';
import type { BuiltPattern, FoundTarget } from './interpreted-route.js';
import { isWord, withoutEmptyPieces } from './names.js';
import { RedirectReader } from './redirects.js';
import type { Scope } from './scope.js';

const partsOfTarget: ReadonlySet<'controller' | 'action'> = new Set(['controller', 'action']);

/** Reads the target of a call of a verb, `match` or `root`. */
export class TargetReader {
  /** The controller from the call or the scopes around it. */
  readonly #controller: string | undefined;

  /** @param scope includes the declaration's own defaults */
  constructor(
    readonly context: Context,
    readonly call: ReadCall,
    readonly scope: Scope,
    readonly built: BuiltPattern,
  ) {
    this.#controller = call.options.get('controller')?.value.value ?? scope.controller;
  }

  /**
   * The target; undefined if there is none, which has been reported.
   *
   * @param written the value of `to`, or of the positional in its place
   * @param ownPath the path that this declaration writes, which may imply the target
   */
  of(written: Value | undefined, ownPath: string): FoundTarget | undefined {
    const { context, call } = this;
    const { pattern } = this.built;
    const { source } = call.declaration;
    if (!written) return call.mentioned.has('to') ? undefined : this.#implied(ownPath);
    if (written.kind === 'string' && !written.value.includes('#')) return this.#action(written);
    if (call.options.hasOneOf(partsOfTarget)) this.#refuseParts(partsOfTarget, source.textOf(written.span));
    const place = new WrittenPlace(source, written.span);
    switch (written.kind) {
      case 'string':
        return this.#controllerAction(written);
      case 'callable': {
        const callable = readCallable(context.program, written, source, 'target');
        return { target: new CallableTarget(callable, callableLabel(written)), place };
      }
      case 'redirect':
        return { target: new RedirectReader(context, written, pattern, this.#defaults()).target(), place };
      default:
        return undefined;
    }
  }

  #controllerAction(value: StringValue): FoundTarget | undefined {
    const { value: text } = value;
    const hash = text.indexOf('#');
    const controller = text.slice(0, hash);
    const action = text.slice(hash + 1);
    if (controller === '' || controller === '/' || action === '' || action.includes('#'))
      return this.#misspelt(value, undefined);
    if (controller.startsWith('&')) return this.#misspelt(value, text);
    if (/\s|::/.test(text)) return this.#misspelt(value, foreignTarget(text));
    return this.#found(controller, action, value);
  }

  #action(value: StringValue): FoundTarget | undefined {
    const { call, scope } = this;
    const controller = this.#controller;
    const text = value.value;
    const action = call.options.get('action')?.value.value;
    // Without a controller, `to` gives the controller.
    const whole = controller === undefined && action ? foreignTarget(`${text}#${action}`) : undefined;
    this.#refuseParts(['action'], `'${text}'`, whole);
    if (whole) return undefined;
    if (text === '') return this.#refuse(value, "an empty string is no target: write 'controller#action'");
    if (text === '/' && call.row.positionals[0]?.role === 'target')
      return this.#refuse(
        value,
        `\`${call.declaration.keyword.text}\` has the path '/' by itself; write what answers it, as \`${call.row.example}\``,
      );
    if (/^\/|:\/\//.test(text)) return this.#location(value);
    if (/\/|\s|::/.test(text) || (controller === undefined && /[.:@]|->/.test(text)))
      return this.#misspelt(value, foreignTarget(text));
    if (controller !== undefined) return this.#found(controller, text, value, true);
    const isInDoubt =
      call.declaration.damaged ||
      scope.isDoubtful ||
      call.hasUnknownOption ||
      call.mentioned.has('controller');
    return isInDoubt
      ? undefined
      : this.#refuse(
          value,
          `'${text}' names an action, and no controller is known here: write 'controller#${text}'`,
          { code: 'missing-target' },
        );
  }

  /** Reports a path or a URL in place of a target. */
  #location(value: StringValue): undefined {
    const isQuoted = value.notation === 'single' || value.notation === 'double';
    const { text } = this.call.declaration.source;
    const written = isQuoted ? text.slice(value.span.start, value.span.end) : `'${value.value}'`;
    const instead = `redirect(${written})`;
    this.#refuse(value, `'${value.value}' is a location and no target: write \`to => ${instead}\``, {
      suggestion: instead,
      fix: replacing(value.span, instead),
    });
  }

  /** Reports a target in another notation: `users/show`, `users.show`, `Admin::Users#show`. */
  #misspelt(value: StringValue, meant: string | undefined): undefined {
    this.#refuse(value, `'${value.value}' is no target: write ${meant ?? "'controller#action'"}`, {
      suggestion: meant,
    });
  }

  #implied(ownPath: string): FoundTarget | undefined {
    const { call, scope } = this;
    const { keyword } = call.declaration;
    const controller = this.#controller;
    const written = call.options.get('action')?.value;
    const action = written?.value;
    if (controller !== undefined) {
      const implied = action ?? impliedAction(ownPath);
      if (implied !== undefined) return this.#found(controller, implied, written ?? keyword, true);
    } else if (action === undefined) {
      const named = targetNamedBy(ownPath);
      if (named) return this.#found(named.controller, named.action, keyword);
    }
    if (scope.isDoubtful || (call.mentioned.has('controller') && controller === undefined)) return undefined;
    if (lacksMore(call)) return undefined;
    const whole = action === undefined ? wholeTarget(this.built.pattern, this.#modules()) : undefined;
    const target = controller === undefined ? (whole ?? `controller#${action ?? 'action'}`) : 'action';
    return this.#refuse(keyword, `this route does not say what answers it: add \`to => '${target}'\``, {
      code: 'missing-target',
    });
  }

  /** An action of a controller. `isAround`: the controller comes from an option of the call or from a scope. */
  #found(controller: string, action: string, { span }: Written, isAround = false): FoundTarget {
    const { source } = this.call.declaration;
    const own = this.call.options.get('controller')?.value;
    const named = own ? { source, span: own.span } : this.scope.controllerPlace;
    return {
      target: new ControllerTarget(qualify(controller, this.#modules()), action),
      place: new WrittenPlace(source, span),
      controllerPlace: isAround ? named : undefined,
    };
  }

  #modules(): readonly string[] {
    const own = this.call.options.get('module')?.value.value;
    return own === undefined ? this.scope.modules : [...this.scope.modules, own];
  }

  /** The defaults of the route; undefined if its own defaults, or the names in its path, could not be read. */
  #defaults(): Scope['defaults'] | undefined {
    const { mentioned, options, hasUnknownOption } = this.call;
    const isLost =
      this.built.isDamaged || hasUnknownOption || (mentioned.has('defaults') && !options.has('defaults'));
    return isLost ? undefined : this.scope.defaults;
  }

  #refuseParts(names: Iterable<'controller' | 'action'>, target: string, whole?: string): void {
    for (const name of names) {
      const option = this.call.options.get(name);
      if (option)
        this.#refuse(
          { span: option.nameSpan },
          `'${name}' has no meaning beside the target ${target}; ${whole ? `write \`to => ${whole}\` for both` : 'leave one of them out'}`,
        );
    }
  }

  #refuse(at: Written, message: string, details?: RefusalDetails): undefined {
    refuse(this.context, this.call, at, message, details);
  }
}

// Classes, like the nodes of the tree (language/written-nodes.ts), so that all targets of a kind have one shape.

class CallableTarget {
  readonly kind = 'callable';

  constructor(
    readonly callable: unknown,
    readonly label: string,
  ) {}
}

class ControllerTarget {
  readonly kind = 'controller';

  constructor(
    readonly controller: string,
    readonly action: string,
  ) {}
}

/** Something with a place in the text. */
type Written = Pick<Value, 'span'>;

/** The controller with the modules around it. A leading slash leaves the modules out; other surplus slashes are dropped. */
export function qualify(controller: string, modules: readonly string[]): string {
  const whole =
    modules.length === 0 || controller.startsWith('/') ? controller : `${modules.join('/')}/${controller}`;
  return withoutEmptyPieces(whole);
}

/** The target that a whole path implies, including scopes: `/settings/account` inside a namespace gives `/settings#account`. */
function wholeTarget({ text }: Pattern, modules: readonly string[]): string | undefined {
  const named = targetNamedBy(text);
  return named && `${modules.length > 0 ? '/' : ''}${named.controller}#${named.action}`;
}

/**
 * The target that a path of two or more plain words implies, ignoring the format: the last word is the action, the others are the
 * controller.
 */
export function targetNamedBy(
  path: string,
): { readonly controller: string; readonly action: string } | undefined {
  const words = plainWords(path.replace(/\(\.:format\)$/, ''));
  if (!words || words.length < 2) return undefined;
  const names = words.map((word) => word.replaceAll('-', '_'));
  const action = names.pop() ?? '';
  return { controller: names.join('/'), action };
}

/** The words of a path that contains nothing else, such as `photos/search`. */
function plainWords(path: string): string[] | undefined {
  const pieces = path.split('/').filter((piece) => piece !== '');
  return pieces.every(isWord) ? pieces : undefined;
}

/**
 * The action that a path implies: its last literal piece outside of optional groups, with `-` as `_`. `/:id/list(.:format)` gives `list`.
 * Undefined if there is no such piece, or it cannot name an action.
 */
function impliedAction(path: string): string | undefined {
  let required = path.replace(/\.:format$/, '');
  for (let outer = required; (required = outer.replace(/\([^()]*\)/g, '')) !== outer;) outer = required;
  const literal = required.split('/').findLast((piece) => piece !== '' && !/[:*]/.test(piece));
  return literal !== undefined && isWord(literal) ? literal.replaceAll('-', '_') : undefined;
}

/** Whether a call lacks something besides its target, or may have meant to give the target. */
function lacksMore({ declaration, hasUnknownOption, row, positionals, mentioned }: ReadCall): boolean {
  if (declaration.damaged || hasUnknownOption) return true;
  return (
    (row.positionals.length > 0 && positionals.length === 0) ||
    row.required?.some((name) => !mentioned.has(name)) === true
  );
}
