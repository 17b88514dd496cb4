// The check of hosts as an entry of a stack.

import type { Endpoint } from '../http/endpoint.js';
import { hostCheck } from '../http/host-check.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import { Middleware } from './middleware.js';

/** What `AllowedHosts` is made with. */
export interface AllowedHostsArguments {
  /** What is inside it. */
  readonly app: Endpoint;
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
