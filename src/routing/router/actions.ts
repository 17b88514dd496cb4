// What TypeScript knows of actions: `waypost types` writes the params and layers of each, and the actions of each controller, under a symbol
// of its own, since a program may have several routes files, and packages in it that call them alike.
//
//   declare const routes: unique symbol;
//   declare module 'waypost/router' {
//     interface RoutedFiles {
//       [routes]: { actions: { 'posts#show': { params: { id: string } } }; controllers: { posts: 'show' } };
//     }
//   }
//   export function show(request: ActionRequest<'posts#show'>) { request.params.id … }
//
// Actions and controllers are looked up by key and never walked through as a whole, so that tables of any size cost the compiler little. What a
// use asks for is written out where an alias between would cost the compiler more than a look-up does.

import type { Params, Request, Valid } from '../../http/request.js';

/** The actions and the controllers of each routes file; empty unless `waypost types` has written them (docs/url-helpers.md, "Types of actions"). */
export interface RoutedFiles {}

/** The routed actions, as `controller#action`, where an earlier version has written them for one routes file. */
export interface RoutedActions {}

/** The names of each controller's routed actions, by the controller's, where an earlier version has written them. */
export interface RoutedControllers {}

/** What is known of the routes of each file. */
export type RoutedTables =
  | RoutedFiles[keyof RoutedFiles]
  | { readonly actions: RoutedActions; readonly controllers: RoutedControllers };

/** The names in any of some tables. */
export type NameIn<Table> = Table extends unknown ? keyof Table : never;

/** What each of some tables says of a name that it has. */
export type EntryIn<Table, Name> = Table extends unknown
  ? Name extends keyof Table
    ? Table[Name]
    : never
  : never;

/** The name of a routed action; any text where none are known. */
export type ActionName = [NameIn<RoutedTables['actions']>] extends [never]
  ? string
  : NameIn<RoutedTables['actions']>;

/** A part of what the files say of an action, otherwise what is given. */
export type PartOf<Entry, Part extends string, Otherwise> = [Entry] extends [never]
  ? Otherwise
  : Entry extends { readonly [part in Part]: infer Found extends object }
    ? Found
    : Otherwise;

/** The params of an action in several files as one: a name that some of them leave out is optional. */
export type JoinedParams<Each> = [NameIn<Each>] extends [keyof Each]
  ? Each
  : Pick<Each, keyof Each> & {
      [Name in Exclude<NameIn<Each>, keyof Each>]?: NonNullable<EntryIn<Each, Name>>;
    };

/** The params of an action: what all of its routes give, and as optional what some of them may leave out. */
export type ActionParams<Name extends ActionName> = JoinedParams<
  PartOf<EntryIn<RoutedTables['actions'], Name>, 'params', Params>
>;

/** A request as an action gets it. */
export type ActionRequest<Name extends ActionName> = Request<
  JoinedParams<PartOf<EntryIn<RoutedTables['actions'], Name>, 'params', Params>>,
  PartOf<EntryIn<RoutedTables['actions'], Name>, 'valid', Valid>
>;

/** The name of a controller that has routed actions; any text where none are known. */
export type ControllerName = [NameIn<RoutedTables['controllers']>] extends [never]
  ? string
  : NameIn<RoutedTables['controllers']>;

/** The names of a controller's routed actions. */
export type ActionOf<Name extends string> = [NameIn<RoutedTables['controllers']>] extends [never]
  ? string
  : EntryIn<RoutedTables['controllers'], Name> & string;

/** A name as a function of its own is called: `markRead` of `mark_read` and `mark-read`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${CamelCase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : Name;

/**
 * A function for each routed action of a controller: `({ index, show }) satisfies Controller<'posts'>`. Each has the name that the routes file has,
 * or with `'camelCase'` that in camelCase, as for a class whose methods are called so.
 */
export type Controller<
  Name extends ControllerName,
  Spelling extends 'as written' | 'camelCase' = 'as written',
> = RoutedController<Name, Spelling>;

/** A controller of any name: with one of all that there are, the compiler would make something of each. */
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
