import { handleLambdaEventWithStream } from 'srvx/aws-lambda';
import { toFetchHandler } from 'waypost';
import { router } from './router.js';

const fetch = toFetchHandler(router);

export const handler = awslambda.streamifyResponse((event, stream, context) =>
  handleLambdaEventWithStream(fetch, event, stream, context),
);
