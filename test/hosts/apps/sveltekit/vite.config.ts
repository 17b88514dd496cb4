import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import waypost from 'waypost/vite';

export default defineConfig({ plugins: [waypost(), sveltekit()] });
