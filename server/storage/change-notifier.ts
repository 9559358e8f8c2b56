import type { UserId } from './ids';

/** A notification that a process sends to all processes, including itself, after a commit. */
export type ChangeNotification =
  /** Data of `userId` has changed. */
  | { readonly kind: 'change'; readonly userId: UserId }
  /** A job was enqueued. */
  | { readonly kind: 'job' }
  /** The connection was lost for a while, so notifications may be missing. */
  | { readonly kind: 'missed' };

export type ChangeListener = (news: ChangeNotification) => void;

/** Ends a subscription. Safe to call twice. */
export type Dispose = () => void;

/** Passes notifications on inside this process. */
export interface ChangeNotifier {
  publish(news: ChangeNotification): void;
  subscribe(listener: ChangeListener): Dispose;
}

export function createChangeNotifier(): ChangeNotifier {
  const listeners = new Set<ChangeListener>();
  return {
    publish(news) {
      for (const listener of listeners) listener(news);
    },
    subscribe(listener) {
      // The wrapper makes each subscription separate, even of the same function.
      const own: ChangeListener = (news) => listener(news);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
