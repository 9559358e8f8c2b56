import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { EditableField, MergedField } from '../../domain/bookmark-fields';
import type { CollectionId } from '../../domain/collection';
import type { HighlightId } from '../../domain/highlight';
import type { UnixMs } from '../../domain/time';
import type { HighlightPart } from './highlight-shadow';

/** A permanent refusal of the server, which no repeat would change. */
export interface Refusal {
  /** The kind of the service error. */
  readonly kind: string;
  /** The message of the server, with the field if it named one; for diagnosis. */
  readonly detail: string;
}

/** The fields of a bookmark that a server stores too. */
export type SyncedFields = Pick<Bookmark, MergedField>;

/** A bookmark as the server has it. */
export interface ServerVersion extends SyncedFields {
  readonly labels: readonly string[];
  readonly url: string;
  readonly created: UnixMs;
  readonly hasArticle: boolean;
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
}

/** Changes of a bookmark that a server lacks. */
export interface BookmarkChanges {
  readonly set: Partial<Pick<Bookmark, EditableField>>;
  readonly addLabels: readonly string[];
  readonly removeLabels: readonly string[];
}

/** The state of the article of a bookmark that is on a server. */
export type ArticleState =
  /** As far as is known, there is no article. */
  | 'none'
  /**
   * On the server; it was not decided yet whether to fetch it. If there is one on this device, that one
   * was captured earlier.
   */
  | 'pending'
  /** On the server; the article policy skips it until somebody opens it. */
  | 'skipped'
  /** On the server; a rule of retention has removed it here. Only opening it fetches it. */
  | 'released'
  /** On this device, equal to the server's: it was received or sent. */
  | 'synced'
  /** On this device only, or different from the server's. */
  | 'local';

/**
 * A create without a response. Its bookmark may appear late, next to that of another device.
 */
export interface UnconfirmedCreate {
  readonly sent: ServerVersion;
  /** True if it appeared and the bookmark is linked to it. */
  readonly isLinked: boolean;
}

/** An annotation of a bookmark that is to be deleted, as this device last knew it. */
export interface KnownPart extends HighlightPart {
  /** Its highlight; null: it is not known. */
  readonly highlightId: HighlightId | null;
}

/**
 * The last known state of a bookmark on the server. It outlives the bookmark until its deletion is
 * sent.
 */
export interface Shadow {
  readonly bookmarkId: BookmarkId;
  /**
   * null: the bookmark stays on this device, because a person chose so or the server cannot have
   * it.
   */
  readonly serverId: string | null;
  /** The last known version of the server, the base of the three-way merge. */
  readonly version: ServerVersion;
  /** Changes that were sent without a response: the server may have them or receive them later. */
  readonly tried?: BookmarkChanges;
  /** When it last changed, by the server's clock; null while it was only sent. */
  readonly updated: UnixMs | null;
  /** True if the server has read the page. Older servers lose changes before that. */
  readonly isLoaded: boolean;
  /**
   * True if this device created it on the server, or perhaps did, and may delete it for another one of
   * the same address.
   */
  readonly isCreatedHere: boolean;
  /** When it was first received, by the server's clock. Set only if this device created it. */
  readonly madeAt?: UnixMs;
  /** Set for a create of this device that had no response, or not to its first attempt. */
  readonly unconfirmed?: UnconfirmedCreate;
  readonly article: ArticleState;
  /**
   * When the server's article was captured; null: the server has read the page itself. Absent if it is
   * not known or the server does not replace articles.
   */
  readonly captured?: UnixMs | null;
  /** When the article was captured that this device has sent last; null or absent: none stands. */
  readonly sentCaptured?: UnixMs | null;
  /** Bytes of the article and its images on this device; absent until measured. */
  readonly articleBytes?: number;
  /** When somebody opened the bookmark while its article was not on this device. */
  readonly askedAt?: UnixMs;
  /**
   * Set while the highlights of the server have to be read. `resend`: it was restored, so those that
   * it lacks are sent again.
   */
  readonly annotations?: 'pending' | 'resend';
  /** The bookmark that stays for this one, which is to be deleted. Absent: a person deletes it. */
  readonly replacedBy?: BookmarkId;
  /** With `replacedBy`: its annotations. */
  readonly parts?: readonly KnownPart[];
}

export type ShadowRow = Shadow;

