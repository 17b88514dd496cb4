import { type Request, Response, hostArguments } from 'waypost';

export function index(): string {
  return 'shop';
}

export function show(request: Request): string {
  const links = request.helpers as { pathFor(name: string, id: number): string };
  return `${request.scriptName} ${request.path} ${links.pathFor('order', 8)}`;
}

/** The address that the client asked for, as links for others have it. */
export function address(request: Request): string {
  return new URL(request.url).host;
}

/** Whom the host has found the client to be, at the place where each kind of host keeps such; `event` where it gave one. */
export function whose(request: Request): string {
  const [first, second] = hostArguments<[Given, Given | undefined]>(request);
  const user = first.user ?? first.state?.user ?? second?.get?.('user');
  return user ?? (second?.request === undefined ? 'nobody' : 'event');
}

interface Given {
  readonly user?: string;
  readonly state?: { readonly user?: string };
  readonly request?: object;
  get?(name: string): string | undefined;
}

export function missing(): Response {
  return new Response({ status: 404, body: 'no such order' });
}
