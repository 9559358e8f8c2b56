import { DEFAULT_COLOR, MAX_NOTE_LENGTH } from '../../src/contract';
import { unixMs, withoutFragment } from '../../src/domain';
import type { ImportedEntry, ImportedHighlight } from '../../src/formats';
import { namedSiteOf } from '../bookmarks/site-of';
import type { NewAnnotation, NewBookmark } from '../storage';

/** The address of the bookmark, which identifies duplicates: without its fragment. */
export const addressOf = ({ url }: ImportedEntry): string => withoutFragment(url);

/** Converts an entry to a bookmark. A job reads its page later. */
export function importedBookmark(entry: ImportedEntry): NewBookmark {
  const url = addressOf(entry);
  return {
    url,
    ...namedSiteOf(url),
    title: entry.title,
    description: entry.description,
    authors: entry.authors,
    lang: entry.lang,
    labels: entry.labels,
    published: entry.published === null ? null : unixMs(Date.parse(entry.published)),
    isMarked: entry.isFavourite,
    isArchived: entry.isArchived,
    readProgress: entry.readProgress,
    ...(entry.created !== null && { created: entry.created }),
  };
}

/** Converts a highlight. It has only its quote, and is placed when an article contains the quote. */
export const importedHighlight = ({ quote, note }: ImportedHighlight): NewAnnotation => ({
  startSelector: '',
  startOffset: 0,
  endSelector: '',
  endOffset: 0,
  position: 0,
  text: quote,
  color: DEFAULT_COLOR,
  note: [...note].slice(0, MAX_NOTE_LENGTH).join(''),
  quote: { exact: quote, prefix: '', suffix: '' },
});
