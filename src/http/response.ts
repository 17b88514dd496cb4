// Contract; the implementation follows.
export class Response { constructor(_init: { readonly body?: unknown; readonly status?: number; readonly headers?: unknown } = {}) {} }
