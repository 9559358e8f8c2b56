import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '../../src/domain/time';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** The greatest delay of a scheduled deletion. */
const DELETE_DUE_EVERY_MS = 2 * SECOND_MS;

/**
 * Starts deleting bookmarks whose scheduled deletion is due. Several processes may do so at the same
 * time.
 */
export function startDeleting({ storage, log }: Pick<Server, 'storage' | 'log'>) {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deleteAllDue();
      // `stop` rejects the wait.
      await wait(DELETE_DUE_EVERY_MS, null, { signal: stopping.signal }).catch(() => null);
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
    /** Resolves when the current deletion has finished. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
