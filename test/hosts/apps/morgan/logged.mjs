// Prints what morgan logs of a request, by the Fetch handler of whichever runtime runs this.

import morgan from 'morgan';
import { MiddlewareStack, routes, toFetchHandler } from 'waypost';
import { fromConnect } from 'waypost/node';

const log = morgan(':method :url :status :res[content-length]', {
  stream: { write: (line) => console.log(line.trim()) },
});
const stack = new MiddlewareStack().use('morgan', fromConnect(log));
const handle = toFetchHandler(stack.build(routes`get '/', to => ${() => 'hello'}`));

for (const path of ['/', '/other']) await (await handle(new Request(`http://a.example${path}`))).text();
