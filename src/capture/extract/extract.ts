import { isProbablyReaderable } from '@mozilla/readability';
import type { CaptureWarning } from '../../domain';
import { type Landmarks, markLandmarks } from './landmarks';
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

/** The length of a text in letters of an alphabet; a syllable or ideogram counts as several letters. */
function readingLength(text: string): number {
  const { length } = text.trim();
  // A longer text is long enough without them; counting in ten million characters takes too long.
  if (length >= SURE_LENGTH) return length;
  const signs = text.match(SYLLABLES_AND_IDEOGRAMS)?.length ?? 0;
  return length + signs * (LETTERS_A_SIGN - 1);
}

/** All of a page, when whoever sent it has chosen what belongs to it. Changes the document. */
export function wholePage(document: Document): Extraction {
  const content = document.createElement('div');
  content.append(...(document.body?.childNodes ?? []));
  return { content, warnings: [] };
}

/** The frame of a page. */
const CHROME = [
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

/** What a page marks as its content is taken when it has this much of the text. */
const MIN_SHARE = 0.4;

/** Takes away what frames a page: navigation, forms, what is not shown. */
export function dropChrome(root: Element): void {
  for (const element of root.querySelectorAll(CHROME)) element.remove();
}

/**
 * What there is to read on a page that is no article: its content as marked, or all but its frame.
 * Changes the document. null when there is neither text nor image.
 */
export function bestText(document: Document): Element | null {
  const { body } = document;
  if (body === null) return null;
  dropChrome(body);
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

/** A link that leads to a note has a mark for its text: `1`, `[a]`, `†`. */
const MAX_MARK_LENGTH = 8;
const MAX_NOTES = 500;
const MAX_NOTES_LENGTH = 100_000;

/** The notes of a page by their id, as they were before Readability. */
export type Notes = ReadonlyMap<string, Element>;

/** Finds what the short links within a page lead to. */
export function findNotes(document: Document): Notes {
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

/** Adds the lists of notes that the article's marks lead to and Readability has left out. */
export function restoreNotes(article: Element, notes: Notes): void {
  if (notes.size === 0) return;
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const note = notes.get(link.getAttribute('href')?.slice(1) ?? '');
    if (note === undefined || article.contains(note) || !isMark(link)) continue;
    const list = note.closest('ol,ul,dl,section') ?? note;
    const isPlain = (list.textContent?.length ?? 0) <= MAX_NOTES_LENGTH && !list.contains(article);
    if (isPlain) article.append(list);
  }
}
