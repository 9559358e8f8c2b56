import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { manifest } from './manifest.config';

export default defineConfig({
  modules: ['@wxt-dev/i18n/module'],
  // Every dependency is a visible import, so the dependency rule can be checked.
  imports: false,
  publicDir: 'public',
  vite: () => ({
    plugins: [preact()],
    build: { target: ['chrome120', 'firefox128'] },
  }),
  manifest: ({ browser }) => manifest(browser === 'firefox' ? 'firefox' : 'chromium'),
});
