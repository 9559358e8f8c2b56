import { isProbablyReaderable } from '@mozilla/readability';
import type { CaptureWarning } from '../../domain';
import { bestText } from './best-text';
import { markLandmarks } from './landmarks';
import { PageReadability } from './page-readability';
import { restoreDropped } from './restore';

export interface Extraction {
  /** Holds the article's blocks, not sanitised; null when the page has nothing to read or see. */
  readonly content: Element | null;
  readonly warnings: readonly CaptureWarning[];
}

/** Below it Readability itself is not sure, in UTF-16 code units: its `charThreshold`. */
const SURE_LENGTH = 500;

/**
 * The article of a document, which is a copy and is used up; `again` makes another one when
 * Readability finds too little at first, or breaks down in the middle.
 */
export function extractArticle(document: Document, again: () => Document): Extraction {
  let landmarks = markLandmarks(document);
  const reader = new PageReadability(document, () => {
    const copy = again();
    landmarks = markLandmarks(copy);
    return copy;
  });
  let article: Element | null;
  try {
    article = reader.parseElement();
  } catch {
    return { content: bestText(again()), warnings: ['readability-failed'] };
  }
  if (article === null) return { content: bestText(document), warnings: ['not-readable'] };
  restoreDropped(article, landmarks);
  const isShort = (article.textContent?.trim().length ?? 0) < SURE_LENGTH;
  const isSure = !isShort || isProbablyReaderable(again());
  return { content: article, warnings: isSure ? [] : ['not-readable'] };
}
