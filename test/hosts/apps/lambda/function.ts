import type { ServerRequest } from 'srvx';
import { type AWSLambdaHandler, toLambdaHandler } from 'srvx/aws-lambda';
import { toFetchHandler } from 'waypost';
import { withQuery } from './load-balancer.js';
import { router } from './router.js';

const fetch = toFetchHandler(router, { remoteAddress: (request: ServerRequest) => request.ip });
const handle = toLambdaHandler({ fetch });

export const handler: AWSLambdaHandler = (event, context) => handle(withQuery(event), context);
