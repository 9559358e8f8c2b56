import type { UserId } from './ids';

/** What one process tells the others, and itself, once it is committed. */
export type ChangeNotification =
  /** Something that `userId` sees has changed. */
  | { readonly kind: 'change'; readonly userId: UserId }
  /** There is work to do. */
  | { readonly kind: 'job' }
  /** The line was down for a while: look for yourself. */
  | { readonly kind: 'missed' };

export type ChangeListener = (news: ChangeNotification) => void;

/** Ends a subscription. Safe to call twice. */
export type Dispose = () => void;

/** Passes news on inside this process. */
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
      // A wrapper of its own, so that the same function subscribed twice is told twice.
      const own: ChangeListener = (news) => listener(news);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
