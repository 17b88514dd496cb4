import type { ServerRequest } from 'srvx';
import { toLambdaHandler } from 'srvx/aws-lambda';
import { toFetchHandler } from 'waypost';
import { router } from './router.js';

const fetch = toFetchHandler(router, { remoteAddress: (request: ServerRequest) => request.ip });

export const handler = toLambdaHandler({ fetch });
