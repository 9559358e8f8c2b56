import type { BookmarkId } from '../../domain/bookmark';
import type { Collection } from '../../domain/collection';
import type { Highlight } from '../../domain/highlight';
import type { SiteRule } from '../../domain/site-rules/site-rule';
import type { UnixMs } from '../../domain/time';
import type { BulkAction, LabelRename } from './bulk-rows';
import type { ArticleRow, BookmarkRow, GroupId, RevisionRow } from './rows';

type DoneOnce =
  /** A change of one thing, which its row of the log describes. */
  | { readonly kind: 'one' }
  /** A join, with the number of bookmarks that went to the trash. */
  | { readonly kind: 'join'; readonly count: number }
  /** A change of many bookmarks. */
  | BulkAction
  /** The import of a file, or from a server. */
  | { readonly kind: 'import'; readonly fileName: string };

/** The kind of an act of a person. The undo of an undo is the act itself. */
export type Cause = DoneOnce | { readonly kind: 'undo'; readonly of: DoneOnce };

/** An act of a person, which can be undone as a whole. */
export interface GroupRow {
  /** Assigned by the database. */
  readonly id: GroupId;
  readonly cause: Cause;
  /** When it was done last. */
  readonly at: UnixMs;
  /** Number of changed records. */
  readonly changed: number;
  /** Number of its rows of the log, and of those that are undone and gone. */
  readonly chunks: number;
  readonly undone: number;
  /** The size of all its rows, in UTF-16 code units of their JSON. */
  readonly size: number;
  /** 1 while it is being undone, for the index. */
  readonly undoing?: 1;
  /** The act that its undo is, if that has changed something yet. */
  readonly undoneBy?: GroupId;
}

/** The changed fields of a bookmark on one side of a change. */
export interface LoggedBookmark extends Partial<Omit<BookmarkRow, 'labels'>> {
  /** Before: the labels that were removed. After: those that were added. */
  readonly labels?: readonly string[];
}

/** The same change of one or more bookmarks: the same fields before and after it. */
export interface BookmarkLogEntry {
  readonly table: 'bookmarks';
  readonly ids: readonly BookmarkId[];
  readonly before: LoggedBookmark;
  readonly after: LoggedBookmark;
}

/** The change of a record that is not a bookmark. */
interface RecordLogEntry<Table extends string, Values extends { readonly id: string }> {
  readonly table: Table;
  readonly ids: readonly [Values['id']];
  /** The name by which a person knows it. */
  readonly name: string;
  /** The changed fields as they were; null: it was made. */
  readonly before: Partial<Values> | null;
  /** The same fields as they became; null: it was deleted, and `before` is the whole. */
  readonly after: Partial<Values> | null;
}

export type CollectionLogEntry = RecordLogEntry<'collections', Collection>;
export interface HighlightLogEntry extends RecordLogEntry<'highlights', Highlight> {
  readonly bookmarkId: BookmarkId;
  /** The bookmark from which a join moved it, or the note that it got. Absent: no join did. */
  readonly from?: BookmarkId;
}

export type SiteRuleLogEntry = RecordLogEntry<'siteRules', SiteRule>;

/** A part of an import that has added bookmarks, whose ids it has. */
export interface ImportLogEntry {
  readonly table: 'imports';
  readonly ids: readonly [];
  /** It was made. */
  readonly before: null;
  readonly after: {
    readonly job: number;
    readonly number: number;
    /** Number of the added bookmarks. */
    readonly added: number;
  };
}

/** A join, beside the values of its bookmarks: the one that stays is looked for on the server. */
export interface JoinLogEntry {
  readonly table: 'joins';
  /** The bookmark that stays. */
  readonly ids: readonly [BookmarkId];
  readonly others: readonly BookmarkId[];
  /** True if it is the undo of a join. */
  readonly isUndone: boolean;
}

export type LoggedRevision = Pick<RevisionRow, 'id' | 'cause'>;

/** The article of a bookmark on one side of a change. Its text is not in the log. */
export interface LoggedArticle {
  /** null: there was none. */
  readonly capturedAt: UnixMs | null;
  /** Where it is kept while another one has its place; null: it has not been kept yet. */
  readonly revision: LoggedRevision | null;
  /** The bookmark of which a join copied it. It is not kept as long as this one has it. */
  readonly copyOf: BookmarkId | null;
  /** The values of its page. */
  readonly fields: RevisionRow['fields'];
}

/** A replacement of the article of a bookmark. */
export interface ArticleLogEntry {
  readonly table: 'articles';
  readonly ids: readonly [BookmarkId];
  /** True if both articles have the same text, so that none of them is kept. */
  readonly isSameText?: true;
  readonly before: LoggedArticle;
  readonly after: LoggedArticle;
  /** The entry of the outbox that was added to send it; null: none was. */
  readonly seq: number | null;
}

/** The text of an article on one side of a change by *Clean up*. */
export interface LoggedText extends Pick<ArticleRow, 'capturedAt' | 'textLength' | 'paragraphs'> {
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
  /** When the article had changed. */
  readonly changedAt: UnixMs;
  /** The earlier article that it is, as it was captured; null: it has other places. */
  readonly revision: number | null;
  /** True if it is as it was captured, so it becomes an earlier article when it gives way. */
  readonly isUncleaned: boolean;
  /** null: the article or the revision has it. */
  readonly text: Pick<ArticleRow, 'body' | 'structure'> | null;
}

/** A change of the text of an article. */
export interface TextLogEntry {
  readonly table: 'texts';
  readonly ids: readonly [BookmarkId];
  readonly before: LoggedText;
  readonly after: LoggedText;
  /** The entry of the outbox that was added to send it; null: none was. */
  readonly seq: number | null;
}

export type LogEntry =
  | BookmarkLogEntry
  | HighlightLogEntry
  | CollectionLogEntry
  | SiteRuleLogEntry
  | ImportLogEntry
  | JoinLogEntry
  | ArticleLogEntry
  | TextLogEntry;

/** The changes of one transaction. */
export interface LogRow {
  /** Assigned by the database. */
  readonly seq: number;
  readonly group: GroupId;
  readonly entries: readonly LogEntry[];
  /** The labels that were renamed. Absent: none. */
  readonly renames?: readonly LabelRename[];
  /** The bookmarks that it is about, also by their highlights, for the index. */
  readonly about: readonly BookmarkId[];
}
