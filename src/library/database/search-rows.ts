import type { BookmarkId } from '../../domain/bookmark';
import type { TextSketch } from '../../domain/duplicates';

/** A segment of the search index, as it is stored (`src/library/search`). */
export interface SearchSegmentRow {
  /** Never used again. */
  readonly id: number;
  readonly family: 'fields' | 'text';
  /** Newer segments have larger numbers and hide the same documents of older ones. */
  readonly order: number;
  readonly documents: number;
  /** Bytes of the head and the blocks. */
  readonly bytes: number;
  /** Packed document numbers, lengths, times and the first term of each block. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** True if a query found damaged bytes in it. */
  readonly isDamaged: boolean;
}

/** Consecutive numbers of documents. `end` is exclusive. */
export type DocRange = readonly [first: number, end: number];

/** A segment of which some blocks are stored, so that an interrupted merge continues. */
export interface SearchMergeRow {
  /** The id of the new segment. */
  readonly id: number;
  /** From the oldest to the newest. Empty: it is no merge and begins again after an interruption. */
  readonly inputs: readonly number[];
  /** The packed documents of the new segment. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** The last term that was written; empty at the start. */
  readonly lastTerm: string;
  readonly firstTerms: readonly string[];
  readonly bytes: number;
  /** The numbers that were given to its new documents. An interruption takes them back. */
  readonly numbers: readonly DocRange[];
}

/** The number of a bookmark in the search index. */
export interface SearchDocRow {
  /** Assigned by the database; never used again. */
  readonly doc: number;
  readonly bookmarkId: BookmarkId;
  /** Characters of the indexed text of its article; 0: none. */
  readonly textLength: number;
  /** Identifies the indexed text. */
  readonly textHash: number;
  /** The sketch of that text, with which nearly equal ones are found; absent for a short text. */
  readonly sketch?: TextSketch;
}

/** The bookmarks that one write changed and that the search index does not contain like that. */
export interface SearchPendingRow {
  /** Assigned by the database. */
  readonly seq: number;
  readonly bookmarkIds: readonly BookmarkId[];
  /** `fields`: everything but the text of the article. */
  readonly part: 'fields' | 'text';
}

/**
 * Bookmarks whose fields or highlights have changed, after the search index has them. There are such rows
 * only while somebody follows the changes: then the row 0 is there, which is empty.
 */
export interface SearchChangesRow {
  /** Assigned by the database. */
  readonly seq: number;
  readonly bookmarkIds: readonly BookmarkId[];
}

export type NewSearchChanges = Omit<SearchChangesRow, 'seq'> & Partial<SearchChangesRow>;

/** The state of the search index; absent before it is built for the first time. */
export interface SearchStateRow {
  readonly key: 'state';
  readonly version: number;
  /** The last bookmark that a new build has read; null: the build is finished. */
  readonly builtTo: string | null;
  /** True while documents of a damaged segment are indexed again. */
  readonly isRepairing: boolean;
  /** The id of the next segment. */
  readonly nextSegment: number;
  /** Characters of all indexed texts. */
  readonly textLength: number;
}
