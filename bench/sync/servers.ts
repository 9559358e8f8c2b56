import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/service';
import { type Child, startChild } from '../server/child';
import { buildPrograms } from '../server/programs';
import type { Articles } from './articles';
import { fillServer } from './server-library';

/** A companion server in a process of its own, with one person's bookmarks. */
export interface BenchServer extends AsyncDisposable {
  /** Of that person. */
  readonly connection: Connection;
  readonly port: number;
}

/** Makes servers with so many bookmarks each. */
export async function createServers(articles: Articles) {
  const { leafmark } = await buildPrograms();
  return async (count: number): Promise<BenchServer> => {
    const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-server-'));
    const token = await fillServer(folder, count, articles);
    const child: Child = await startChild(leafmark, [folder]);
    const { port } = child;
    return {
      connection: { base: baseAt(port), token },
      port,
      async [Symbol.asyncDispose]() {
        await child[Symbol.asyncDispose]();
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
}

export const baseAt = (port: number): string => `http://127.0.0.1:${port}`;
