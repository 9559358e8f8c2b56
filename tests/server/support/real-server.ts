import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../../scripts/server/build.mjs';
import { PROJECT_ROOT } from '../../support/project';
import type { TestDatabase } from '../storage/support/databases';
import { requestOf, type TestServer } from './test-server';

/** Builds the server for tests; what to give to `node`. Files that run side by side have each their own. */
export async function buildRealServer(): Promise<string> {
  const { LEAFMARK_TEST_RUN: run = '', VITEST_POOL_ID: worker = '0' } = process.env;
  const name = `leafmark-test-server${run}-${worker}`;
  return fileURLToPath(await buildServer(join(PROJECT_ROOT, 'node_modules', '.cache', name)));
}

/** Bytes (POSIX, `ulimit`). */
const ULIMIT_BLOCK = 512;

/** A server in a process of its own. */
export interface RealServer extends Pick<TestServer, 'send'> {
  readonly base: string;
  /** What it wrote down so far. */
  readonly logged: readonly Record<string, unknown>[];
  /** Ends it; how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts `program`, a built server, on `database`; resolves when it listens.
 * @param flags settings besides the database and a free port
 * @param maxFileBytes what the system lets a file of the process grow to, as a full disk does
 */
export async function startRealServer(
  program: string,
  database: Pick<TestDatabase, 'address' | 'kind'>,
  flags: readonly string[] = [],
  maxFileBytes: number | null = null,
): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-process-'));
  const address = database.kind === 'sqlite' ? `sqlite:${database.address}` : database.address;
  const settings = ['--port', '0', '--data', folder, '--database', address, ...flags];
  const command = [process.execPath, program, ...settings];
  const limited =
    maxFileBytes === null
      ? command
      : ['sh', '-c', `ulimit -f ${maxFileBytes / ULIMIT_BLOCK}; exec "$0" "$@"`, ...command];
  const [file = '', ...rest] = limited;
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  // Whatever happens to the tests, nothing is left running.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const logged: Record<string, unknown>[] = [];
  const port = await portOf(child, logged);
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    logged,
    send: (method, path, sent = {}) =>
      fetch(requestOf(base, method, path, sent), { redirect: 'manual' }),
    async end(signal) {
      const over = child.exitCode === null && child.signalCode === null && once(child, 'exit');
      child.kill(signal);
      await over;
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
      return { code: child.exitCode, signal: child.signalCode };
    },
  };
}

async function portOf(child: ChildProcess, logged: Record<string, unknown>[]): Promise<number> {
  const lines = createInterface({ input: child.stdout! });
  let said = '';
  child.stderr!.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      // A line that was cut by the end says nothing.
      if (!line.endsWith('}')) return;
      const entry = JSON.parse(line) as Record<string, unknown>;
      logged.push(entry);
      if (entry.event === 'listening') resolve(Number(entry.port));
    });
    child.on('exit', () => reject(new Error(`The server ended. ${said}`)));
  });
}
