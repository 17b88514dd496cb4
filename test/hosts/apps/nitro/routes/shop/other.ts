import { defineHandler } from 'nitro/h3';

export default defineHandler(({ url }) => `host ${url.pathname}`);
