import type { AnnotationQuote, Page } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { BookmarkRow } from '../bookmarks/bookmark';
import type { BookmarkKey, UserId } from '../ids';
import type { Listed } from '../rows';

/** A highlighted passage (spec 2.16, protocol.md section 9). */
export interface AnnotationRow {
  /** Short id. */
  readonly id: string;
  readonly bookmarkKey: BookmarkKey;
  readonly startSelector: string;
  /** In Unicode code points. */
  readonly startOffset: number;
  readonly endSelector: string;
  readonly endOffset: number;
  /** The start in the text of the article, in code points. Lists are sorted by it. */
  readonly position: number;
  readonly text: string;
  readonly color: string;
  readonly note: string;
  /** null when the client sent none. */
  readonly quote: AnnotationQuote | null;
  readonly created: UnixMs;
}

export type NewAnnotation = Omit<AnnotationRow, 'id' | 'bookmarkKey' | 'created'>;
export type AnnotationChange = Partial<NewAnnotation>;

/** An annotation in the list of all, with its bookmark. */
export interface AnnotationInLibrary extends AnnotationRow {
  readonly bookmark: Pick<BookmarkRow, 'id' | 'url' | 'title' | 'siteName'>;
}

/** Annotations. Each change also updates the bookmark's `updated`. */
export interface AnnotationRepository {
  /** Lists annotations in the order of the text. */
  list(key: BookmarkKey): Promise<readonly AnnotationRow[]>;
  /** Lists the annotations of several bookmarks, each in the order of the text. */
  listMany(
    keys: readonly BookmarkKey[],
  ): Promise<ReadonlyMap<BookmarkKey, readonly AnnotationRow[]>>;
  /** Newest first. */
  listAll(userId: UserId, page: Page): Promise<Listed<AnnotationInLibrary>>;
  find(key: BookmarkKey, id: string): Promise<AnnotationRow | null>;
  create(key: BookmarkKey, annotation: NewAnnotation): Promise<AnnotationRow>;
  /** null when there is none. */
  update(
    key: BookmarkKey,
    id: string,
    change: AnnotationChange,
  ): Promise<{ annotation: AnnotationRow; bookmark: BookmarkRow } | null>;
  /** false when there was none. */
  delete(key: BookmarkKey, id: string): Promise<boolean>;
  /** Moves annotations to their places in a new article, in one change. */
  move(
    key: BookmarkKey,
    places: readonly (Pick<AnnotationRow, 'id'> & AnnotationChange)[],
  ): Promise<void>;
}
