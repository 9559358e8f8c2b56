import type { Schedule } from '../../components/timers';

interface PageWatchOptions {
  /**
   * Reacts to changes of the page. Returns false if that was of no use, so that the next reaction
   * comes later. A failure is of no use either.
   */
  readonly onChange: () => Promise<boolean>;
  /** True for an element of ours, whose changes are ignored. */
  readonly isOwn: (node: Node) => boolean;
  readonly now: () => number;
  readonly later: Schedule;
}

/** The page has usually changed completely after this time. */
const QUIET_MS = 250;
/** A reaction takes at most one part in so many of the time. */
const WATCH_TIME_DIVISOR = 20;
const MAX_WATCH_PAUSE_MS = 60_000;

/**
 * Calls `onChange` after the text of a page has changed. The time between two calls grows with the
 * time that a call takes, and with each call of no use, so that a page that changes all the time
 * stays as fast as it is.
 */
export function watchPage({ onChange, isOwn, now, later }: PageWatchOptions) {
  let cancel: (() => void) | null = null;
  let isRunning = false;
  let hasChanged = false;
  let pauseMs = QUIET_MS;

  /** The page can break any reaction, for example when it removes a frame that is being read. */
  async function tryChange(): Promise<boolean> {
    try {
      return await onChange();
    } catch {
      return false;
    }
  }

  async function react(): Promise<void> {
    cancel = null;
    isRunning = true;
    hasChanged = false;
    const start = now();
    const isUseful = await tryChange();
    const needed = (now() - start) * WATCH_TIME_DIVISOR;
    const next = isUseful ? QUIET_MS : pauseMs * 2;
    pauseMs = Math.min(Math.max(QUIET_MS, needed, next), MAX_WATCH_PAUSE_MS);
    isRunning = false;
    if (hasChanged) plan();
  }

  function plan(): void {
    hasChanged = true;
    if (cancel === null && !isRunning) cancel = later(() => void react(), pauseMs);
  }

  function follow(records: readonly MutationRecord[]): void {
    if (!records.every((record) => isOwnChange(record, isOwn))) plan();
  }

  const observer = new MutationObserver(follow);
  return {
    /** Watches the text below these roots instead of the former ones. */
    observe(roots: readonly Node[]) {
      follow(observer.takeRecords());
      observer.disconnect();
      for (const root of roots) {
        observer.observe(root, { childList: true, characterData: true, subtree: true });
      }
    },
    stop() {
      observer.disconnect();
      cancel?.();
      cancel = null;
    },
  };
}

function isOwnChange(record: MutationRecord, isOwn: (node: Node) => boolean): boolean {
  const nodes = [...record.addedNodes, ...record.removedNodes];
  return nodes.length > 0 && nodes.every(isOwn);
}
