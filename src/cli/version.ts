// The version of the package, which the build inserts.

declare const WAYPOST_VERSION: string | undefined;

export const version: string = typeof WAYPOST_VERSION === 'string' ? WAYPOST_VERSION : '0.0.0-source';
