import { appendFile, cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { PROJECT_ROOT } from '../../support/project.ts';

/**
 * Copies the folder of a built server to one beside it, with the web app of another version, and
 * returns the program there.
 */
export async function withNextWebApp(program: string): Promise<string> {
  const next = await copyOf(program, 'next');
  const root = join(PROJECT_ROOT, 'web');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'error',
    define: { __VERSION__: JSON.stringify('next') },
    build: { outDir: join(dirname(next), 'web') },
  });
  return next;
}

/** Returns a copy whose worker names another text of the library's page than the server has. */
export async function withOtherPage(program: string): Promise<string> {
  const other = await copyOf(program, 'other');
  await appendFile(join(dirname(other), 'web', 'library.html'), '<!-- of another version -->');
  return other;
}

async function copyOf(program: string, name: string): Promise<string> {
  const folder = `${dirname(program)}-${name}`;
  await rm(folder, { recursive: true, force: true });
  await cp(dirname(program), folder, { recursive: true });
  return join(folder, 'main.js');
}
