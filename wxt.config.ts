import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { PAGE_POLICY } from './content-security-policy.config';
import { localesDir } from './locales/pseudo';
import { manifest } from './manifest.config';
import { ownAllowListOnly } from './scripts/vite-dompurify';
import { firstFrameFull, firstPaintChunk } from './scripts/vite-first-paint';
import { clientForms } from './scripts/vite-forms';
import { svgIcons } from './scripts/vite-icons';
import { pagePolicy } from './scripts/vite-page-policy';
import { reachedReadability } from './scripts/vite-readability';

/** In the path of the click. */
const CAPTURE = join(import.meta.dirname, 'entrypoints/capture.ts');
/** The page whose first paint counts. */
const POPUP = join(import.meta.dirname, 'entrypoints/popup/main.tsx');
/** Rules over addresses and texts, which no row is drawn with. */
const NOT_DRAWN = /src\/domain\/(private-address|tracking-parameters|url-identity)\.ts$/;

export default defineConfig({
  modules: ['@wxt-dev/i18n/module'],
  i18n: { localesDir: localesDir(import.meta.dirname, process.env.LEAFMARK_PSEUDO) },
  // Every dependency is a visible import, so the dependency rule can be checked.
  imports: false,
  hooks: {
    // WXT 0.21.4 imports by name all the same: a variable called `storage` drew in 4 kB of
    // wxt/storage. With nothing to import there is nothing to draw in.
    'config:resolved'({ config }) {
      config.imports.presets = [];
      config.imports.imports = [];
    },
  },
  publicDir: 'public',
  vite: () => ({
    plugins: [
      svgIcons(),
      preact(),
      firstPaintChunk(POPUP, NOT_DRAWN),
      firstFrameFull(),
      pagePolicy(PAGE_POLICY),
      clientForms(),
      reachedReadability(),
      ownAllowListOnly(CAPTURE),
    ],
    // Dexie's own build for browsers of today: 2 kB less of the background's 60, gzipped. The main
    // door only adds a guard against two copies of Dexie in one page.
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    build: { target: ['chrome120', 'firefox128'], modulePreload: { polyfill: false } },
  }),
  manifest: ({ browser }) => manifest(browser === 'firefox' ? 'firefox' : 'chromium'),
});
