import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/vite-catalogue.ts';
import { svgIcons } from './scripts/vite-icons.ts';
import {
  BROWSER_TEST_TIMEOUT_MS,
  CONDITION_TIMEOUT_MS,
  TEST_TIMEOUT_MS,
} from './tests/support/timeouts.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const catalogue = pathOf('./tests/support/i18n.ts');

const shared = {
  plugins: [svgIcons(), catalogues()],
  // In the copies of `npm run mutants` the packages are a link to another folder.
  server: { fs: { allow: [pathOf('.'), realpathSync(pathOf('./node_modules'))] } },
  resolve: { alias: { '#i18n': catalogue } },
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
};

const timeouts = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: CONDITION_TIMEOUT_MS } },
};

const server = {
  environment: 'node',
  // The server also sends its styles. By default they would be empty in tests.
  css: true,
  setupFiles: [
    // Dexie looks for IndexedDB only when it is loaded, and any file may be the first to load it.
    'tests/support/indexeddb.ts',
    'tests/support/wait-timeout.ts',
    'tests/support/pending-imports.ts',
    'tests/support/properties.ts',
    'tests/server/support/web-classes.ts',
  ],
  globalSetup: ['tests/server/storage/support/postgres-server.ts'],
  ...timeouts,
};

const unit = {
  environment: 'node',
  setupFiles: [
    'tests/support/indexeddb.ts',
    'tests/support/wait-timeout.ts',
    'tests/support/pending-imports.ts',
    'tests/support/properties.ts',
    'tests/server/support/web-classes.ts',
  ],
  ...timeouts,
};

/** Unit tests that replace modules, which the other files of a process would get as well. */
const OWN_MODULES = ['tests/extension/images/image-access.test.ts'];

/** Tests of the server that measure their process, which they share with no other file. */
const OWN_PROCESS = ['tests/server/sync/memory.test.ts'];

export default defineConfig({
  test: {
    // Tests without a tag run in `npm test`, in each browser if they are tests of browsers.
    tags: [
      { name: 'full', description: 'Runs in `npm run test:full`: long, or finds rare faults.' },
      { name: 'chromium', description: 'Runs only in Chromium: Firefox does not differ.' },
      { name: 'firefox', description: 'Runs only in Firefox: Chromium does not have the feature.' },
      { name: 'webkit', description: 'Runs in the engine of Safari.' },
      { name: 'firefox-full', description: 'Runs in Firefox only in `npm run test:full`.' },
    ],
    // By default, one core would be left free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        test: {
          ...unit,
          name: 'unit',
          // Loading the modules takes longer than most of these files run, so they share a process.
          isolate: false,
          include: [
            'tests/{contract,domain,query,formats,library,transfer,background,extension,bench,scripts,rules}/**/*.test.ts',
          ],
          exclude: OWN_MODULES,
        },
      },
      { ...shared, test: { ...unit, name: 'unit-alone', include: OWN_MODULES } },
      {
        ...shared,
        test: {
          name: 'dom',
          environment: 'jsdom',
          // Each file has its own jsdom, but jsdom is loaded only once per process.
          pool: 'vmForks',
          // Numbers and dates are formatted in this language on every machine.
          env: { LC_ALL: 'en_US.UTF-8' },
          include: ['tests/{anchoring,capture,ui,web}/**/*.test.{ts,tsx}'],
          setupFiles: [
            'tests/support/indexeddb.ts',
            'tests/support/effects.ts',
            'tests/support/page-globals.ts',
            'tests/support/page-wait-timeout.ts',
            'tests/support/pending-imports.ts',
            'tests/support/properties.ts',
          ],
          ...timeouts,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          // Loading the server takes a second, so the files share a process. A file restores what it
          // changes for the whole process.
          isolate: false,
          include: ['tests/{server,service,sync}/**/*.test.ts'],
          exclude: OWN_PROCESS,
        },
      },
      { test: { ...server, name: 'server-alone', include: OWN_PROCESS } },
      {
        test: {
          // Tests the build of `npm run build`. The other projects test the sources.
          name: 'built',
          environment: 'node',
          include: ['tests/built/**/*.test.ts'],
          ...timeouts,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          environment: './tests/e2e/support/environment.ts',
          css: true,
          // Loading the driver takes a second, and the files share a browser that starts slowly.
          isolate: false,
          setupFiles: ['tests/e2e/support/end-worlds.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/support/forget-failures.ts'],
          testTimeout: BROWSER_TEST_TIMEOUT_MS,
          hookTimeout: BROWSER_TEST_TIMEOUT_MS,
          fileParallelism: false,
          // Projects with another number of workers do not run side by side.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
