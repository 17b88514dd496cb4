// `recheck` has no types for its browser build, which needs neither workers nor native code.
declare module 'recheck/lib/browser.js' {
  export * from 'recheck';
}
