// What middleware written for Express does with a request and a response comes to the same answer without Express as in it.

import express, { type RequestHandler } from 'express';
import { expect, it } from 'vitest';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { listening } from '../support/raw-http.js';

const layers: Readonly<Record<string, RequestHandler>> = {
  'the host': (req, res) => void res.json([req.hostname, req.protocol, req.secure, req.subdomains]),
  'the path': (req, res) => void res.json([req.path, req.originalUrl, req.baseUrl, req.query]),
  'the client': (req, res) => void res.json([req.ip, req.ips, req.xhr]),
  'headers of the request': (req, res) => void res.json([req.get('Accept'), req.header('x-none') ?? null]),
  text: (_, res) => void res.send('<b>é</b>'),
  'no text': (_, res) => void res.send(''),
  nothing: (_, res) => void res.send(),
  null: (_, res) => void res.send(null),
  bytes: (_, res) => void res.send(Buffer.from([1, 2, 255])),
  'an object': (_, res) => void res.send({ a: 1, é: 'ü' }),
  'a boolean': (_, res) => void res.send(true),
  'a number': (_, res) => void res.json(5),
  'JSON of nothing': (_, res) => void res.json(undefined),
  'text of another type': (_, res) => void res.type('text/plain').send('x'),
  'a type by its ending': (_, res) => void res.type('.svg').send(Buffer.from('<svg/>')),
  'a type that nobody knows': (_, res) => void res.contentType('zzz').end(),
  'a status': (_, res) => void res.status(201).send('made'),
  'a status alone': (_, res) => void res.sendStatus(404),
  'a status without words': (_, res) => void res.sendStatus(299),
  'no content': (_, res) => void res.sendStatus(204),
  'not modified': (_, res) => void res.status(304).send('unseen'),
  'a redirect': (_, res) => res.redirect('/a b?c=é'),
  'a redirect for good': (_, res) => res.redirect(301, 'https://x.example/<ü>'),
  'a location': (_, res) => void res.location('/x y').end(),
  'what it varies with': (_, res) =>
    void res
      .vary('Accept')
      .vary(['Origin', 'accept'] as never)
      .vary('X, Y')
      .end(),
  'that it varies with anything': (_, res) => void res.vary('Accept').vary('*').end(),
  'a header in pieces': (_, res) => void res.append('Link', '<a>').append('Link', ['<b>', '<c>']).end(),
  'headers together': (_, res) => void res.set({ 'X-A': '1', 'Content-Type': 'text/html' }).end(),
  'a header that it has': (_, res) => void res.header('X-A', 'y').json(res.get('x-a')),
  'a list for a header': (_, res) => void res.set('X-B', ['2', '3']).end(),
  cookies: (_, res) => void res.cookie('a', 'b c').cookie('o', { x: 1 }).cookie('n', 5).end(),
  'a cookie with all it may have': (_, res) =>
    void res
      .cookie('a', 'b', { httpOnly: true, path: '/p', domain: 'x.example', expires: new Date(0) })
      .cookie('c', 'd', { sameSite: 'none', secure: true, partitioned: true, priority: 'high' })
      .cookie('e', 'f', { sameSite: true, maxAge: 61_500 })
      .cookie('g', 'h i', { encode: (value) => value.replace(' ', '+') })
      .end(),
  'cookies to be forgotten': (_, res) => void res.clearCookie('a').clearCookie('b', { path: '/x' }).end(),
};

/** Of a cookie's age, that it has one. */
const aged = (cookie: string): string => cookie.replace(/Expires=\w{3}, \d\d \w{3} 2[^;]*/, 'Expires=later');

async function told(url: string, method: string): Promise<unknown> {
  const answer = await fetch(`${url}/a/b?x=1&y=2&y=a%20b`, {
    method,
    redirect: 'manual',
    headers: { accept: 'text/plain', 'x-requested-with': 'XMLHttpRequest' },
  });
  const headers = new Map(answer.headers);
  for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding', 'set-cookie'])
    headers.delete(name);
  // Node tells of an empty answer to HEAD what it likes, and Express chooses between texts of a redirect.
  if (headers.get('content-length') === '0') headers.delete('content-length');
  if (headers.has('location')) headers.delete('vary');
  const cookies = answer.headers.getSetCookie().map(aged);
  return [answer.status, Object.fromEntries(headers), cookies, await answer.text()];
}

it.each(Object.entries(layers))('%s', async (_, layer) => {
  const unreached = { call: () => expect.unreachable('the layer answers') };
  const app = express().disable('x-powered-by').disable('etag').use(layer);
  const [own, theirs] = await Promise.all([
    listening(toNodeListener(new MiddlewareStack().use('layer', fromConnect(layer)).build(unreached))),
    listening(app),
  ]);
  for (const method of ['GET', 'HEAD'])
    expect([method, await told(own.url, method)]).toEqual([method, await told(theirs.url, method)]);
  await Promise.all([own.close(), theirs.close()]);
});
