import {
  type ExportedBookmark,
  type HighlightedPage,
  highlightsPart,
  type MarkedPart,
  newHighlightsFile,
} from '../formats';

/** A page whose highlights are written into a file. */
export interface PageToWrite extends Pick<HighlightedPage, 'highlights'>, Pick<MarkedPart, 'key'> {
  readonly bookmark: ExportedBookmark;
}

export interface HighlightTexts {
  /** The text between the marks of the page. */
  readonly part: MarkedPart;
  /** The text of a new file. */
  readonly whole: string;
}

/**
 * Writes the texts of pages. The writer of Markdown is larger than the rest, so a background has it done
 * elsewhere.
 */
export type WriteTexts = (pages: readonly PageToWrite[]) => Promise<readonly HighlightTexts[]>;

export const highlightTexts = (pages: readonly PageToWrite[]): readonly HighlightTexts[] =>
  pages.map(({ bookmark, highlights, key }) => {
    const part = { key, markdown: highlightsPart(bookmark, highlights) };
    return { part, whole: newHighlightsFile(bookmark, part) };
  });
