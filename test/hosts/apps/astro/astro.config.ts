import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import waypost from 'waypost/vite';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  security: { allowedDomains: [{ hostname: '127.0.0.1' }] },
  vite: { plugins: [waypost()] },
});
