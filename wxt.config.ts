import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { PAGE_POLICY } from './content-security-policy.config';
import { localesDir } from './locales/pseudo';
import { manifest } from './manifest.config';
import { pdfjsFiles } from './scripts/pdfjs-files';
import { firstFrameFull, pageChunks } from './scripts/vite-first-paint';
import { svgIcons } from './scripts/vite-icons';
import { pagePolicy } from './scripts/vite-page-policy';
import { workerPackages } from './scripts/vite-worker-packages';

/** The page whose first paint is measured. */
const POPUP = join(import.meta.dirname, 'entrypoints/popup/main.tsx');

const source = (path: string) => join(import.meta.dirname, 'src', path);

/**
 * The popup loads these as soon as it has painted: the state of the page, then the library. As the
 * bundler's fifty small files they took longer than the save.
 */
const AFTER_PAINT = {
  'current-page': [
    source('messages/read-reply.ts'),
    source('ui/bookmarks/list-tools.ts'),
    source('ui/current-page/page-contents.tsx'),
  ],
  library: [source('library/index.ts')],
};

export default defineConfig({
  modules: ['@wxt-dev/i18n/module'],
  i18n: { localesDir: localesDir(import.meta.dirname, process.env.LEAFMARK_PSEUDO) },
  // Every dependency is an explicit import, so that the dependency rule can be checked.
  imports: false,
  hooks: {
    // WXT 0.21.4 still imports by name: a variable called `storage` added 4 kB of wxt/storage.
    // Without a list it imports nothing.
    'config:resolved'({ config }) {
      config.imports.presets = [];
      config.imports.imports = [];
    },
    async 'build:publicAssets'(_, files) {
      for (const [path, file] of await pdfjsFiles())
        files.push({ absoluteSrc: file, relativeDest: `pdfjs/${path}` });
    },
  },
  publicDir: 'public',
  vite: ({ mode }) => ({
    plugins: [
      svgIcons(),
      preact(),
      pageChunks(POPUP, AFTER_PAINT),
      firstFrameFull(),
      pagePolicy(PAGE_POLICY),
      workerPackages('entrypoints/transfer-worker.ts'),
      {
        name: 'no-styles-of-page-script',
        enforce: 'post' as const,
        // The script in pages has its styles as text. The files of the modules that it shares with
        // pages of the extension would be of no use.
        generateBundle: (_, bundle) => void delete bundle['assets/highlight.css'],
      },
    ],
    build: {
      target: ['chrome128', 'firefox140'],
      // Vite's default writes `var` for each `const` of a module. The bundler then does not know that it is
      // constant, and keeps every number and text in a variable of its own.
      rolldownOptions: { output: { topLevelVar: false, charset: 'ascii' } },
      modulePreload: {
        polyfill: false,
        // The names of all later scripts would be a twentieth of the popup's first script. They are on
        // the disk, so they load fast without a preload.
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
      },
      // `npm run dev`: the debugger shows the sources.
      ...(mode === 'development' && { minify: false, sourcemap: 'inline' as const }),
    },
  }),
  manifest: ({ browser }) => manifest(browser === 'firefox' ? 'firefox' : 'chromium'),
});
