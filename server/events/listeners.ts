import type { Dispose, EventRepository, News, UserId } from '../storage';
import { type Bell, createBell } from './bell';

/** Streams that one user can have open in one process; a browser has one, a few devices some. */
export const MAX_STREAMS_OF_USER = 20;

/** One open stream. */
export interface Listener {
  /** Rung when something that the user sees may have changed, and when it is over. */
  readonly bell: Bell;
  readonly isOver: boolean;
  /** Safe to call twice. */
  end(): void;
}

/** The open streams of this process. */
export interface Listeners {
  /** One more, instead of the oldest when the user has too many: that one may be nobody's by now. */
  add(userId: UserId): Listener;
}

/**
 * Passes the news of the storage on to open streams, until `stopping`, which ends all. It listens
 * only while there is one.
 */
export function createListeners(
  events: Pick<EventRepository, 'listen'>,
  stopping: AbortSignal,
): Listeners {
  const ofUser = new Map<UserId, Set<Listener>>();
  let dispose: Dispose | null = null;

  const tell = (news: News) => {
    if (news.kind === 'job') return;
    const told = news.kind === 'change' ? [ofUser.get(news.userId)] : ofUser.values();
    for (const listeners of told) for (const { bell } of listeners ?? []) bell.ring();
  };
  stopping.addEventListener('abort', () => {
    for (const listeners of [...ofUser.values()]) for (const each of [...listeners]) each.end();
  });

  const remove = (userId: UserId, listener: Listener) => {
    const own = ofUser.get(userId);
    own?.delete(listener);
    if (own?.size === 0) ofUser.delete(userId);
    if (ofUser.size > 0) return;
    dispose?.();
    dispose = null;
  };

  return {
    add(userId) {
      const own = ofUser.get(userId) ?? new Set<Listener>();
      const listener = createListener(() => remove(userId, listener));
      // A set keeps the order in which they came.
      for (const oldest of own) if (own.size >= MAX_STREAMS_OF_USER) oldest.end();
      ofUser.set(userId, own.add(listener));
      dispose ??= events.listen(tell);
      if (stopping.aborted) listener.end();
      return listener;
    },
  };
}

function createListener(onEnd: () => void): Listener {
  const bell = createBell();
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
