import type { Article } from '../../domain/article';
import type { AssetHash, Bookmark } from '../../domain/bookmark';
import type { Collection } from '../../domain/collection';
import type { Highlight } from '../../domain/highlight';
import type { Retention } from '../../domain/retention';
import type { PageStructure } from '../../domain/site-rules/page-structure';
import type { SiteRule } from '../../domain/site-rules/site-rule';
import type { ArticleRow, BookmarkRow, DistinctPair, Draft, LabelColors } from '../database/rows';

/** A bookmark with what only the database needs to know of its page. */
export type TransferredBookmark = Bookmark &
  Pick<BookmarkRow, 'originalValues' | 'hasPageValues' | 'canonicalKey' | 'keywords'> & {
    /** True if it is never sent to a server. */
    readonly isLocalOnly?: true;
    /** True if the server has another article or none. */
    readonly hasOwnArticle?: true;
  };

/** The result of `restoreExtras`. */
export interface ExtrasResult {
  /** The old and the new names of collections whose names were taken. */
  readonly renamed: readonly string[];
  /** How many records were added or completed. */
  readonly added: number;
}

/** Bookmarks and their highlights. */
export interface ExportPage {
  readonly bookmarks: readonly TransferredBookmark[];
  /** In the order of the bookmarks and of their ids. */
  readonly highlights: readonly Highlight[];
}

/** A stored article with everything that belongs to it. */
export type TransferredArticle = Article &
  Pick<ArticleRow, 'wordCount' | 'iconUrl' | 'imageUrl'> & {
    /** Absent for an article that was not captured on a device. */
    readonly structure?: PageStructure;
  };

/** The parts of a bundle beside bookmarks. Its `library.json` may be damaged. */
export type RestoredExtras = Omit<LibraryExtras, 'retention' | 'readingDays'> &
  Partial<Pick<LibraryExtras, 'retention' | 'readingDays'>>;

/** A deleted highlight and the address of its page. */
export interface DeletedHighlightOf {
  readonly url: string;
  readonly highlight: Highlight;
}

/** The parts of a library beside bookmarks. */
export interface LibraryExtras {
  readonly collections: readonly Collection[];
  readonly labelColors: LabelColors;
  readonly retention: Retention;
  readonly distinctPairs: readonly DistinctPair[];
  /** Days on which something was read. */
  readonly readingDays: readonly number[];
  /** By site, oldest first. */
  readonly siteRules: readonly SiteRule[];
  /** The highlights that can still be restored, with the addresses of their pages. */
  readonly deletedHighlights: readonly DeletedHighlightOf[];
  readonly drafts: readonly Draft[];
}

/** An image as it is stored. The hash is that of the bytes. */
export interface TransferredImage {
  readonly hash: AssetHash;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A bookmark to restore under its own id and with its own dates. */
export interface RestoredBookmark {
  readonly bookmark: TransferredBookmark;
  readonly article: Omit<TransferredArticle, 'bookmarkId'> | null;
  readonly highlights: readonly Highlight[];
}

export interface RestoredPage {
  readonly bookmarks: readonly RestoredBookmark[];
  /**
   * The images of its articles, icons and lead images that the library does not have. Others are not
   * stored, and neither are those whose bytes have another hash.
   */
  readonly images: readonly TransferredImage[];
}
