// waypost in the dev servers of Vite and webpack.

import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { type InlineConfig, type Plugin, createServer } from 'vite';
import { toNodeListener } from 'waypost/node';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { expressHost } from './support/express-host.js';
import { asked, router, serving } from './support/questions.js';

const viteSettings = {
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.cache/vite`,
  optimizeDeps: { noDiscovery: true },
  server: { allowedHosts: true, ws: false, watch: null },
} as const satisfies InlineConfig;

asked('Vite’s dev server', async () => {
  const shop: Plugin = {
    name: 'shop',
    configureServer: ({ middlewares }) => void middlewares.use('/shop', toNodeListener(router)),
  };
  const tail: Plugin = {
    name: 'tail',
    configureServer:
      ({ middlewares }) =>
      () =>
        void middlewares.use((incoming, outgoing) => outgoing.end(`host ${incoming.originalUrl}`)),
  };
  const vite = await createServer({ ...viteSettings, plugins: [shop, tail] });
  const served = await serving(vite.middlewares);
  return {
    origin: served.origin,
    behind: 'host /shop/other?a=b',
    failure: 'lost',
    teapot: 500,
    close: () => Promise.all([served.close(), vite.close()]),
  };
});

asked('Vite in middleware mode', async () => {
  const app = express();
  const vite = await createServer({
    ...viteSettings,
    server: { ...viteSettings.server, middlewareMode: true },
  });
  app.use('/shop', toNodeListener(router));
  app.use(vite.middlewares);
  const host = await expressHost(app);
  return { ...host, close: () => Promise.all([host.close!(), vite.close()]) };
});

asked('webpack-dev-server 5', async () => {
  const compiler = webpack({
    mode: 'development',
    entry: 'data:text/javascript,1',
    stats: 'none',
    infrastructureLogging: { level: 'none' },
  });
  const configuration: WebpackDevServer.Configuration = {
    setupMiddlewares(middlewares) {
      middlewares.unshift({ name: 'shop', path: '/shop', middleware: toNodeListener(router) });
      return middlewares;
    },
  };
  const setup = configuration.setupMiddlewares!;
  const tail = (incoming: IncomingMessage & { originalUrl?: string }, outgoing: ServerResponse): void =>
    void outgoing.end(`host ${incoming.originalUrl}`);
  const server = new WebpackDevServer(
    {
      port: 'auto',
      host: '127.0.0.1',
      allowedHosts: 'all',
      client: false,
      hot: false,
      static: false,
      setupMiddlewares: (middlewares, self) => [
        ...setup(middlewares, self),
        { name: 'tail', middleware: tail },
      ],
    },
    compiler!,
  );
  await server.start();
  const { port } = server.server!.address() as { readonly port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    behind: 'host /shop/other?a=b',
    failure: 'lost',
    close: () => server.stop(),
  };
});
