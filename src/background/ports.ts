import type { Result } from '../domain/result';
import type {
  AccountKey,
  ImportJob,
  Library,
  openLibrary,
  removeLibrary,
  SecretStore,
  SyncStatus,
} from '../library';
import {
  type AppIdentity,
  type PendingSignIn,
  type Problem,
  platformTransport,
  type Transport,
} from '../service';
import type { SendFolder, WriteTexts } from '../transfer';
import { type Clock, wallClock } from './library/libraries';
import type { StartWorker } from './transfer/transfer-in-worker';

/**
 * The parts that a background needs of the program in which it runs. The extension makes them from
 * `browser.*`, and the web app from what a page has. What a program cannot do is absent.
 */
export interface Ports {
  readonly now: Clock;
  readonly random: () => number;
  readonly newId: () => string;
  readonly locks: Pick<LockManager, 'request'>;
  readonly network: Network;
  readonly transport: Transport;
  readonly openLibrary: typeof openLibrary;
  readonly removeLibrary: typeof removeLibrary;
  readonly secrets: SecretStore;
  readonly local: StoredArea;
  /** Is empty when the browser starts. */
  readonly session: Pick<StoredArea, 'set'>;
  readonly alarms: Alarms;
  readonly stayAwake: StayAwake;
  /** Resolves when work that nobody waits for may begin. */
  readonly afterWakeUp: Promise<void>;
  readonly access: ServerAccess;
  readonly authWindow: AuthWindow;
  /** Loads the identity that the program presents to servers. */
  readonly app: () => Promise<AppIdentity>;
  readonly workOnImports: WorkOnImports;
  /** Reads the server of an import. Absent: only files are imported. */
  readonly importSource?: SourceReader;
  /** Absent where the browser keeps no files for imports. */
  readonly removeImports?: (account: AccountKey) => Promise<void>;
  /** Writes the texts of highlights that are sent on, elsewhere than in the background. */
  readonly writeTexts: WriteTexts;
  /** The downloads, into which highlights are sent. Absent where a file cannot be given to them. */
  readonly sendDownloads?: SendFolder;
  /** Absent: the background indexes the library itself, because it can start no worker. */
  readonly startSearchWorker?: StartWorker;
  /** True if several people use this browser. */
  readonly isShared?: boolean;
  /** Runs a part of a sign-in after those of other backgrounds. Absent if there is only one. */
  readonly inTurn?: <T>(part: () => Promise<T>) => Promise<T>;
  /** Decides by the stored `AccountStatus` if the library may be opened. Absent: always. */
  readonly mayOpen?: (status: unknown) => Promise<boolean>;
  /** Called with each status of the sync, and with null when there is no account any more. */
  readonly onSyncStatus?: (status: SyncStatus | null) => void;
  /** Called after a page or an import has changed the library. */
  readonly onWritten?: () => Promise<unknown>;
}

/** Returns the ports that are the same in all programs. */
export const platformPorts = () => ({
  now: wallClock,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  locks: navigator.locks,
  network: platformNetwork,
  transport: platformTransport,
});

export interface Network {
  /** Calls `listener` when the network is back, while this background runs. */
  onOnline(listener: () => void): void;
  /** Undefined if the browser does not report it. */
  connection(): ConnectionInfo | undefined;
}

/** The connection information of Chromium, also in workers. Firefox has none. */
export interface ConnectionInfo {
  readonly saveData?: boolean;
  readonly type?: string;
}

const platformNetwork: Network = {
  onOnline: (listener) => addEventListener('online', listener),
  // TypeScript's type lacks it.
  connection: () => (navigator as { readonly connection?: ConnectionInfo }).connection,
};

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
  readonly onAlarm: Event<{ readonly name: string }>;
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

/** Works on the imports of a library until none waits, or until `signal` is aborted. */
export type WorkOnImports = (account: AccountKey, signal: AbortSignal) => Promise<void>;

export interface SourceReader {
  /** Reads the rest of the server. Returns true if all has been read. */
  read(library: Library, job: ImportJob, signal: AbortSignal): Promise<boolean>;
  /** Leaves the server if its import has ended. */
  settle(): Promise<void>;
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
