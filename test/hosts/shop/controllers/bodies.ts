import { type Request, Response } from 'waypost';

export async function json(request: Request): Promise<Response> {
  return Response.json(await request.json());
}

export async function text(request: Request): Promise<Response> {
  return Response.text(await request.text());
}

export async function form(request: Request): Promise<Response> {
  return Response.json([...(await request.formData())]);
}
