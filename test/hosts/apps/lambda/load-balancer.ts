import type { AWSLambdaHandler } from 'srvx/aws-lambda';

type LambdaEvent = Parameters<AWSLambdaHandler>[0];

/** The event of a load balancer, which gives the query escaped as it came: the adapter would escape it once more. */
export function withQuery(event: LambdaEvent): LambdaEvent {
  if (!('elb' in (event.requestContext ?? {})) || 'rawQueryString' in event) return event;
  const pairs = Object.entries(event.queryStringParameters ?? {}).map((pair) => pair.join('='));
  return Object.assign({}, event, { rawQueryString: pairs.join('&') });
}
