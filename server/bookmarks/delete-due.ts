import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '../../src/domain';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** So late can a scheduled deletion be. */
const LOOK_EVERY_MS = 2 * SECOND_MS;

export interface Deleting {
  /** Lets what is being deleted come to its end. */
  stop(): Promise<void>;
}

/**
 * Deletes bookmarks whose scheduled deletion was not taken back in time. Any number of processes
 * may do so at once.
 */
export function startDeleting({ storage, log }: Pick<Server, 'storage' | 'log'>): Deleting {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deleteAllDue();
      // Stopped, the rest is over too.
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
