// What TypeScript knows of actions: `waypost types` writes the params and layers of each into `RoutedActions`, and the actions of
// each controller into `RoutedControllers`.
//
//   declare module 'waypost' {
//     interface RoutedActions { 'posts#show': { params: { id: string } } }
//     interface RoutedControllers { posts: 'show' }
//   }
//   export function show(request: ActionRequest<'posts#show'>) { request.params.id … }
//
// Both are looked up by key and never walked through as a whole, so that a table of any size costs the compiler little.

import type { Params, Request, Valid } from '../../http/request.js';

/** The routed actions, as `controller#action`; empty unless `waypost types` has written them (docs/url-helpers.md, "Types of actions"). */
export interface RoutedActions {}

/** The names of each controller's routed actions, by the controller's; empty unless `waypost types` has written them. */
export interface RoutedControllers {}

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

/** The name of a controller that has routed actions; any text where none are known. */
export type ControllerName = keyof RoutedControllers extends never ? string : keyof RoutedControllers;

/** The names of a controller's routed actions. */
export type ActionOf<Name extends string> = RoutedControllers extends { readonly [name in Name]: infer Found }
  ? Found & string
  : keyof RoutedControllers extends never
    ? string
    : never;

/** A function for each routed action of a controller: `({ index, show }) satisfies Controller<'posts'>`. */
export type Controller<Name extends ControllerName> = {
  readonly [Action in ActionOf<Name>]: (
    request: Request<
      Known<`${Name}#${Action}`, 'params', Params>,
      Known<`${Name}#${Action}`, 'valid', Valid>
    >,
  ) => unknown;
};
