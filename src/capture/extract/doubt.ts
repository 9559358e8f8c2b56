import type { Box } from '../clean/boxes';
import type { PageFacts } from '../clean/stage';
import { LANDMARK_MARK, MARKED_UP } from '../elements';
import { lineOf } from '../normal-text';
import { isGivenText, isStartOnly, phrasesOf, samplePhrases } from '../phrases';
import { sumOf } from '../sum';
import type { Landmark, Landmarks } from './landmarks';
import { shareOfReplies } from './series';

/** The facts of a page before Readability runs. */
export interface PageMarks {
  readonly landmarks: Landmarks;
  readonly sitePart: SitePart | null;
  /** The number of the headline; -1 when there is none. */
  readonly headline: number;
}

/** The numbers of the first and the last paragraph that the site has marked as its article. */
export interface SitePart {
  readonly first: number;
  readonly last: number;
}

/** The blocks that the article has kept, by their number. */
type Kept = ReadonlyMap<number, Element>;

/** The article that Readability has found. */
export interface FirstTry {
  readonly article: Element;
  readonly kept: Kept;
  /** The article as it was measured before it was cleaned. */
  readonly root: Box;
  /** The article is short, or another attempt of Readability was. */
  readonly isShort: boolean;
}

/** A reason to doubt that Readability has found the article. */
export type Doubt =
  | 'short'
  | 'links'
  | 'no-prose'
  | 'replies'
  | 'prose-left-out'
  | 'marked-left-out'
  | 'headline-elsewhere'
  | 'given-text-differs';

/** The share of an article in links above which it is doubtful. */
const MAX_LINKED_ARTICLE = 0.4;
/** The share of an article that is prose below which it is doubtful. */
const MIN_PROSE_SHARE_OF_ARTICLE = 0.3;
/** The share of the page's prose in the article below which it is doubtful. */
const MIN_SHARE_OF_PAGE = 0.6;
/** In letters. A sentence of an article. */
const MIN_PARAGRAPH = 60;
/** In letters. */
const MIN_DOUBTED_LETTERS = 200;
const MAX_REPLIES = 0.4;
/** In letters: prose of the part that the site has marked. */
const MIN_MARKED_LETTERS = 120;
/** In letters: prose between the headline and the article. A lead has less. */
const MIN_SKIPPED = 200;
/** A share of the prose of the article. */
const MAX_LEAD = 0.25;

/**
 * Returns the reasons to doubt that Readability has found the article, none for most pages. It looks
 * only at the blocks that Readability has dropped, and at a sample of the text that the page gives as
 * data.
 */
export function doubtsAbout(
  { article, kept, root, isShort }: FirstTry,
  { landmarks, sitePart, headline }: PageMarks,
  page: PageFacts,
): Doubt[] {
  const doubts: Doubt[] = [];
  if (isShort) doubts.push('short');
  const { letters, linkLetters, prose } = root;
  if (letters > 0 && linkLetters / letters > MAX_LINKED_ARTICLE) doubts.push('links');
  if (letters > MIN_DOUBTED_LETTERS && prose < letters * MIN_PROSE_SHARE_OF_ARTICLE)
    doubts.push('no-prose');
  if (shareOfReplies(root) > MAX_REPLIES) doubts.push('replies');
  const dropped = droppedProse(landmarks, kept);
  const left = lettersBetween(dropped);
  if (left >= MIN_DOUBTED_LETTERS && left > prose * (1 / MIN_SHARE_OF_PAGE - 1))
    doubts.push('prose-left-out');
  if (sitePart !== null && isLeftOut(sitePart, kept, dropped)) doubts.push('marked-left-out');
  if (isHeadlineElsewhere(headline, kept, dropped, prose)) doubts.push('headline-elsewhere');
  if (contradicts(page.articleText, article, prose)) doubts.push('given-text-differs');
  return doubts;
}

