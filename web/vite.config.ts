import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import preact from '@preact/preset-vite';
import type { Plugin, UserConfig } from 'vite';
import { parse } from 'yaml';
import { version } from '../package.json';
import { svgIcons } from '../scripts/vite-icons';

const HERE = import.meta.dirname;

/** Makes a catalogue of messages a module. */
const catalogues = (): Plugin => ({
  name: 'leafmark-catalogues',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.yml')) return null;
    const messages: unknown = parse(await readFile(id, 'utf8'));
    return `export default ${JSON.stringify(messages)};`;
  },
});

/** The build of the web app. The server serves it from the folder `web` beside its program. */
export default {
  root: HERE,
  // The server may be below a path of its host.
  base: './',
  publicDir: false,
  define: { __VERSION__: JSON.stringify(version) },
  resolve: { alias: { '#i18n': join(HERE, 'i18n.ts') } },
  plugins: [svgIcons(), catalogues(), preact()],
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
