import type { UserId } from '../schema/ids';

/** A notification that a process sends to all processes, including itself, after a commit. */
export type ChangeNotification =
  /** Data of `userId` has changed. */
  | { readonly kind: 'change'; readonly userId: UserId }
  /** A job was enqueued. */
  | { readonly kind: 'job' }
  /** The connection was lost for a while, so notifications may be missing. */
  | { readonly kind: 'missed' };

export type ChangeListener = (notification: ChangeNotification) => void;

/** Ends a subscription. Safe to call twice. */
export type Dispose = () => void;

/** Creates what passes notifications on inside this process. */
export function createChangeNotifier() {
  const listeners = new Set<ChangeListener>();
  return {
    publish(notification: ChangeNotification): void {
      for (const listener of listeners) listener(notification);
    },
    subscribe(listener: ChangeListener): Dispose {
      // The wrapper makes each subscription separate, even of the same function.
      const own: ChangeListener = (notification) => listener(notification);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

export type ChangeNotifier = ReturnType<typeof createChangeNotifier>;
