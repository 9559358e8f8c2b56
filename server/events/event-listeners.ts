import type { ChangeNotification, Dispose, EventRepository, UserId } from '../storage';
/** Streams that one user can have open in one process; a browser has one, a few devices some. */
export const MAX_STREAMS_OF_USER = 20;

/** One open stream. */
export interface EventListener {
  /** Rung when something that the user sees may have changed, and when it is over. */
  readonly bell: EventSignal;
  readonly isOver: boolean;
  /** Safe to call twice. */
  end(): void;
}

/** The open streams of this process. */
export interface EventListeners {
  /** One more, instead of the oldest when the user has too many: that one may be nobody's by now. */
  add(userId: UserId): EventListener;
}

/**
 * Passes the news of the storage on to open streams, until `stopping`, which ends all. It listens
 * only while there is one.
 */
export function createEventListeners(
  events: Pick<EventRepository, 'listen'>,
  stopping: AbortSignal,
): EventListeners {
  const ofUser = new Map<UserId, Set<EventListener>>();
  let dispose: Dispose | null = null;

  const tell = (news: ChangeNotification) => {
    if (news.kind === 'job') return;
    const told = news.kind === 'change' ? [ofUser.get(news.userId)] : ofUser.values();
    for (const listeners of told) for (const { bell } of listeners ?? []) bell.ring();
  };
  stopping.addEventListener('abort', () => {
    for (const listeners of [...ofUser.values()]) for (const each of [...listeners]) each.end();
  });

  const remove = (userId: UserId, listener: EventListener) => {
    const own = ofUser.get(userId);
    own?.delete(listener);
    if (own?.size === 0) ofUser.delete(userId);
    if (ofUser.size > 0) return;
    dispose?.();
    dispose = null;
  };

  return {
    add(userId) {
      const own = ofUser.get(userId) ?? new Set<EventListener>();
      const listener = createEventListener(() => remove(userId, listener));
      // A set keeps the order in which they came.
      for (const oldest of own) if (own.size >= MAX_STREAMS_OF_USER) oldest.end();
      ofUser.set(userId, own.add(listener));
      dispose ??= events.listen(tell);
      if (stopping.aborted) listener.end();
      return listener;
    },
  };
}

function createEventListener(onEnd: () => void): EventListener {
  const bell = createEventSignal();
  let isOver = false;
  return {
    bell,
    get isOver() {
      return isOver;
    },
    end() {
      if (isOver) return;
      isOver = true;
      onEnd();
      bell.ring();
    },
  };
}

/** Wakes the one who waits for it. Rung while nobody waits, it wakes whoever waits next. */
export interface EventSignal {
  ring(): void;
  /** Forgets what was rung so far. */
  quiet(): void;
  /** Whether it was rung within `ms`. */
  wait(ms: number): Promise<boolean>;
}

export function createEventSignal(): EventSignal {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    quiet() {
      isRung = false;
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      return isRung;
    },
  };
}
