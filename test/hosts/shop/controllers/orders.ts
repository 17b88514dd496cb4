import { type Request, Response } from 'waypost';

export function index(): string {
  return 'shop';
}

export function show(request: Request): string {
  const links = request.helpers as { pathFor(name: string, id: number): string };
  return `${request.scriptName} ${request.path} ${links.pathFor('order', 8)}`;
}

export function missing(): Response {
  return new Response({ status: 404, body: 'no such order' });
}
