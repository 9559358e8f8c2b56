import { isProbablyReaderable } from '@mozilla/readability';
import type { CaptureWarning, ChosenCandidate, CleanedPart, RecognisedKind } from '../../domain';
import { bestText, dropPageFrame } from '../best-text';
import { lettersOf } from '../clean/boxes';
import { cleanArticle, type ExtractionStep } from '../clean/clean-article';
import { extractKind, type KindFacts, readable } from '../kinds/extract-kind';
import type { Signs } from '../kinds/post-signs';
import { THRESHOLDS, type Thresholds } from '../thresholds';
import { chooseArticle, type ExtractionWays } from './choose';
import { doubtsAbout, findSitePart, type PageMarks } from './doubt';
import { keptLandmarks, markLandmarks } from './landmarks';
import { findHeadline, findLead, restoreLead } from './lead';
import { PageReadability } from './page-readability';
import { showHiddenParts } from './parts';
import {
  findNotes,
  type Notes,
  restoreDropped,
  restoreIntroduction,
  restoreNotes,
} from './restore';

export interface Extraction {
  /**
   * Contains the blocks of the article, not sanitised; null when the page has no text and no image.
   */
  readonly content: Element | null;
  readonly warnings: readonly CaptureWarning[];
  /** The parts that were removed from the article that Readability found. */
  readonly cleaned: readonly CleanedPart[];
  /** Absent for selected content. */
  readonly kind?: RecognisedKind;
  /** The author and the time of the first post; absent when the page is no thread. */
  readonly opening?: Signs;
  /** Absent when there was no doubt about Readability's article. */
  readonly chosen?: ChosenCandidate;
  /** Hidden parts of the text that were shown; absent when there were none. */
  readonly joined?: number;
  /** Blocks that Readability had dropped and that were put back; absent when there were none. */
  readonly restored?: number;
}

/**
 * In letters of an alphabet. Readability is unsure about shorter articles (its `charThreshold`).
 */
const MIN_SURE_LENGTH = 500;

/** In UTF-16 code units. A shorter attempt of Readability found no article. */
const MIN_ATTEMPT = 100;

/**
 * Extracts the article from a document. The document is a copy and is consumed. `again` makes
 * another copy; it is called when Readability's first attempt finds too little, fails or is doubtful.
 */
export function extractArticle(
  document: Document,
  page: KindFacts & { readonly keepsText: boolean },
  again: () => Document,
  ways: ExtractionWays = {},
): Extraction {
  const { thresholds = THRESHOLDS, leavesOut = [] } = ways;
  const does = (step: ExtractionStep): boolean => !leavesOut.includes(step);
  const { kind, content, opening, complete } = does('kinds')
    ? extractKind(document, page)
    : readable('article', 'prose');
  if (content !== null) {
    if (content !== 'none')
      return { content, warnings: [], cleaned: [], kind, ...(opening && { opening }) };
    return page.keepsText
      ? { content: bestText(document), warnings: [], cleaned: [], kind }
      : { content: null, warnings: ['no-article'], cleaned: [], kind };
  }
  const joined = does('parts') ? showHiddenParts(document) : 0;
  const copy = (): Document => {
    const another = again();
    if (joined > 0) showHiddenParts(another);
    return another;
  };
  let before = markPage(document, page.title, thresholds);
  const reader = new PageReadability(document, page.title, () => {
    const another = copy();
    before = markPage(another, page.title, thresholds);
    return another;
  });
  let article: Element | null;
  try {
    article = reader.parseElement();
  } catch {
    return { content: bestText(again()), warnings: ['readability-failed'], cleaned: [], kind };
  }
  if (article === null)
    return { content: bestText(again()), warnings: ['not-readable'], cleaned: [], kind };
  const isShort = readingLength(article.textContent ?? '') < MIN_SURE_LENGTH;
  const isReadable = !isShort || isProbablyReaderable(again());
  if (!isReadable) dropPageFrame(article);
  const kept = keptLandmarks(article);
  let restored = 0;
  if (does('restored')) {
    restored += restoreDropped(article, before.landmarks, kept);
    restored += restoreNotes(article, before.notes);
  }
  const cleaned = cleanArticle(article, page, ways);
  const isUnsure = isShort || reader.shortAttempts().some((length) => length >= MIN_ATTEMPT);
  const doubts = doubtsAbout(
    { article, kept, cleaned, isShort: isUnsure },
    before,
    page,
    thresholds,
  );
  // Other kinds have ways of their own.
  const isSure = doubts.length === 0 || kind.kind !== 'article';
  const best = isSure ? null : chooseArticle({ article, cleaned, doubts }, page, copy, ways);
  const found = best?.article ?? article;
  const isFirst = found === article;
  if (does('restored') && isFirst && doubts.includes('headline-elsewhere')) {
    restored += restoreIntroduction(article, before.landmarks, before.headline, kept);
  }
  if (does('lead') && isFirst && kind.kind === 'article' && restoreLead(article, before.lead))
    restored += 1;
  complete(found);
  return {
    content: found,
    warnings: isReadable ? [] : ['not-readable'],
    cleaned: (best?.cleaned ?? cleaned).parts,
    kind,
    ...(best && { chosen: best.chosen }),
    ...(joined > 0 && { joined }),
    ...(isFirst && restored > 0 && { restored }),
  };
}

interface Marks extends PageMarks {
  readonly notes: Notes;
  readonly lead: Element | null;
}

/** Records what Readability may drop, to restore it and to find out if it found the article. */
function markPage(document: Document, title: string, { lead }: Thresholds): Marks {
  const landmarks = markLandmarks(document);
  const headline = findHeadline(landmarks, title);
  return {
    landmarks,
    sitePart: findSitePart(document, landmarks),
    headline,
    notes: findNotes(document),
    lead: findLead(landmarks[headline]?.element, lead),
  };
}

/** Returns the length of a text, in letters of an alphabet if it is short. */
function readingLength(text: string): number {
  const own = text.trim();
  // A longer text is long enough as it is; counting in ten million characters takes too long.
  return own.length >= MIN_SURE_LENGTH ? own.length : lettersOf(own);
}

/**
 * Takes the whole page as the article, for senders that have already selected the content. Changes
 * the document.
 */
export function wholePage(document: Document): Extraction {
  const content = document.createElement('div');
  content.append(...(document.body?.childNodes ?? []));
  return { content, warnings: [], cleaned: [] };
}
