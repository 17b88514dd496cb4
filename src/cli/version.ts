// The version of the package, put in when it is built.

declare const WAYPOST_VERSION: string | undefined;

export const version: string = typeof WAYPOST_VERSION === 'string' ? WAYPOST_VERSION : '0.0.0-source';
