// Options of the bundler plugin. They are in their own file so that the types of the entries do not depend on a bundler.

/** The options of the plugin, the same for every bundler (docs/bundlers.md). */
export interface BundlerOptions {
  /** The project's folder, which contains all routes files; the bundler's root unless given. */
  readonly root?: string | undefined;
  /**
   * The folder of the controllers. By default it is the configured one, or `controllers` of the application. If false, the router gets
   * its controllers from `createRouter`, or only makes URLs.
   */
  readonly controllers?: string | false | undefined;
  /** Whether the router has URL helpers; true unless given. */
  readonly helpers?: boolean | undefined;
  /**
   * `size` is the default. `speed` makes compiled routes and helpers as fast as loaded ones, in a larger bundle; the numbers are in
   * docs/bundlers.md, "Optimising for speed".
   */
  readonly optimize?: 'size' | 'speed' | undefined;
  /** Whether a TypeScript declaration is written beside each routes file; true unless given. */
  readonly types?: boolean | undefined;
}
