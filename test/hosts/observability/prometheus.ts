import { tracingChannel } from 'node:diagnostics_channel';
import { Histogram } from 'prom-client';
import { isHttpError, type RequestTrace } from 'waypost';

/** A histogram of durations by method, route and status. What no route answers is one row: paths are the clients' to choose. */
export function measureRequests(): Histogram {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
  });
  const started = new WeakMap<object, number>();
  const finish = (message: unknown): void => {
    const { request, route, result, error } = message as RequestTrace;
    const start = started.get(message as object);
    if (start === undefined || (result === undefined && error === undefined)) return;
    started.delete(message as object);
    const status = result?.status ?? (isHttpError(error) ? error.status : 500);
    const labels = { method: request.method, route: route?.pattern ?? 'none', status };
    durations.observe(labels, (performance.now() - start) / 1000);
  };
  tracingChannel('waypost:request').subscribe({
    start: (message) => void started.set(message as object, performance.now()),
    end: finish,
    asyncStart: () => undefined,
    asyncEnd: finish,
    error: () => undefined,
  });
  return durations;
}
