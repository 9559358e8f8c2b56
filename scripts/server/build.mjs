// Bundles the server's sources and the parts of `src` that it uses. Run directly, it always builds.
import { existsSync } from 'node:fs';
import { glob, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMain, ROOT } from '../set-up/process.mjs';

export const OUTPUT = join(ROOT, '.output', 'server');
const SOURCE = join(ROOT, 'server', 'main.ts');
const WEB_CONFIG = join(ROOT, 'web', 'vite.config.ts');
const SERVER = { main: SOURCE, cli: join(ROOT, 'server', 'cli.ts') };
/** All that the server loads at its start, except the program that loads it. */
const START = {
  name: 'start',
  tags: /** @type {'$initial'[]} */ (['$initial']),
  test: (/** @type {string} */ id) => id !== SOURCE,
};
/** The program that the server starts. */
const OTHER = {
  tasks: join(ROOT, 'server', 'task-program.ts'),
};
const LOADED_LATER = ['nodemailer', 'pdfjs-dist', 'pg', 'sharp'];
/** The server's folder and those that it shares with the extension. */
export const SERVER_FOLDERS = [
  'server',
  'src/anchoring',
  'src/capture',
  'src/contract',
  'src/dom',
  'src/domain',
  'src/formats',
  'src/query',
  'src/theme',
];
const SOURCES = [
  ...SERVER_FOLDERS.map((folder) => `${folder}/**`),
  // The web app has parts of almost all rooms.
  'web/**',
  'src/**',
  'entrypoints/**',
  'locales/en.yml',
  'docs/https.md',
  'package.json',
  'scripts/server/**',
];

/**
 * Builds the server if its sources are newer than the build.
 *
 * @param {string} [output] the folder of the build; tests use separate ones
 * @returns {Promise<string>} the address of the module that runs it
 */
export async function buildServer(output = OUTPUT) {
  const main = join(output, 'main.js');
  const isStale = async () => (await newest(SOURCES)) > (await newest([relative(ROOT, main)]));
  // A container has the build and no sources.
  if (existsSync(SOURCE) && (await isStale())) await build(output);
  return pathToFileURL(main).href;
}

/** @param {string} output */
async function build(output) {
  const { build: viteBuild } = await import('vite');
  // Vitest and the loader of our TypeScript set others, which build Preact for development.
  process.env.NODE_ENV = 'production';
  /** @param {Record<string, string>} input */
  const buildPrograms = (input) =>
    viteBuild({
      root: ROOT,
      configFile: false,
      logLevel: 'warn',
      // A few files load faster than the thousand files of the packages. The excluded packages are
      // loaded on demand or contain binaries.
      ssr: { noExternal: true, external: LOADED_LATER },
      build: {
        ssr: true,
        outDir: output,
        emptyOutDir: false,
        target: 'node24',
        rollupOptions: {
          input,
          output: {
            // All programs are in one folder, where they find each other.
            chunkFileNames: '[name]-[hash].js',
            codeSplitting: { groups: input === SERVER ? [START] : [] },
          },
        },
      },
    });
  await rm(output, { recursive: true, force: true });
  // It is built apart, because what it shares with the server would be in dozens of files.
  await buildPrograms(OTHER);
  await buildPrograms(SERVER);
  await viteBuild({
    configFile: WEB_CONFIG,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
    build: { outDir: join(output, 'web') },
  });
}

/**
 * @param {readonly string[]} patterns
 * @returns {Promise<number>} the time of the newest change to the files in Unix ms; 0 without files
 */
async function newest(patterns) {
  let latest = 0;
  for await (const path of glob(patterns, { cwd: ROOT })) {
    const { mtimeMs } = await stat(join(ROOT, path));
    latest = Math.max(latest, mtimeMs);
  }
  return latest;
}

if (isMain(import.meta.url)) await build(OUTPUT);
