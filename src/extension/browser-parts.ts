// The parts of `browser.*` that accounts, sync and settings use. The web app has its own for them.

/** The changes of a stored area by key. */
type Changes = Readonly<Record<string, { readonly newValue?: unknown }>>;

/** `storage.local` or `storage.session`. */
export interface StoredArea {
  get(key: string): Promise<Readonly<Record<string, unknown>>>;
  set(items: Record<string, unknown>): Promise<void>;
  readonly onChanged: {
    addListener(listener: (changes: Changes) => void): void;
    removeListener(listener: (changes: Changes) => void): void;
  };
}

/** `alarms`. Times are in minutes, `when` is in Unix ms. */
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

/** `permissions`. */
export interface HeldPermissions {
  contains(permissions: { readonly origins: string[] }): Promise<boolean>;
  remove(permissions: { readonly origins: string[] }): Promise<unknown>;
}

/** `runtime`: the addresses of the program's own files. */
export interface OwnAddress {
  getURL(path: string): string;
}

/** `runtime`: a call that counts as activity of a worker. */
export interface Wakeful {
  getPlatformInfo(): Promise<unknown>;
}

interface Event<Value> {
  addListener(listener: (value: Value) => void): void;
}

/** The background's end of the port that a visible page holds. */
export interface VisiblePort {
  readonly name: string;
  readonly sender?: { readonly url?: string };
  readonly onDisconnect: Event<unknown>;
  postMessage(message: unknown): void;
}

/** The page's end of that port. */
export interface PagePort {
  readonly onMessage: Event<unknown>;
  readonly onDisconnect: Event<unknown>;
  disconnect(): void;
}
