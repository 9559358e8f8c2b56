import type { Bookmark, BookmarkId, UnixMs } from '../../domain';
import type { Refusal, ServerVersion } from './sync-rows';
/** What the page says of itself and a person may correct. */
export type PageValues = Pick<Bookmark, 'title' | 'siteName' | 'authors' | 'published'>;

/** Fields that a patch sets as a whole. */
export type PatchFields = Partial<
  PageValues &
    Pick<Bookmark, 'excerpt' | 'isFavourite' | 'isArchived' | 'readProgress' | 'readAnchor'>
>;

export interface PatchIntent {
  readonly kind: 'patch';
  readonly set: PatchFields;
  /** What the fields of `set` were before: the base of a three-way merge. */
  readonly base: PatchFields;
  readonly addLabels: readonly string[];
  readonly removeLabels: readonly string[];
}

/** See that it is still there once `others`, which it stands for now, are deleted. */
export interface KeepIntent {
  readonly kind: 'keep';
  readonly others: readonly BookmarkId[];
}

/**
 * Look up the bookmark `shadow.serverId` later, and list it if the server still has it. It is the second
 * bookmark of a page that is here already, and the device that made it is expected to delete it.
 */
export interface TwinIntent {
  readonly kind: 'twin';
}

/** What a person asked for, in the words of the request and not of the resulting row. */
export type Intent =
  /** Make the bookmark, as it is by then, with its article and images. */
  | { readonly kind: 'create' }
  /** The article or its images are new: send them as they are by then. */
  | { readonly kind: 'content' }
  | PatchIntent
  | { readonly kind: 'delete' }
  | KeepIntent
  | TwinIntent;

export interface OutboxRow {
  /** Given by the database; the order of a bookmark's intents. */
  readonly seq: number;
  readonly bookmarkId: BookmarkId;
  readonly intent: Intent;
  readonly queuedAt: UnixMs;
  /** Not to be sent earlier: the undo time of a delete, the wait after a failure. */
  readonly notBefore: UnixMs;
  readonly state: 'waiting' | 'sending' | 'attention';
  /** How often it was tried. Once tried, the server may have acted on it: it is folded no more. */
  readonly attempts: number;
  /** Sync queued it for itself, so it does not count as a change that waits. A boolean can't be indexed. */
  readonly isInternal?: 1;
  /** Of a create that was tried: what it makes on the server. */
  readonly sent?: ServerVersion;
  /** Only of one that needs attention. */
  readonly refusal?: Refusal;
}
