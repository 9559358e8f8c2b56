import type { ChangeNotification, Dispose, Storage, UserId } from '../storage';
/** The most streams of one user in one process. A browser has one. */
export const MAX_STREAMS_OF_USER = 20;

/**
 * Keeps the open streams of this process and wakes them when the storage announces a change. It
 * listens to the storage only while a stream is open. `stopping` ends all streams.
 */
export function createEventListeners(
  events: Pick<Storage['events'], 'listen'>,
  stopping: AbortSignal,
) {
  const ofUser = new Map<UserId, Set<StreamListener>>();
  let dispose: Dispose | null = null;

  const notify = (change: ChangeNotification) => {
    if (change.kind === 'job') return;
    const notified = change.kind === 'change' ? [ofUser.get(change.userId)] : ofUser.values();
    for (const listeners of notified) for (const { signal } of listeners ?? []) signal.set();
  };
  stopping.addEventListener('abort', () => {
    for (const listeners of [...ofUser.values()]) for (const each of [...listeners]) each.end();
  });

  const remove = (userId: UserId, listener: StreamListener) => {
    const own = ofUser.get(userId);
    own?.delete(listener);
    if (own?.size === 0) ofUser.delete(userId);
    if (ofUser.size > 0) return;
    dispose?.();
    dispose = null;
  };

  return {
    /** Adds a stream. Ends the oldest one when the user has too many, because its client may be gone. */
    add(userId: UserId): StreamListener {
      const own = ofUser.get(userId) ?? new Set<StreamListener>();
      const listener = createStreamListener(() => remove(userId, listener));
      // A set keeps the order of insertion.
      for (const oldest of own) if (own.size >= MAX_STREAMS_OF_USER) oldest.end();
      ofUser.set(userId, own.add(listener));
      dispose ??= events.listen(notify);
      if (stopping.aborted) listener.end();
      return listener;
    },
  };
}

function createStreamListener(onEnd: () => void) {
  const signal = createEventSignal();
  let isOver = false;
  return {
    /** Set when data of the user may have changed, and when the stream is over. */
    signal,
    get isOver() {
      return isOver;
    },
    /** Safe to call twice. */
    end(): void {
      if (isOver) return;
      isOver = true;
      onEnd();
      signal.set();
    },
  };
}

/** One open stream. */
export type StreamListener = ReturnType<typeof createStreamListener>;

/** Creates a signal for one waiter. A signal that is set while nobody waits is kept for the next wait. */
function createEventSignal() {
  let isSet = false;
  let wake: (() => void) | null = null;
  return {
    set(): void {
      isSet = true;
      wake?.();
    },
    /** Clears the signal. */
    clear(): void {
      isSet = false;
    },
    /** Waits up to `ms`. Returns true when the signal was set. */
    async wait(ms: number): Promise<boolean> {
      if (!isSet) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      return isSet;
    },
  };
}
