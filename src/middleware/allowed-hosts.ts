// The check of hosts as an entry of a stack.

import { hostCheck } from '../http/host-check.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import { Middleware, type MiddlewareArguments } from './middleware.js';

/** What `AllowedHosts` is made with. */
export interface AllowedHostsArguments extends MiddlewareArguments {
  /** The hosts answered for, `.example.com` being a domain with all below it. */
  readonly hosts: readonly string[];
}

/** Answers 421 to what is asked of a host that is not among the allowed ones (docs/middleware.md, "Servers"). */
export class AllowedHosts extends Middleware {
  private readonly check: (request: Request) => void;

  /** Throws a `TypeError` for a text that is no host. */
  constructor(args: AllowedHostsArguments) {
    super(args);
    this.check = hostCheck(args.hosts);
  }

  override call(request: Request): Response | Promise<Response> {
    this.check(request);
    return this.app.call(request);
  }
}
