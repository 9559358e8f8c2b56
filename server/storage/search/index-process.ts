import { join } from 'node:path';
import { MINUTE_MS } from '../../../src/domain/time';
import { ProcessPool } from '../../processes/process-pool';
import type { UserId } from '../schema/ids';

/** The build of `index-program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const INDEX_PROGRAM = join(import.meta.dirname, 'index-words.js');

/** The tasks of `index-program.ts`. */
export interface IndexTasks {
  /** Does `SearchRepository.indexSome`. A null user stands for all. */
  readonly index: {
    /** `database` is the same in each task of a process. */
    readonly input: { readonly database: string; readonly userId: UserId | null };
    readonly output: number;
  };
}

/** Creates the process that indexes bookmarks with long texts. It starts when there are any. */
export function createIndexProcess(program: string, database: string) {
  const pool = new ProcessPool<IndexTasks>(program, {
    // Both databases let only one process write the words of a bookmark.
    size: 1,
    reserved: 0,
    timeoutMs: MINUTE_MS,
    memoryMb: 384,
    tasksPerProcess: Number.POSITIVE_INFINITY,
    idleMs: MINUTE_MS,
  });
  return {
    /** Returns the number of bookmarks, or null when the process failed. */
    async indexSome(userId: UserId | null): Promise<number | null> {
      // A person waits for the words of one user.
      const processes = userId === null ? pool : pool.sharedBy(String(userId), 'interactive');
      const done = await processes.run('index', { database, userId });
      return done.ok ? done.value : null;
    },
    close: () => pool.close(),
  };
}

export type IndexProcess = ReturnType<typeof createIndexProcess>;
