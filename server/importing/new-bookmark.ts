import { DEFAULT_COLOR, MAX_NOTE_LENGTH } from '../../src/contract';
import { unixMs, withoutFragment } from '../../src/domain';
import type { ImportedEntry, ImportedHighlight } from '../../src/formats';
import { namedSiteOf } from '../bookmarks/site-of';
import type { NewAnnotation, NewBookmark } from '../storage';

/** The address as bookmarks have it, and as duplicates are told by it: without its fragment. */
export const addressOf = ({ url }: ImportedEntry): string => withoutFragment(url);

/** A bookmark as it was elsewhere; its page is read afterwards. */
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

/** A highlight by its words alone: it takes its place once there is an article that has them. */
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
