import type { Bookmark, BookmarkId, CollectionId, UnixMs } from '../../domain';

/** Why a server refused something in a way that no repeat would change. */
export interface Refusal {
  /** The kind of the service's error. */
  readonly kind: string;
  /** The server's own words, with the field where it named one; for whoever looks into it. */
  readonly detail: string;
}

/** The fields of a bookmark that a server keeps too, in our words. */
export type SyncedFields = Pick<
  Bookmark,
  | 'title'
  | 'siteName'
  | 'authors'
  | 'published'
  | 'isFavourite'
  | 'isArchived'
  | 'readProgress'
  | 'readAnchor'
  | 'description'
  | 'lang'
  | 'textDirection'
  | 'type'
>;

/** A bookmark as a server has it. */
export interface ServerVersion extends SyncedFields {
  readonly labels: readonly string[];
  readonly url: string;
  readonly created: UnixMs;
  readonly hasArticle: boolean;
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
}

/** Where the article of a bookmark is that a server has. */
export type ArticleStanding =
  /** Nowhere, as far as is known. */
  | 'none'
  /** On the server, and not yet looked at whether it shall come. */
  | 'wanted'
  /** On the server, where the choice of articles leaves it until somebody opens it. */
  | 'left'
  /** Here as the server has it: it came from there, or was sent there. */
  | 'here'
  /** Here, and not as the server has it, if that has one: it is to be found nowhere else. */
  | 'own';

/** What a create makes that was not answered may come late, beside what somebody else made. */
export interface Unanswered {
  readonly sent: ServerVersion;
  /** It came, and is what the bookmark is linked to. */
  readonly isLinked: boolean;
}

/** What is known of a bookmark on the server; outlives the bookmark until its delete is told. */
export interface Shadow {
  readonly bookmarkId: BookmarkId;
  /** null: kept on this device only, because a person wanted it or the server can't have it. */
  readonly serverId: string | null;
  /** The server's last known version, the base of the three-way merge. */
  readonly version: ServerVersion;
  /** When the server changed it last, by the server's clock; null while it was only sent there. */
  readonly updated: UnixMs | null;
  /** Whether the server has read the page: before that, older servers lose what is changed. */
  readonly isLoaded: boolean;
  /** This device made it there, and may take it back for one of the same address. */
  readonly isMadeHere: boolean;
  /** Of a create of this device that was not answered, or not the first time. */
  readonly unanswered?: Unanswered;
  readonly article: ArticleStanding;
  /** What the article takes here, with its images; absent until it was measured. */
  readonly articleBytes?: number;
  /** When somebody opened it whose article was not here. */
  readonly askedAt?: UnixMs;
}

export type ShadowRow = Shadow;

/** One field that both sides changed, or that was changed on the server. */
export interface JournalChange {
  readonly field: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export type JournalKind =
  /** An intent reached the server. */
  | 'sent'
  /** Came from the server, as new or with changes. */
  | 'received'
  /** Both sides had changed the same field; what stands is `ours`. */
  | 'merged'
  /** Saved here and there: one bookmark now. */
  | 'joined'
  /** Deleted on the server, so in the trash here. */
  | 'deleted-there'
  /** Deleted on one side and edited on the other: it is kept. */
  | 'kept-against-delete'
  /** What came from the server was no bookmark that could be read; what is here stays as it is. */
  | 'unreadable'
  /** The server can't have it, or a person wanted it so: it stays here. */
  | 'kept-here'
  /** The server refused it. */
  | 'refused'
  /** A person threw away what was waiting. */
  | 'discarded';

/** What a collection was called when something was done about it. */
export interface CollectionName {
  readonly id: CollectionId;
  readonly name: string;
}

export interface JournalRow {
  /** Given by the database. */
  readonly id: number;
  readonly at: UnixMs;
  readonly kind: JournalKind;
  /** null: it is about a collection. */
  readonly bookmarkId: BookmarkId | null;
  readonly collection?: CollectionName;
  readonly changes: readonly JournalChange[];
}

/** A server that went back in time, or misses much of what it had. */
export interface LostData {
  /** Bookmarks that are here and not there any more. */
  readonly missing: number;
  /** Bookmarks whose version on the server is older than one that was received before. */
  readonly older: number;
  /** Bookmarks that were there. */
  readonly known: number;
}

/** Why sync does not go on by itself. */
export type SyncStop =
  | { readonly kind: 'offline' }
  /** It answers, and can't do it just now. */
  | { readonly kind: 'server-busy' }
  | { readonly kind: 'signed-out' }
  /** The browser does not let us ask the server any more: its person took that back. */
  | { readonly kind: 'not-allowed' }
  /** Another than the service answers at its address, or it leads elsewhere. */
  | { readonly kind: 'wrong-server' }
  | { readonly kind: 'refused'; readonly detail: string }
  /** The browser has no room for what comes. */
  | { readonly kind: 'quota' }
  | { readonly kind: 'library-unavailable' }
  | ({ readonly kind: 'server-lost-data' } & LostData);

/** A change on the server: when, by its clock, and of which bookmark. */
export interface SyncCursor {
  readonly at: UnixMs;
  readonly serverId: string;
}

/** How the collections of the server were read. */
export interface CollectionsRead {
  readonly readAt: UnixMs;
  /** What the server called that state of them; null: nothing, or they came in several pages. */
  readonly etag: string | null;
  /** Why it has none for us, or not in a form that can be read; null: it has. */
  readonly refusal: Refusal | null;
}

/** Where sync stands. */
export interface SyncMeta {
  /** The latest change that was seen; null before the first whole pull. */
  readonly cursor: SyncCursor | null;
  /** When all was pulled and pushed last. */
  readonly syncedAt: UnixMs | null;
  /** When all that the server has was compared last with what is known of it here; null: never. */
  readonly comparedAt: UnixMs | null;
  /** null: nothing is in the way. */
  readonly stop: SyncStop | null;
  /** Not to be tried earlier by itself; null: at the next occasion. */
  readonly retryAt: UnixMs | null;
  /** Failures in a row, for the back-off. */
  readonly failures: number;
  /** The server is older than what was seen of it, and that is not settled yet. */
  readonly hasGoneBack: boolean;
  /** What a person wants done about lost data. */
  readonly decision: 'send-back' | 'accept' | null;
  /** The choice of articles by which some are left on the server; null before the first. */
  readonly articlesBy: string | null;
  /** How all stood when articles that had no room were dropped; null before that. */
  readonly articlesFitted: string | null;
  /** When all collections were listed last; null: never. */
  readonly collections: CollectionsRead | null;
}

export const FIRST_META: SyncMeta = {
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
};
