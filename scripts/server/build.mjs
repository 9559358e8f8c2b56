// Makes one program of the server's sources and of what it uses of `src`. By itself: builds it now.
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMain, ROOT } from '../set-up/process.mjs';

export const OUTPUT = join(ROOT, '.output', 'server');
const SOURCE = join(ROOT, 'server', 'main.ts');
const LOADED_LATER = ['jsdom', 'nodemailer', 'pg', 'sharp'];
const SOURCES = ['server/**', 'src/**', 'package.json', 'scripts/server/**'];

/**
 * Builds the server if it has to be.
 *
 * @param {string} [output] the folder it is made in, for whoever needs one of their own
 * @returns {Promise<string>} what to import to run it
 */
export async function buildServer(output = OUTPUT) {
  const main = join(output, 'main.js');
  const isStale = async () => (await newest(SOURCES)) > (await newest([relative(ROOT, main)]));
  // In a container there is what was built, and nothing to build it of.
  if (existsSync(SOURCE) && (await isStale())) await build(output);
  return pathToFileURL(main).href;
}

/** @param {string} output */
async function build(output) {
  const { build: viteBuild } = await import('vite');
  await viteBuild({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // One file is read and compiled sooner than the thousand of the packages. What is left out is
    // loaded when it is first needed, or brings binaries.
    ssr: { noExternal: true, external: LOADED_LATER },
    build: {
      ssr: true,
      outDir: output,
      emptyOutDir: true,
      target: 'node24',
      rollupOptions: {
        input: {
          main: SOURCE,
          'page-reader': join(ROOT, 'server', 'extraction', 'reading', 'program.ts'),
          'import-reader': join(ROOT, 'server', 'importing', 'reading', 'program.ts'),
        },
        // All in one folder: programs find each other there.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/**
 * @param {readonly string[]} patterns
 * @returns {Promise<number>} when the newest of the files was changed, in Unix ms; 0 without any
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
