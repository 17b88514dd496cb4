// What the plugin of the bundlers is told. Apart from the plugin, so that the declarations of the entries need no bundler's.

/** The options of the plugin, the same for every bundler (docs/bundlers.md). */
export interface BundlerOptions {
  /** The project's folder, which all routes files are in; the bundler's own unless given. */
  readonly root?: string | undefined;
  /**
   * The folder of the controllers; the configured one, or `controllers` of the application, unless given. False for none: the router is given them by
   * `createRouter`, or makes URLs alone.
   */
  readonly controllers?: string | false | undefined;
  /** Whether the router has URL helpers; it has unless this is false. */
  readonly helpers?: boolean | undefined;
  /**
   * `size` is the default. `speed` makes the compiled routes and helpers as fast as loaded ones; the bundle is larger by the numbers in
   * docs/bundlers.md, "Optimising for speed".
   */
  readonly optimize?: 'size' | 'speed' | undefined;
  /** Whether a declaration for TypeScript is written beside each routes file; it is unless this is false. */
  readonly types?: boolean | undefined;
}
