import { isHeadingElement } from '../elements';
import { lineOf, SENTENCE_AT_END } from '../normal-text';
import { droppedProse } from './doubt';
import {
  belongsToArticle,
  keptLandmarks,
  type Landmarks,
  outermost,
  removeMarks,
} from './landmarks';

/** Bounds the time: checking a block costs as much as the box it was dropped with. */
const MAX_CONSIDERED = 300;

/**
 * Restores images, code, tables, headings and short sentences that Readability dropped from between two blocks it
 * kept. It drops them because of their class, their short text or the structure of their box.
 */
export function restoreDropped(
  article: Element,
  landmarks: Landmarks,
  kept: ReadonlyMap<number, Element> = keptLandmarks(article),
): void {
  const ornaments = repeatedImages(landmarks);
  const last = [...kept.keys()].reduce((most, index) => Math.max(most, index), -1);
  let before: Element | null = null;
  /** A heading is restored only together with a following block. */
  let heading: Element | null = null;
  let considered = 0;
  for (let index = 0; index <= last && considered < MAX_CONSIDERED; index += 1) {
    const block = kept.get(index);
    const dropped = landmarks[index]?.element;
    const isLost = landmarks[index]?.isPrecious && !article.contains(dropped ?? null);
    if (block !== undefined) {
      if (before !== null && heading !== null) {
        (before.contains(block) ? block : topBeside(block, before)).before(heading);
      }
      before = block;
      heading = null;
    } else if (before !== null && dropped !== undefined && isLost) {
      considered += 1;
      if (ornaments.has(dropped.getAttribute('src') ?? '') || !belongsToArticle(dropped)) {
        heading = null;
      } else if (isHeadingElement(dropped)) {
        heading = dropped.localName === 'h1' ? asSection(dropped) : dropped;
      } else {
        const restored = outermost(dropped);
        insertRestored(restored, before, nextKept(index, kept));
        if (heading !== null) restored.before(heading);
        before = restored;
        heading = null;
      }
    } else if (!isWithin(dropped, before)) {
      heading = null;
    }
  }
  removeMarks(kept.values());
}

/** Readability does the same with the headings that it keeps: the title is above the article. */
function asSection(title: Element): Element {
  const heading = title.ownerDocument.createElement('h2');
  heading.append(...title.childNodes);
  return heading;
}

/** The parts of the block that was restored last follow it. */
const isWithin = (element: Element | undefined, whole: Element | null): boolean =>
  whole?.contains(element ?? null) ?? false;

/**
 * Returns the addresses of images that the page shows more than once. They are decoration, not
 * illustrations.
 */
function repeatedImages(landmarks: Landmarks): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { element } of landmarks) {
    const src = element.localName === 'img' ? (element.getAttribute('src') ?? '') : '';
    if (src === '') continue;
    if (seen.has(src)) repeated.add(src);
    seen.add(src);
  }
  return repeated;
}

/** Returns the next block that was kept. There is one, because `index` is before the last of them. */
function nextKept(index: number, kept: ReadonlyMap<number, Element>): Element | null {
  let next = index + 1;
  while (!kept.has(next)) next += 1;
  return kept.get(next) ?? null;
}

/** Inserts after `before`, outside of ancestors that don't also contain `after`. */
function insertRestored(restored: Element, before: Element, after: Element | null): void {
  if (before.contains(after)) {
    after?.before(restored);
    return;
  }
  topBeside(before, after).after(restored);
}

/** Returns the outermost box around an element that does not contain the other one. */
function topBeside(element: Element, other: Element | null): Element {
  let place = element;
  while (place.parentElement !== null && !place.parentElement.contains(other)) {
    place = place.parentElement;
  }
  return place;
}

/** Paragraphs in these are no introduction. */
const NOT_IN_INTRODUCTION = 'aside,nav,footer,form,figure,li,table';

/**
 * Puts the paragraphs before an article that Readability has skipped between the headline of the page,
 * by its number, and the article.
 */
export function restoreIntroduction(
  article: Element,
  landmarks: Landmarks,
  headline: number,
  kept: ReadonlyMap<number, Element>,
): void {
  const first = [...kept.keys()].reduce((least, at) => Math.min(least, at), landmarks.length);
  const skipped = droppedProse(landmarks.slice(0, first), kept).flatMap(({ at }) => {
    const element = landmarks[at]?.element;
    const isText = element !== undefined && SENTENCE_AT_END.test(lineOf(element));
    return at > headline && isText && element.closest(NOT_IN_INTRODUCTION) === null
      ? [element]
      : [];
  });
  article.prepend(...skipped);
}

/** The text of a link to a note is short: `1`, `[a]`, `†`. */
const MAX_MARK_LENGTH = 8;
const MAX_NOTES = 500;
const MAX_NOTES_LENGTH = 100_000;

/** The notes of a page by their ids, recorded before Readability runs. */
export type Notes = ReadonlyMap<string, Element>;

/** Finds the targets of short links within a page. */
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

/**
 * Appends the lists of notes that the article links to and Readability has dropped. */
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
