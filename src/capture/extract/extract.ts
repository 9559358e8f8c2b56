import { isProbablyReaderable } from '@mozilla/readability';
import type { CaptureWarning } from '../../domain';
import { bestText, dropChrome } from './best-text';
import { type Landmarks, markLandmarks } from './landmarks';
import { findNotes, type Notes, restoreNotes } from './notes';
import { PageReadability } from './page-readability';
import { restoreDropped } from './restore';

export interface Extraction {
  /** Holds the article's blocks, not sanitised; null when the page has nothing to read or see. */
  readonly content: Element | null;
  readonly warnings: readonly CaptureWarning[];
}

/** Below it Readability itself is not sure, in letters of an alphabet: its `charThreshold`. */
const SURE_LENGTH = 500;

/** A sign of these scripts says as much as some letters. */
const SYLLABLES_AND_IDEOGRAMS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu;
const LETTERS_A_SIGN = 2.5;

/**
 * The article of a document, which is a copy and is used up; `again` makes another one when
 * Readability finds too little at first, or breaks down in the middle.
 */
export function extractArticle(
  document: Document,
  title: string,
  again: () => Document,
): Extraction {
  let before = remember(document);
  const reader = new PageReadability(document, title, () => {
    const copy = again();
    before = remember(copy);
    return copy;
  });
  let article: Element | null;
  try {
    article = reader.parseElement();
  } catch {
    return { content: bestText(again()), warnings: ['readability-failed'] };
  }
  if (article === null) return { content: bestText(again()), warnings: ['not-readable'] };
  const isShort = readingLength(article.textContent ?? '') < SURE_LENGTH;
  if (isShort && !isProbablyReaderable(again())) {
    dropChrome(article);
    return { content: article, warnings: ['not-readable'] };
  }
  restoreDropped(article, before.landmarks);
  restoreNotes(article, before.notes);
  return { content: article, warnings: [] };
}

/** What Readability may drop and is looked for afterwards. */
const remember = (document: Document): { landmarks: Landmarks; notes: Notes } => ({
  landmarks: markLandmarks(document),
  notes: findNotes(document),
});

/** How much there is to read, in letters of an alphabet; of a long text, its length at least. */
function readingLength(text: string): number {
  const { length } = text.trim();
  // To count the signs of ten million takes longer than all the rest.
  if (length >= SURE_LENGTH) return length;
  const signs = text.match(SYLLABLES_AND_IDEOGRAMS)?.length ?? 0;
  return length + signs * (LETTERS_A_SIGN - 1);
}
