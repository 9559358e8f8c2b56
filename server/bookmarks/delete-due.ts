import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '../../src/domain';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** The greatest delay of a scheduled deletion. */
const LOOK_EVERY_MS = 2 * SECOND_MS;

export interface Deleting {
  /** Resolves when the current deletion has finished. */
  stop(): Promise<void>;
}

/**
 * Starts deleting bookmarks whose scheduled deletion is due. Several processes may do so at the same
 * time.
 */
export function startDeleting({ storage, log }: Pick<Server, 'storage' | 'log'>): Deleting {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deleteAllDue();
      // `stop` rejects the wait.
      await wait(LOOK_EVERY_MS, null, { signal: stopping.signal }).catch(() => null);
    }
  }

  async function deleteAllDue(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await storage.bookmarks.deleteDue()) > 0);
    } catch (fault) {
      log.error('deleting failed', faultFields(fault));
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
