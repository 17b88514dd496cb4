import { tracingChannel } from 'node:diagnostics_channel';
import { context } from '@opentelemetry/api';
import { getRPCMetadata } from '@opentelemetry/core';
import type { RequestTrace } from 'waypost';

/** Names the span that the instrumentation of `node:http` has made for a request by its route. */
export function nameHttpSpans(): void {
  const name = (message: unknown): void => {
    const { route } = message as RequestTrace;
    const metadata = getRPCMetadata(context.active());
    if (route !== undefined && metadata !== undefined) metadata.route = route.pattern;
  };
  tracingChannel('waypost:request').subscribe({
    start: () => undefined,
    end: name,
    asyncStart: () => undefined,
    asyncEnd: name,
    error: () => undefined,
  });
}
