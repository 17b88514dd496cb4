// Types of actions. `waypost types` writes the params and layers of each action and the actions of each controller. Each routes file has
// its own symbol as key, because a program and its packages may have several routes files with equal names.
//
//   declare const routes: unique symbol;
//   declare module 'waypost/router' {
//     interface RoutedFiles {
//       [routes]: { actions: { 'posts#show': { params: { id: string } } }; controllers: { posts: 'show' } };
//     }
//   }
//   export function show(request: ActionRequest<'posts#show'>) { request.params.id … }
//
// All types look up single keys and never map over all actions, so a table of any size costs the compiler little. Some types are written
// out in full where an alias would cost the compiler more than the look-up.

import type { Params, Request, Valid } from '../../http/request.js';

/**
 * The actions and controllers of each routes file. Empty unless `waypost types` has written them (docs/url-helpers.md, "Types of actions").
 */
export interface RoutedFiles {}

/** The routed actions, as `controller#action`, in the form that earlier versions wrote for a single routes file. */
export interface RoutedActions {}

/** The names of each controller's routed actions, in the form that earlier versions wrote for a single routes file. */
export interface RoutedControllers {}

/** The tables of all files. */
export type RoutedTables =
  | RoutedFiles[keyof RoutedFiles]
  | { readonly actions: RoutedActions; readonly controllers: RoutedControllers };

/** The keys of any of several tables. */
export type NameIn<Table> = Table extends unknown ? keyof Table : never;

/** The entries under a name in several tables. */
export type EntryIn<Table, Name> = Table extends unknown
  ? Name extends keyof Table
    ? Table[Name]
    : never
  : never;

/** The name of a routed action, as `controller#action`; any string if no actions are known. */
export type ActionName = [NameIn<RoutedTables['actions']>] extends [never]
  ? string
  : NameIn<RoutedTables['actions']>;

/** A part of an action's entry, such as its params, or `Otherwise` if the action is not known. */
export type PartOf<Entry, Part extends string, Otherwise> = [Entry] extends [never]
  ? Otherwise
  : Entry extends { readonly [part in Part]: infer Found extends object }
    ? Found
    : Otherwise;

/** Joins the params of an action in several files. A name that some of them lack is optional. */
export type JoinedParams<Each> = [NameIn<Each>] extends [keyof Each]
  ? Each
  : Pick<Each, keyof Each> & {
      [Name in Exclude<NameIn<Each>, keyof Each>]?: NonNullable<EntryIn<Each, Name>>;
    };

/** The params of an action. A param that some of its routes do not give is optional. */
export type ActionParams<Name extends ActionName> = JoinedParams<
  PartOf<EntryIn<RoutedTables['actions'], Name>, 'params', Params>
>;

/** The request that an action gets. */
export type ActionRequest<Name extends ActionName> = Request<
  JoinedParams<PartOf<EntryIn<RoutedTables['actions'], Name>, 'params', Params>>,
  PartOf<EntryIn<RoutedTables['actions'], Name>, 'valid', Valid>
>;

/** The name of a controller that has routed actions; any string if no controllers are known. */
export type ControllerName = [NameIn<RoutedTables['controllers']>] extends [never]
  ? string
  : NameIn<RoutedTables['controllers']>;

/** The names of a controller's routed actions; any string if no controllers are known. */
export type ActionOf<Name extends string> = [NameIn<RoutedTables['controllers']>] extends [never]
  ? string
  : EntryIn<RoutedTables['controllers'], Name> & string;

/** A name in camelCase: `markRead` for `mark_read` and `mark-read`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${CamelCase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : Name;

/**
 * A function for each routed action of a controller: `({ index, show }) satisfies Controller<'posts'>`. The functions have the names of the
 * routes file, or with `'camelCase'` their camelCase form, as for a class whose methods are named so.
 */
export type Controller<
  Name extends ControllerName,
  Spelling extends 'as written' | 'camelCase' = 'as written',
> = RoutedController<Name, Spelling>;

/** `Controller` for any name. A parameter limited to `ControllerName` would make the compiler try all controllers. */
export type RoutedController<
  Name extends string,
  Spelling extends 'as written' | 'camelCase' = 'as written',
> = {
  readonly [Action in ActionOf<Name> as Spelling extends 'camelCase' ? CamelCase<Action> : Action]: (
    request: Request<
      JoinedParams<PartOf<EntryIn<RoutedTables['actions'], `${Name}#${Action}`>, 'params', Params>>,
      PartOf<EntryIn<RoutedTables['actions'], `${Name}#${Action}`>, 'valid', Valid>
    >,
  ) => unknown;
};
