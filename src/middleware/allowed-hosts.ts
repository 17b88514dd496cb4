// The check of hosts as a middleware.

import { hostCheck } from '../http/host-check.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import { Middleware, type MiddlewareArguments } from './middleware.js';

/** The arguments of `AllowedHosts`. */
export interface AllowedHostsArguments extends MiddlewareArguments {
  /** The hosts to answer for; `.example.com` includes all its subdomains. */
  readonly hosts: readonly string[];
}

/** Answers requests for any other host with 421 (docs/middleware.md, "Servers"). */
export class AllowedHosts extends Middleware {
  private readonly check: (request: Request) => void;

  /** Throws a `TypeError` if `hosts` is not a list of hosts. */
  constructor(args: AllowedHostsArguments) {
    super(args);
    this.check = hostCheck(args.hosts);
  }

  override call(request: Request): Response | Promise<Response> {
    this.check(request);
    return this.app.call(request);
  }
}
