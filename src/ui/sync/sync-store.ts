import type { ReadonlySignal } from '@preact/signals';
import type { SyncSettings } from '../../domain';
import type { SyncStatus } from '../../library';

/** Whether there is somebody whose library is synced. */
export type Syncer =
  /** There is no account. */
  | 'nobody'
  | 'signed-in'
  /** The account is there, and nothing is sent until the person signs in again. */
  | 'signed-out';

/** Sync as a page of ours sees it, live. Given by the entrypoint. */
export interface SyncStore {
  /** null until it is known. */
  readonly syncer: ReadonlySignal<Syncer | null>;
  /** null until it has been read; articles are to come only where they come by themselves. */
  readonly status: ReadonlySignal<SyncStatus | null>;
  /** Whether a round that was asked for here is not over. */
  readonly isAsked: ReadonlySignal<boolean>;
  /** null until they have been read. */
  readonly settings: ReadonlySignal<SyncSettings | null>;
  syncNow(): void;
  /** Asks for the access to the server, and syncs once it is given. First thing in a click. */
  allow(): void;
  change(settings: Partial<SyncSettings>): void;
}
