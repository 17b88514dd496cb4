import { defineNitroConfig } from 'nitro/config';
import waypost from 'waypost/rollup';

export default defineNitroConfig({
  rollupConfig: { plugins: [waypost()] },
});
