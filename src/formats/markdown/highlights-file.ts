import type { ExportedBookmark } from '../exported';
import { frontMatter } from './front-matter';
import { type MarkedPart, unmarkedYaml, withMarks } from './marked-part';
import { type HighlightedPage, highlightsToMarkdown } from './write-highlights';

/** Stands where a page has nothing to send any more. Its file stays. */
const NOTHING_LEFT = 'There are no highlights and notes on this page any more.';

/** Writes the part of a file that follows a page: its title, labels, note and highlights. */
export function highlightsPart(
  { title, url, labels, note }: ExportedBookmark,
  highlights: HighlightedPage['highlights'],
): string {
  const isEmpty = highlights.length === 0 && note.trim() === '';
  const about = { labels, note: isEmpty ? NOTHING_LEFT : note };
  return highlightsToMarkdown({ title, url, highlights }, about);
}

/** Writes a new file. What is around the part belongs to the person from then on. */
export const newHighlightsFile = (bookmark: ExportedBookmark, part: MarkedPart): string =>
  // The part has the note.
  unmarkedYaml(frontMatter({ ...bookmark, note: '' })) + withMarks(part);
