// Live reload of `serve --watch`: a page reloads when a new version of the application answers. If a new version does not start, its error
// is shown over the page.
//
// Each HTML page gets a script that listens to the event stream `/.waypost/live`, on which a process sends its version. A draining process
// ends the stream. The browser then connects again, and reloads the page if the version is another one.

import { type Endpoint, isPromise } from '../../http/endpoint.js';
import { Response } from '../../http/response.js';

const livePath = '/.waypost/live';
const scriptPath = '/.waypost/live.js';
const tag = `<script src="${scriptPath}"></script>`;

/** One version of an application, and the browsers that show its pages. */
export class LiveReload {
  private readonly version = `${process.pid}-${Date.now()}`;
  private readonly listeners = new Set<ReadableStreamDefaultController<string>>();
  private problem = '';
  private isClosed = false;

  /** Wraps the built application: answers the script's two paths before any layer, and adds the script to pages. */
  outermost(app: Endpoint): Endpoint {
    const pages = this.withScript(app);
    return {
      call: (request) => {
        if (request.path === livePath) return this.listen();
        return request.path === scriptPath ? liveScript() : pages.call(request);
      },
    };
  }

  /** Wraps an endpoint so that its pages have the script. Also used innermost, where pages are not compressed yet. */
  withScript(app: Endpoint): Endpoint {
    return {
      call: (request) => {
        const answer = app.call(request);
        return isPromise(answer) ? answer.then(withScript) : withScript(answer);
      },
    };
  }

  /** Shows over every page why the next version did not start. */
  showProblem(text: string): void {
    this.problem = text;
    for (const listener of this.listeners) listener.enqueue(event('problem', text));
  }

  /** Ends the event streams, so the browsers connect to the next version. */
  close(): void {
    this.isClosed = true;
    for (const listener of this.listeners) listener.close();
    this.listeners.clear();
  }

  private listen(): Response {
    const { listeners } = this;
    const first = `retry: 300\n${event('version', this.version)}${event('problem', this.problem)}`;
    let own: ReadableStreamDefaultController<string> | undefined;
    const stream = new ReadableStream<string>({
      start: (controller) => {
        own = controller;
        controller.enqueue(first);
        if (this.isClosed) controller.close();
        else listeners.add(controller);
      },
      cancel: () => own && void listeners.delete(own),
    });
    return new Response({
      body: stream,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    });
  }
}

function event(name: string, data: string): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function withScript(response: Response): Response {
  const { body, headers } = response;
  if (typeof body !== 'string' || body.includes(tag) || !headers.get('content-type')?.startsWith('text/html'))
    return response;
  const end = body.lastIndexOf('</body>');
  const page = end < 0 ? body + tag : body.slice(0, end) + tag + body.slice(end);
  headers.delete('content-length');
  headers.delete('etag');
  return response.with({ body: page });
}

function liveScript(): Response {
  return new Response({
    body: script,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  });
}

const script = `(() => {
  let version, shown;
  const source = new EventSource(${JSON.stringify(livePath)});
  source.addEventListener('version', ({ data }) => {
    if (version !== undefined && version !== data) location.reload();
    version = data;
  });
  source.addEventListener('problem', ({ data }) => {
    shown?.remove();
    const text = JSON.parse(data);
    if (text === '') return;
    shown = document.createElement('div');
    shown.setAttribute('role', 'alert');
    const pane = shown.attachShadow({ mode: 'open' });
    const page = document.createElement('pre');
    page.textContent = text;
    page.style.cssText = 'position:fixed;inset:0;z-index:2147483647;margin:0;padding:2rem;overflow:auto;background:#1c1c1e;color:#fff;border-top:6px solid #a3172a;font:14px/1.6 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2;outline:none';
    page.tabIndex = 0;
    pane.append(page);
    document.documentElement.append(shown);
    page.focus();
  });
})();
`;
