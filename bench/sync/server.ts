import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/service';
import { startChild } from '../server/child';
import { type Contents, fillDatabase } from '../server/database';

/** A companion server in its own process with the bookmarks of one user. */
export interface BenchServer extends AsyncDisposable {
  /** The connection of that user. */
  readonly connection: Connection;
  readonly port: number;
}

/** Starts a program with the given number of bookmarks. */
export async function startServer(
  program: string,
  count: number,
  contents: Contents,
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-server-'));
  const { token } = await fillDatabase(folder, count, contents);
  const child = await startChild(program, [folder]);
  return {
    connection: { base: baseAt(child.port), token },
    port: child.port,
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const baseAt = (port: number): string => `http://127.0.0.1:${port}`;
