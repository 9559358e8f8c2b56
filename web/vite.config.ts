import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { build, defaultClientConditions, type Plugin, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import leafmark from '../package.json' with { type: 'json' };
import { pdfjsIn } from '../scripts/pdfjs-files.ts';
import { catalogues, readCatalogue } from '../scripts/vite-catalogue.ts';
import { firstFrameFull, pageChunks } from '../scripts/vite-first-paint.ts';
import { svgIcons } from '../scripts/vite-icons.ts';
import { webManifest } from './web-manifest.ts';

const HERE = import.meta.dirname;
const CATALOGUE = join(HERE, '../locales/en.yml');

const source = (path: string) => join(HERE, '../src', path);

/**
 * The library page loads these as soon as it has painted: what the list and its background need, then
 * the reader. As the bundler's sixty small files they took longer than the article.
 */
const AFTER_PAINT = {
  'after-paint': [
    source('ui/bookmarks/list-rows.ts'),
    source('ui/bookmarks/list-tools.ts'),
    source('ui/bookmarks/after-paint.ts'),
    source('ui/search/search-box.tsx'),
    join(HERE, '../entrypoints/wiring/connect-settings.ts'),
    join(HERE, 'connect-background.ts'),
    join(HERE, 'connect-shared.ts'),
    join(HERE, 'updates.ts'),
  ],
  reader: [source('ui/reader/reader-pane.tsx')],
};

const messages = await readCatalogue(CATALOGUE);

function messageOf(key: string): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`The catalogue has no message ${key}.`);
  return message;
}

/** Puts messages into the pages, which a browser shows that cannot run their scripts. */
const pageMessages: Plugin = {
  name: 'leafmark-page-messages',
  transformIndexHtml: (html) => html.replace(/__MSG_(\w+)__/g, (_, key: string) => messageOf(key)),
};

let outDir = '';

/** Remembers the folder of the build, which the caller of the build chooses. */
const outFolder: Plugin = {
  name: 'leafmark-out-folder',
  configResolved({ root, build }) {
    outDir = resolve(root, build.outDir);
  },
};

/** The sync of the service worker, a classic script, which it loads when the browser wants a sync. */
const workerSync: Plugin = {
  name: 'leafmark-worker-sync',
  async writeBundle() {
    await build({
      configFile: false,
      root: HERE,
      logLevel: 'warn',
      build: {
        outDir,
        emptyOutDir: false,
        target: 'chrome128',
        lib: { entry: join(HERE, 'worker-sync.ts'), formats: ['iife'], name: 'workerSync' },
        rolldownOptions: { output: { entryFileNames: 'app/worker-sync-[hash].js' } },
      },
    });
  },
};

const withHash = async <Entry extends { url: string }>(entry: Entry) => {
  const hash = createHash('sha256').update(await readFile(join(outDir, entry.url)));
  return { ...entry, integrity: `sha256-${hash.digest('base64')}` };
};

/** The worker that keeps the files of one version, and the manifest of the installed app. */
const offline = VitePWA({
  strategies: 'injectManifest',
  srcDir: '.',
  filename: 'service-worker.ts',
  manifest: webManifest(messageOf),
  // web/updates.ts registers the worker.
  injectRegister: false,
  injectManifest: {
    globPatterns: ['**/*.{html,js,css,woff2}'],
    // The worker keeps them when the first PDF is opened.
    globIgnores: ['pdfjs/**'],
    dontCacheBustURLsMatching: /^app\//,
    // While a new version is installed, the server may already have the next one. Its files do not
    // have these hashes, so the versions are never mixed.
    manifestTransforms: [
      async (entries) => ({ manifest: await Promise.all(entries.map(withHash)) }),
    ],
  },
});

/** The build of the web app. The server serves it from the folder `web` beside its program. */
export default {
  root: HERE,
  // The server may be below a path of its host.
  base: './',
  define: { __VERSION__: JSON.stringify(leafmark.version) },
  resolve: {
    alias: { '#i18n': join(HERE, 'i18n.ts') },
    // The builds of packages for pages may use `document`, which the app's workers do not have.
    conditions: ['worker', ...defaultClientConditions],
  },
  plugins: [
    svgIcons(),
    catalogues(),
    pageMessages,
    preact(),
    // Each file costs a request to the service worker.
    pageChunks(join(HERE, 'library.tsx'), AFTER_PAINT),
    firstFrameFull(),
    pdfjsIn('pdfjs'),
    outFolder,
    workerSync,
    offline,
  ],
  worker: { format: 'es', plugins: () => [svgIcons()] },
  build: {
    target: ['chrome128', 'firefox140', 'safari18'],
    emptyOutDir: true,
    assetsDir: 'app',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { library: join(HERE, 'library.html'), options: join(HERE, 'options.html') },
      output: { topLevelVar: false },
    },
  },
} satisfies UserConfig;