interface Dropped {
  readonly at: number;
  readonly letters: number;
}

const MAX_LOOKED_AT = 2_000;

/** The paragraphs that are not in the article. */
export function droppedProse(landmarks: Landmarks, kept: Kept): Dropped[] {
  const dropped: Dropped[] = [];
  for (let at = 0; at < landmarks.length && dropped.length < MAX_LOOKED_AT; at += 1) {
    const element = (landmarks[at] as Landmark).element;
    if (element.localName !== 'p' || kept.has(at)) continue;
    const letters = lineOf(element).length;
    if (letters >= MIN_PARAGRAPH && linkedLetters(element) * 2 < letters) {
      dropped.push({ at, letters });
    }
  }
  return dropped;
}

function linkedLetters(element: Element): number {
  let letters = 0;
  for (const link of element.getElementsByTagName('a')) letters += link.textContent?.length ?? 0;
  return letters;
}

const lettersBetween = (dropped: readonly Dropped[], from = 0, to = Number.MAX_VALUE): number =>
  sumOf(dropped, ({ at, letters }) => (at >= from && at <= to ? letters : 0));

/**
 * True if the part that the site has marked has prose, and the article has nothing of it, or most of
 * the article's paragraphs are elsewhere.
 */
function isLeftOut({ first, last }: SitePart, kept: Kept, dropped: readonly Dropped[]): boolean {
  let [inside, outside] = [0, 0];
  for (const [at, { localName }] of kept) {
    if (localName !== 'p') continue;
    if (at >= first && at <= last) inside += 1;
    else outside += 1;
  }
  if (inside === 0) return lettersBetween(dropped, first, last) >= MIN_MARKED_LETTERS;
  return outside > inside;
}

/** True if prose was skipped after the headline, or the article is before the headline. */
function isHeadlineElsewhere(
  headline: number,
  kept: Kept,
  dropped: readonly Dropped[],
  prose: number,
): boolean {
  if (kept.size === 0 || headline < 0) return false;
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  for (const at of kept.keys()) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  const skipped = lettersBetween(dropped, headline, first);
  return last < headline || skipped >= Math.max(MIN_SKIPPED, MAX_LEAD * prose);
}

const DOUBT_SAMPLE_PHRASES = 24;
const MIN_COVERED = 0.7;
const MAX_TIMES = 2;

/** True if the text that the page gives as data is clearly another or shorter one. */
function contradicts(given: string, article: Element, prose: number): boolean {
  if (!isGivenText(given)) return false;
  if (prose > given.length * MAX_TIMES && !isStartOnly(given)) return true;
  const sample = samplePhrases(given, DOUBT_SAMPLE_PHRASES);
  const text = phrasesOf(article.textContent ?? '');
  const all = new Set(text);
  const found = sample.filter((phrase) => all.has(phrase)).length;
  return sample.length > 0 && found < sample.length * MIN_COVERED;
}

/** Finds the element that the site has marked as its article, after the blocks are numbered. */
export function findSitePart(document: Document, landmarks: Landmarks): SitePart | null {
  const elements = [...(document.body?.querySelectorAll(MARKED_UP) ?? [])];
  if (elements.length === 0) return null;
  const articles = elements.filter(({ localName }) => localName === 'article');
  const headline = landmarks.find(({ element }) => element.localName === 'h1')?.element;
  const element =
    elements.find((marked) => marked.matches('[itemprop~="articleBody"]')) ??
    (articles.length === 1 ? articles[0] : headline?.closest('article')) ??
    elements.find(({ localName }) => localName !== 'article');
  const paragraphs = element?.querySelectorAll('p') ?? [];
  const [first, last] = [paragraphs[0], paragraphs[paragraphs.length - 1]];
  if (first === undefined || last === undefined) return null;
  return { first: numberOf(first), last: numberOf(last) };
}

const numberOf = (block: Element): number => Number(block.getAttribute(LANDMARK_MARK));
