// For whoever watches over the server: whether it answers, and whether its database does.

import { Response } from 'waypost';
import { row } from '../store/database.js';

const startedAt = Date.now();

export function check(): Response {
  const headers = { 'cache-control': 'no-store' };
  try {
    row('SELECT 1');
    return Response.json({ status: 'ok', seconds: Math.round((Date.now() - startedAt) / 1000) }, { headers });
  } catch {
    return Response.json({ status: 'no database' }, { status: 503, headers });
  }
}
