// `recheck` ships its browser build, the one without workers and native code, untyped.
declare module 'recheck/lib/browser.js' {
  export * from 'recheck';
}
