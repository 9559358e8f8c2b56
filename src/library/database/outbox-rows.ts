import type { BookmarkId } from '../../domain/bookmark';
import type { CollectionId } from '../../domain/collection';
import type { HighlightId } from '../../domain/highlight';
import type { JoinedFlag } from '../../domain/join-values';
import type { UnixMs } from '../../domain/time';
import type { Refusal, ServerVersion } from './sync-rows';

/** Create the bookmark in its current state with its article and images. */
export interface CreateIntent {
  readonly kind: 'create';
  /** The flags that it had when this was queued, from a file for example. Absent: none. */
  readonly born?: readonly JoinedFlag[];
}

/** Send what differs from the server. It is read from the bookmark and its shadow when it is sent. */
export interface PatchIntent {
  readonly kind: 'patch';
  /** The fields of the last attempt, `labels` included. */
  readonly fields?: readonly string[];
}

/** Verify that the bookmark still exists after `others`, which were joined into it, are deleted. */
export interface VerifyIntent {
  readonly kind: 'verify';
  readonly others: readonly BookmarkId[];
}

/**
 * Look up the bookmark `shadow.serverId` later and list it if it still exists. It is the second
 * bookmark of a page, and the device that created it is expected to delete it.
 */
export interface RecheckIntent {
  readonly kind: 'recheck';
}

export type Intent =
  | CreateIntent
  /** Send the current article and images, which are new. */
  | { readonly kind: 'content' }
  | PatchIntent
  | { readonly kind: 'delete' }
  | VerifyIntent
  | RecheckIntent;

/** The part that all entries of the outbox have. */
interface Entry {
  /** Assigned by the database; the order of the intents of a bookmark. */
  readonly seq: number;
  readonly queuedAt: UnixMs;
  /** Earliest time to send it: the end of the undo time, or of the delay after a failure. */
  readonly notBefore: UnixMs;
  readonly state: 'waiting' | 'sending' | 'attention';
  /** Number of attempts. After one the server may have acted on it. */
  readonly attempts: number;
  /** Only with state `attention`. */
  readonly refusal?: Refusal;
}

export interface BookmarkEntry extends Entry {
  readonly kind: 'bookmark';
  readonly bookmarkId: BookmarkId;
  readonly intent: Intent;
  /**
   * Set if sync queued it for itself: it does not count as a change of a person. IndexedDB cannot
   * index booleans.
   */
  readonly isInternal?: 1;
  /** For a create that was attempted: the version that it makes on the server. */
  readonly sent?: ServerVersion;
}

/**
 * Collections and highlights are few and small, and their changes have no order, so each has at most
 * one entry, and what is sent is the difference from the last known state of the server.
 */
export interface CollectionEntry extends Entry {
  readonly kind: 'collection';
  readonly collectionId: CollectionId;
}

export interface HighlightEntry extends Entry {
  readonly kind: 'highlight';
  readonly highlightId: HighlightId;
  /** Its bookmark. */
  readonly of: BookmarkId;
}

export type OutboxRow = BookmarkEntry | CollectionEntry | HighlightEntry;

type Unnumbered<Row> = Row extends OutboxRow ? Omit<Row, 'seq'> : never;
/** An entry that the database has given no number. */
export type NewOutboxRow = Unnumbered<OutboxRow>;

/** An entry; `seq` is null until it is written. */
export type Queued<Row extends OutboxRow = OutboxRow> = Row extends OutboxRow
  ? Omit<Row, 'seq'> & { readonly seq: number | null }
  : never;

/** The state of an entry that was not sent. */
export const queuedAt = (now: UnixMs, notBefore: UnixMs = now) =>
  ({ seq: null, queuedAt: now, notBefore, state: 'waiting', attempts: 0 }) as const;
