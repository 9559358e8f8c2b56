import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../../scripts/server/build.mjs';
import { PROJECT_ROOT } from '../../support/project';
import { temporaryFolder } from '../../support/temporary-folder';
import type { TestDatabase } from '../storage/support/databases';
import { requestOf, type TestServer } from './test-server';

/**
 * Builds the server and returns the path of the program for `node`. Each worker builds its own
 * copy.
 */
export async function buildRealServer(): Promise<string> {
  const { LEAFMARK_TEST_RUN: run = '', VITEST_POOL_ID: worker = '0' } = process.env;
  const name = `leafmark-test-server${run}-${worker}`;
  return fileURLToPath(await buildServer(join(PROJECT_ROOT, 'node_modules', '.cache', name)));
}

/** The unit of `ulimit -f`, in bytes (POSIX). */
const ULIMIT_BLOCK = 512;

/** A server in a separate process. */
export interface RealServer extends Pick<TestServer, 'send'> {
  readonly base: string;
  readonly pid: number;
  /** The entries of its log so far. */
  readonly logged: readonly Record<string, unknown>[];
  /** Sends it `signal` and returns its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts `program`, a built server, on `database`. Resolves when the server listens.
 * @param flags settings besides the database and a free port
 * @param maxFileBytes the largest size of a file that the process can write, to simulate a full
 * disk
 */
export async function startRealServer(
  program: string,
  database: Pick<TestDatabase, 'address' | 'kind'>,
  flags: readonly string[] = [],
  maxFileBytes: number | null = null,
): Promise<RealServer> {
  const folder = temporaryFolder('leafmark-process');
  const address = database.kind === 'sqlite' ? `sqlite:${database.address}` : database.address;
  const settings = ['--port', '0', '--data', folder, '--database', address, ...flags];
  const command = [process.execPath, program, ...settings];
  const limited =
    maxFileBytes === null
      ? command
      : ['sh', '-c', `ulimit -f ${maxFileBytes / ULIMIT_BLOCK}; exec "$0" "$@"`, ...command];
  const [file = '', ...rest] = limited;
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  // The server must not outlive the tests.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const logged: Record<string, unknown>[] = [];
  const port = await portOf(child, logged);
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    pid: child.pid ?? 0,
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

/**
 * Returns the server for a client that repeats a request for which the server had no time (503 with
 * `Retry-After`). The server lets a request wait itself, so that the next one need not be delayed.
 */
export const withPatience = (server: RealServer): RealServer => ({
  ...server,
  async send(...request) {
    for (;;) {
      const answer = await server.send(...request);
      if (answer.status !== 503 || !answer.headers.has('Retry-After')) return answer;
    }
  },
});

async function portOf(child: ChildProcess, logged: Record<string, unknown>[]): Promise<number> {
  const lines = createInterface({ input: child.stdout! });
  let errors = '';
  child.stderr!.on('data', (text) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      // The last line of a killed process can be incomplete.
      if (!line.endsWith('}')) return;
      const entry = JSON.parse(line) as Record<string, unknown>;
      logged.push(entry);
      if (entry.event === 'listening') resolve(Number(entry.port));
    });
    child.on('exit', () => reject(new Error(`The server ended. ${errors}`)));
  });
}