/** One field that both sides changed, that changed on the server, or that a person replaced. */
export interface JournalChange {
  readonly field: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Entries about sync. */
export type JournalKind =
  /** An intent reached the server. */
  | 'sent'
  /** A bookmark arrived from the server, new or changed. */
  | 'received'
  /** Both sides changed the same field. `ours` is kept. */
  | 'merged'
  /** Saved on both sides; it is one bookmark now. */
  | 'joined'
  /** Deleted on the server and therefore moved to the trash. */
  | 'deleted-there'
  /** Deleted on one side and edited on the other; it is kept. */
  | 'kept-against-delete'
  /** The server sent something that cannot be parsed; the local bookmark is unchanged. */
  | 'unreadable'
  /** The bookmark stays on this device: the server cannot have it, or a person chose so. */
  | 'kept-here'
  /** The server refused it. */
  | 'refused'
  /** A person discarded the waiting change. */
  | 'discarded';

/** The name of a collection at the time of the entry. */
export interface CollectionName {
  readonly id: CollectionId;
  readonly name: string;
}

/** A highlight at the time of the entry. */
export interface HighlightName {
  readonly id: HighlightId;
  /** The highlighted text, shortened. */
  readonly text: string;
}

export interface JournalRow {
  /** Assigned by the database. */
  readonly id: number;
  readonly at: UnixMs;
  readonly kind: JournalKind;
  /** null: the entry is about a collection or about several bookmarks. */
  readonly bookmarkId: BookmarkId | null;
  /** The number of bookmarks that the entry is about; absent: one. */
  readonly count?: number;
  readonly collection?: CollectionName;
  readonly highlight?: HighlightName;
  readonly changes: readonly JournalChange[];
}

/** A server that was restored to an older state, or lost many bookmarks. */
export interface LostData {
  /** Number of bookmarks that are on this device and no longer on the server. */
  readonly missing: number;
  /** Number of bookmarks whose version on the server is older than one that was received. */
  readonly older: number;
  /** Number of linked bookmarks. */
  readonly known: number;
  /** Number of highlights that were on the server, which has none at all; absent if it has some. */
  readonly highlights?: number;
}

/** Why sync does not continue by itself. */
export type SyncStop =
  | { readonly kind: 'offline' }
  /** The server responds, but cannot serve requests at the moment. */
  | { readonly kind: 'server-busy' }
  /** The same requests were made again and again and changed nothing. */
  | { readonly kind: 'no-progress' }
  | { readonly kind: 'signed-out' }
  /**
   * The browser no longer permits requests to the server, because a person revoked the permission.
   */
  | { readonly kind: 'not-allowed' }
  /**
   * Something other than the service responds at the address, or the address redirects elsewhere.
   */
  | { readonly kind: 'wrong-server' }
  /** The sign-in may not do something that sync needs, or a gate before the server refuses. */
  | { readonly kind: 'forbidden'; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string }
  /** The browser has no space for incoming data. */
  | { readonly kind: 'quota' }
  | { readonly kind: 'library-unavailable' }
  | ({ readonly kind: 'server-lost-data' } & LostData);

/** A change on the server: its time by the server's clock, and its bookmark. */
export interface SyncCursor {
  readonly at: UnixMs;
  readonly serverId: string;
}

/** The result of the last attempt to read the server's collections. */
export interface CollectionsRead {
  readonly readAt: UnixMs;
  /** The ETag of the list; null: there was none, or the list had several pages. */
  readonly etag: string | null;
  /** Why collections cannot be read; null: they can. */
  readonly refusal: Refusal | null;
}

/** The persistent state of sync. */
export interface SyncMeta {
  /** The latest change that was received; null before the first complete pull. */
  readonly cursor: SyncCursor | null;
  /** When everything was last pulled and pushed. */
  readonly syncedAt: UnixMs | null;
  /** When all bookmarks of the server were last compared with the shadows; null: never. */
  readonly comparedAt: UnixMs | null;
  /** null: nothing prevents sync. */
  readonly stop: SyncStop | null;
  /** Earliest automatic attempt; null: at the next trigger. */
  readonly retryAt: UnixMs | null;
  /** Number of failures in a row, for the back-off. */
  readonly failures: number;
  /** True if the server is older than at the last sync and this is not resolved. */
  readonly hasGoneBack: boolean;
  /** A person's decision about lost data. */
  readonly decision: 'send-back' | 'accept' | null;
  /** The article policy of the last run; null before the first. */
  readonly articlesBy: string | null;
  /**
   * Identifies the state in which articles were last dropped for lack of space; null before that.
   */
  readonly articlesFitted: string | null;
  /** When all collections were last listed; null: never. */
  readonly collections: CollectionsRead | null;
  /** True if the server had a place for notes about bookmarks when that was last asked. */
  readonly hasNotes: boolean;
  /** The same for the review of highlights. */
  readonly hasReviews: boolean;
  /** How many of many new bookmarks of the server have come; null: no more than a few are missing. */
  readonly arriving: { readonly done: number; readonly of: number } | null;
}

export const INITIAL_META: SyncMeta = {
  cursor: null,
  syncedAt: null,
  comparedAt: null,
  stop: null,
  retryAt: null,
  failures: 0,
  hasGoneBack: false,
  decision: null,
  articlesBy: null,
  articlesFitted: null,
  collections: null,
  hasNotes: false,
  hasReviews: false,
  arriving: null,
};
