// waypost in NestJS, on both of its platforms.

import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { Controller, Get, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { toNodeListener } from 'waypost/node';
import { asked, router, serving } from './support/questions.js';

class Other {
  answer(request: IncomingMessage): string {
    return `host ${request.url}`;
  }
}
Req()(Other.prototype, 'answer', 0);
Get('other')(Other.prototype, 'answer', Object.getOwnPropertyDescriptor(Other.prototype, 'answer')!);
Controller('shop')(Other);
class AppModule {}
Module({ controllers: [Other] })(AppModule);

asked('NestJS 11', async () => {
  const app = await NestFactory.create(AppModule, { logger: false });
  app.use('/shop', toNodeListener(router));
  await app.init();
  const served = await serving(app.getHttpAdapter().getInstance() as Parameters<typeof serving>[0]);
  return {
    origin: served.origin,
    behind: 'host /shop/other?a=b',
    failure: 'Internal server error',
    close: () => Promise.all([served.close(), app.close()]),
  };
});

asked('NestJS 11 on Fastify', async () => {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
    logger: false,
  });
  app.use('/shop', toNodeListener(router));
  await app.listen(0, '127.0.0.1');
  return {
    origin: await app.getUrl(),
    behind: 'host /shop/other?a=b',
    failure: 'Internal server error',
    close: () => app.close(),
  };
});
