import { isProbablyReaderable } from '@mozilla/readability';
import type { CaptureWarning, CleanedPart, RecognisedKind } from '../../domain';
import { cleanArticle } from '../clean/clean-article';
import type { CleaningStage } from '../clean/stage';
import { extractKind, type KindFacts } from '../kinds/extract-kind';
import { type Landmarks, markLandmarks } from './landmarks';
import { PageReadability } from './page-readability';
import { restoreDropped } from './restore';

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
}

/**
 * In letters of an alphabet. Readability is unsure about shorter articles (its `charThreshold`).
 */
const MIN_SURE_LENGTH = 500;

/** One character of these scripts carries as much information as several letters. */
const SYLLABLES_AND_IDEOGRAMS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu;
const LETTERS_PER_SIGN = 2.5;

/**
 * Extracts the article from a document. The document is a copy and is consumed. `again` makes
 * another copy; it is called when Readability's first attempt finds too little or fails.
 */
export function extractArticle(
  document: Document,
  page: KindFacts,
  again: () => Document,
  stages?: readonly CleaningStage[],
): Extraction {
  const { kind, content, complete } = extractKind(document, page);
  if (content !== null) {
    return content === 'none'
      ? { content: null, warnings: ['no-article'], cleaned: [], kind }
      : { content, warnings: [], cleaned: [], kind };
  }
  let before = recordDroppable(document);
  const reader = new PageReadability(document, page.title, () => {
    const copy = again();
    before = recordDroppable(copy);
    return copy;
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
  if (isShort && !isProbablyReaderable(again())) {
    dropPageFrame(article);
    return { content: article, warnings: ['not-readable'], cleaned: [], kind };
  }
  restoreDropped(article, before.landmarks);
  restoreNotes(article, before.notes);
  const cleaned = cleanArticle(article, page, stages);
  complete(article);
  return { content: article, warnings: [], cleaned, kind };
}

/** Records elements that Readability may drop and that are restored afterwards. */
const recordDroppable = (document: Document): { landmarks: Landmarks; notes: Notes } => ({
  landmarks: markLandmarks(document),
  notes: findNotes(document),
});

/** The length of a text in letters of an alphabet; a syllable or ideogram counts as several letters. */
function readingLength(text: string): number {
  const { length } = text.trim();
  // A longer text is long enough without them; counting in ten million characters takes too long.
  if (length >= MIN_SURE_LENGTH) return length;
  const signs = text.match(SYLLABLES_AND_IDEOGRAMS)?.length ?? 0;
  return length + signs * (LETTERS_PER_SIGN - 1);
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

/** Elements around the content of a page. */
const PAGE_FRAME = [
  'nav',
  'aside',
  'footer',
  'header:not(article header,main header)',
  'form',
  'dialog',
  'script',
  'style',
  'noscript',
  'template',
  '[hidden]',
  '[aria-hidden="true"]',
  '[role="navigation"]',
  '[role="banner"]',
  '[role="contentinfo"]',
  '[role="complementary"]',
  '[role="search"]',
  '[role="dialog"]',
].join(',');

const CONTENT = 'main,[role="main"],article,#content,#main';

/** An element marked as content is used only if it contains at least this share of the text. */
const MIN_SHARE = 0.4;

/** Removes navigation, forms, hidden elements and other parts around the content. */
function dropPageFrame(root: Element): void {
  for (const element of root.querySelectorAll(PAGE_FRAME)) element.remove();
}

/**
 * Returns the readable text of a page without an article: the element marked as content, or
 * everything but navigation and the like. Changes the document. Returns null when there is neither
 * text nor image.
 */
function bestText(document: Document): Element | null {
  const { body } = document;
  if (body === null) return null;
  dropPageFrame(body);
  const lengthOf = (element: Element): number => element.textContent?.trim().length ?? 0;
  const all = lengthOf(body);
  let content: Element = body;
  let longest = all * MIN_SHARE;
  for (const candidate of body.querySelectorAll(CONTENT)) {
    const length = lengthOf(candidate);
    if (length <= longest) continue;
    content = candidate;
    longest = length;
  }
  if (all === 0 && content.querySelector('img[src]') === null) return null;
  const best = document.createElement('div');
  best.append(...content.childNodes);
  return best;
}

/** The text of a link to a note is short: `1`, `[a]`, `†`. */
const MAX_MARK_LENGTH = 8;
const MAX_NOTES = 500;
const MAX_NOTES_LENGTH = 100_000;

/** The notes of a page by their ids, recorded before Readability runs. */
export type Notes = ReadonlyMap<string, Element>;

/** Finds the targets of short links within a page. */
function findNotes(document: Document): Notes {
  const notes = new Map<string, Element>();
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const id = link.getAttribute('href')?.slice(1) ?? '';
    if (id === '' || notes.has(id) || !isMark(link)) continue;
    const note = document.getElementById(id);
    if (note !== null && !note.contains(link)) notes.set(id, note);
    if (notes.size >= MAX_NOTES) break;
  }
  return notes;
}

const isMark = (link: Element): boolean => {
  const mark = link.textContent?.trim() ?? '';
  return mark !== '' && mark.length <= MAX_MARK_LENGTH;
};

/** Appends the lists of notes that the article links to and Readability has dropped. */
function restoreNotes(article: Element, notes: Notes): void {
  if (notes.size === 0) return;
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const note = notes.get(link.getAttribute('href')?.slice(1) ?? '');
    if (note === undefined || article.contains(note) || !isMark(link)) continue;
    const list = note.closest('ol,ul,dl,section') ?? note;
    const isPlain = (list.textContent?.length ?? 0) <= MAX_NOTES_LENGTH && !list.contains(article);
    if (isPlain) article.append(list);
  }
}
