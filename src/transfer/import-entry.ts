import type { CapturedArticle } from '../capture';
import type { BookmarkId } from '../domain/bookmark';
import type { Highlight, HighlightId } from '../domain/highlight';
import { newBookmark } from '../domain/new-bookmark';
import type { OriginalFile } from '../domain/original-file';
import { NOT_REVIEWED } from '../domain/review';
import type { UnixMs } from '../domain/time';
import type { ImportedEntry } from '../formats';
import type { RestoredBookmark } from '../library';
import type { ImportedArticle } from './import-article';

interface EntryOptions {
  readonly newId: () => BookmarkId;
  /** The time of the import. */
  readonly now: UnixMs;
  /** The time of an entry without one. It keeps the order of the file. */
  readonly created: UnixMs;
  /** The file from which the article was made. */
  readonly original?: OriginalFile | undefined;
}

/** Makes a bookmark of an entry. */
export function bookmarkOf(
  entry: ImportedEntry,
  made: ImportedArticle | null,
  { newId, now, created: otherwise, original }: EntryOptions,
): RestoredBookmark {
  const id = newId();
  const { html, highlights, folders, copied, file, ...fields } = entry;
  // A document without text, such as a scan, is kept all the same.
  const hasArticle = made !== null || original !== undefined;
  return {
    bookmark: {
      ...newBookmark(id, entry.url, entry.urlKey, now),
      ...fields,
      title: entry.title || entry.url,
      created: entry.created ?? otherwise,
      content: hasArticle ? { kind: 'article' } : { kind: 'address', reason: 'not-included' },
      wordCount: made?.article.wordCount ?? 0,
      readingTimeMinutes: made?.article.readingTimeMinutes ?? 0,
    },
    article: hasArticle ? repackedArticleOf(made?.article ?? EMPTY_TEXT, now, original) : null,
    highlights: highlights.map((_, at) =>
      highlightOf(entry, made, at, { id, newId, now, created: otherwise }),
    ),
  };
}

const EMPTY_TEXT = { html: '', textLength: 0, wordCount: 0, images: [] };

function repackedArticleOf(
  { html, textLength, wordCount, images }: Omit<CapturedArticle, 'readingTimeMinutes'>,
  now: UnixMs,
  original: OriginalFile | undefined,
): RestoredBookmark['article'] {
  return {
    ...(original && { original }),
    html,
    textLength,
    wordCount,
    capturedAt: now,
    iconUrl: null,
    imageUrl: null,
    // No page shows them, so they need the same permission as those that a page cannot read.
    images: images.map((image) => ({ ...image, hash: null, reason: 'not-readable' })),
    report: {
      words: wordCount,
      imagesKept: 0,
      imagesDropped: images.length,
      warnings: [],
    },
  };
}

interface HighlightOptions extends EntryOptions {
  readonly id: BookmarkId;
}

function highlightOf(
  { highlights, created: saved }: ImportedEntry,
  made: ImportedArticle | null,
  at: number,
  { id, newId, now, created: otherwise }: HighlightOptions,
): Highlight {
  const { quote = '', prefix = '', suffix = '', note = '', created = null } = highlights[at] ?? {};
  const place = made?.places[at] ?? null;
  return {
    // The library makes all ids in the same way.
    id: newId() as string as HighlightId,
    bookmarkId: id,
    quote: place?.quote ?? { exact: quote, prefix, suffix },
    position: place?.position ?? null,
    ...(made !== null && place === null && { doubt: 'detached' }),
    color: highlights[at]?.color ?? 'yellow',
    note,
    review: NOT_REVIEWED,
    isNoteOnly: false,
    refused: [],
    // A highlight without a date of its own is as old as its page.
    created: created ?? saved ?? otherwise,
    updated: now,
  };
}
