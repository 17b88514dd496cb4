// Contract; the implementation follows.
export interface RequestInit { readonly method: string; readonly path: string; readonly headers?: unknown; readonly query?: unknown; readonly body?: unknown; readonly host?: string; readonly protocol?: string; readonly port?: number | string }
export class Request { constructor(_init: RequestInit) {} }
