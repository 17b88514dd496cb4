import { tracingChannel } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isHttpError, type RequestTrace } from 'waypost';

/** A span for each request, named by its method and route. */
export function traceRequests(): void {
  const spans = new WeakMap<object, Span>();
  const finish = (message: unknown): void => {
    const { request, route, result, error } = message as RequestTrace;
    const span = spans.get(message as object);
    if (span === undefined || (result === undefined && error === undefined)) return;
    spans.delete(message as object);
    if (route !== undefined) {
      span.updateName(`${request.method} ${route.pattern}`);
      span.setAttribute('http.route', route.pattern);
    }
    const status = result?.status ?? (isHttpError(error) ? error.status : 500);
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : String(status));
      if (error instanceof Error) span.recordException(error);
    }
    span.end();
  };
  tracingChannel('waypost:request').subscribe({
    start(message) {
      const { request } = message as RequestTrace;
      const attributes = {
        'http.request.method': request.method,
        'url.scheme': request.protocol,
        'url.path': request.path,
      };
      const span = trace
        .getTracer('waypost')
        .startSpan(request.method, { kind: SpanKind.SERVER, attributes });
      spans.set(message as object, span);
    },
    end: finish,
    asyncStart: () => undefined,
    asyncEnd: finish,
    error: () => undefined,
  });
}
