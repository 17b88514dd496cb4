// What stands behind waypost in an Express application: a page of its own below `/shop`, and an error handler.

import type { Express, NextFunction, Request, Response } from 'express';
import { type Host, serving } from './questions.js';

export async function expressHost(app: Express): Promise<Host> {
  app.get('/shop/other', (incoming, outgoing) => void outgoing.send(`host ${incoming.originalUrl}`));
  app.use((error: Error & { status?: number }, _: Request, outgoing: Response, next: NextFunction) => {
    void next;
    outgoing.status(error.status ?? 500).send(`host: ${error.message}`);
  });
  return { ...(await serving(app)), behind: 'host /shop/other?a=b', failure: 'host: lost' };
}
