// What TypeScript knows of actions: `waypost types` writes the params and layers of each into `RoutedActions`.
//
//   declare module 'waypost' { interface RoutedActions { 'posts#show': { params: { id: string } } } }
//   export function show(request: ActionRequest<'posts#show'>) { request.params.id … }
//
// The interface is looked up by key and never walked through as a whole, so that a table of any size costs the compiler little.

import type { Params, Request, Valid } from '../../http/request.js';

/** The routed actions, as `controller#action`; empty unless `waypost types` has written them (docs/url-helpers.md, "Types of actions"). */
export interface RoutedActions {}

/** The name of a routed action; any text where none are known. */
export type ActionName = keyof RoutedActions extends never ? string : keyof RoutedActions;

/** A part of what is known of a routed action, otherwise what is given. */
export type Known<Name, Part extends string, Otherwise> = Name extends keyof RoutedActions
  ? RoutedActions[Name] extends { readonly [part in Part]: infer Found extends object }
    ? Found
    : Otherwise
  : Otherwise;

/** The params of an action: what all of its routes give, and as optional what some of them may leave out. */
export type ActionParams<Name extends ActionName> = Known<Name, 'params', Params>;

/** A request as an action gets it. */
export type ActionRequest<Name extends ActionName> = Request<
  Known<Name, 'params', Params>,
  Known<Name, 'valid', Valid>
>;

/** The actions of a controller that routes lead to. */
export type ActionOf<Name extends string> =
  Extract<keyof RoutedActions, `${Name}#${string}`> extends `${Name}#${infer Action}` ? Action : never;

/** A function for each routed action of a controller: `({ index, show }) satisfies Controller<'posts'>`. */
export type Controller<Name extends string> = keyof RoutedActions extends never
  ? Readonly<Record<string, (request: Request) => unknown>>
  : {
      readonly [Action in ActionOf<Name>]: (
        request: ActionRequest<Extract<keyof RoutedActions, `${Name}#${Action}`>>,
      ) => unknown;
    };
