/// <reference lib="webworker" />
import { toFetchHandler } from 'waypost';
import router from '../../shop/routes';

declare const self: ServiceWorkerGlobalScope;

const shop = toFetchHandler(router, { prefix: '/shop', otherwise: (request) => fetch(request) });

self.addEventListener('fetch', (event) => event.respondWith(shop(event.request)));
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
