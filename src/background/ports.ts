import type { Result } from '../domain/result';
import type { PendingSignIn, Problem } from '../service';

// The parts that a background needs of the program in which it runs. The extension makes them from
// `browser.*`, and the web app from what a page has.

/** The changes of a stored area by key. */
type Changes = Readonly<Record<string, { readonly newValue?: unknown }>>;

/** Values by key that pages may read, as in `storage.local` and `storage.session`. */
export interface StoredArea {
  get(key: string): Promise<Readonly<Record<string, unknown>>>;
  set(items: Record<string, unknown>): Promise<void>;
  readonly onChanged: {
    addListener(listener: (changes: Changes) => void): void;
    removeListener(listener: (changes: Changes) => void): void;
  };
}

/** Times are in minutes, `when` is in Unix ms. */
export interface Alarms {
  create(
    name: string,
    alarm: {
      readonly when?: number;
      readonly delayInMinutes?: number;
      readonly periodInMinutes: number;
    },
  ): Promise<void>;
  clear(name: string): Promise<unknown>;
}

/** The permissions for requests to servers. */
export interface ServerAccess {
  isAllowed(base: string): Promise<boolean>;
  /** Gives up the permissions for `origins`, as far as that is possible. */
  remove(origins: readonly string[]): Promise<void>;
}

/** Does `work`, and keeps the background alive until it ends. */
export type StayAwake = <T>(work: () => Promise<T>) => Promise<T>;

/** Where a person signs in on a page of the server. */
export interface AuthWindow {
  /** The redirect address, which belongs to this program alone. */
  readonly redirectUri: string;
  /**
   * Opens the address of `pending`. Returns the address to which it was redirected, or a problem. The
   * web app leaves its page instead, and continues with `comeBack`.
   */
  open(pending: PendingSignIn): Promise<Result<string, Problem>>;
}

interface Event<Value> {
  addListener(listener: (value: Value) => void): void;
}

/** The background's end of the port that a visible page holds. */
export interface VisiblePort {
  readonly onDisconnect: Event<unknown>;
  postMessage(message: unknown): void;
}

/** The page's end of that port. */
export interface PagePort {
  readonly onMessage: Event<unknown>;
  readonly onDisconnect: Event<unknown>;
  disconnect(): void;
}
