import { isProbablyReaderable } from '@mozilla/readability';
import type { CaptureWarning, PageKind } from '../../domain/article';
import { bestText, dropPageFrame } from '../best-text';
import { type Box, letterCount, linkDensity, measureBoxes, walkBoxes } from '../clean/boxes';
import { cleanArticle } from '../clean/clean-article';
import { NAMES_OF_FRAMES } from '../clean/names';
import type { PageFacts } from '../clean/stage';
import type { Attribution } from '../kinds/attributions';
import { startOfDescription } from '../kinds/described-box';
import { extractKind, type KindFacts, type KindResult } from '../kinds/extract-kind';
import { surveyPage } from '../kinds/survey';
import { lettersIn, lineOf, textLength } from '../normal-text';
import { phrasesOf, samplePhrases } from '../phrases';
import { sumOf } from '../sum';
import { chooseArticle } from './choose';
import { describedText } from './described';
import { doubtsAbout, findSitePart, type PageMarks, type SitePart } from './doubt';
import { completeFromData } from './given';
import { keptLandmarks, markLandmarks } from './landmarks';
import { findHeadline, findLead, restoreLead } from './lead';
import { PageReadability } from './page-readability';
import {
  findNotes,
  type Notes,
  restoreDropped,
  restoreIntroduction,
  restoreNotes,
} from './restore';
import { repliesIn, teasersIn } from './series';

export interface Extraction {
  /** The blocks of the article, not sanitised; null when the page has no text and no image. */
  readonly content: Element | null;
  readonly warnings: readonly CaptureWarning[];
  /** Absent for selected content. */
  readonly kind?: PageKind;
  /** The author and the time of the first post; absent when the page is no thread. */
  readonly opening?: Attribution;
}

type ExtractedPage = KindFacts & { readonly keepsText: boolean };

/**
 * In letters of an alphabet. Readability is unsure about shorter articles (its `charThreshold`).
 */
const MIN_SURE_LENGTH = 500;

/** In UTF-16 code units. A shorter attempt of Readability found no article. */
const MIN_ATTEMPT = 100;

/**
 * Extracts the article from a document. The document is a copy and is consumed. `again` makes
 * another copy; it is called when Readability's first attempt finds too little, fails or is doubtful.
 * `look` returns one that is only read.
 */
export function extractArticle(
  document: Document,
  page: ExtractedPage,
  again: () => Document,
  look: () => Document,
): Extraction {
  let measured: Box | null = null;
  const survey = (copy: () => Document) => (measured ??= surveyPage(copy(), page.url));
  const ofKind = extractKind(document, () => survey(() => document), page);
  const { kind, content, opening } = ofKind;
  const copies = { again, look, survey };
  if (content === null) return readArticle(document, page, copies, ofKind);
  if (content !== 'none') {
    // The page may be an article beside something that only looks like that kind.
    const read = readArticle(again(), page, copies, { ...ofKind, kind: 'article' });
    if (read.content && losesText(content, read.content, page.url)) return read;
    return { content, warnings: [], kind, ...(opening && { opening }) };
  }
  return page.keepsText
    ? { content: bestText(document), warnings: [], kind }
    : { content: null, warnings: ['no-article'], kind };
}

/** A line with more of its text in links leads to something else. */
const MAX_LINKED_PHRASE = 0.5;
/** A share of the text of the other article. */
const MAX_LOST_SHARE = 0.4;
/** In UTF-16 code units. */
const MIN_LOST = 200;
/** How much longer an article is than another one if that must be the text of something else. */
const MUCH_LONGER = 2;

/** True if an article lacks too much of the prose of another one, and is not much longer. */
function losesText(article: Element, other: Element, pageUrl: string): boolean {
  const own = new Set(phrasesIn(article, pageUrl));
  const all = phrasesIn(other, pageUrl, MAX_LINKED_PHRASE);
  const lost = all.filter((phrase) => !own.has(phrase));
  return (
    lengthOfPhrases(lost) > Math.max(MIN_LOST, MAX_LOST_SHARE * lengthOfPhrases(all)) &&
    lengthOfPhrases(own) < MUCH_LONGER * lengthOfPhrases(all)
  );
}

/** Returns the phrases of the lines of an article. With a bound, lines with more of them in links are left out. */
function phrasesIn(article: Element, pageUrl: string, maxLinked = 1): string[] {
  const phrases: string[] = [];
  walkBoxes(measureBoxes(article, pageUrl), (box) => {
    if (linkDensity(box) <= maxLinked) phrases.push(...phrasesOf(box.text));
  });
  return phrases;
}

const lengthOfPhrases = (phrases: Iterable<string>): number =>
  sumOf(phrases, ({ length }) => length);

/** A page before the document is consumed. */
interface PageCopies {
  readonly again: () => Document;
  readonly look: () => Document;
  /** Measures a copy of the page, only once; null without a body. */
  readonly survey: (copy: () => Document) => Box | null;
}

/** Extracts the article of a page whose kind has no form of its own. */
function readArticle(
  document: Document,
  page: ExtractedPage,
  { again: copyOf, look, survey }: PageCopies,
  { kind, prepare, complete }: Pick<KindResult, 'kind' | 'prepare' | 'complete'>,
): Extraction {
  const again = () => {
    const copy = copyOf();
    prepare(copy);
    return copy;
  };
  if (!hasLongText(document)) survey(() => document);
  let before = markPage(document, page);
  const reader = new PageReadability(document, page.title, () => {
    const another = again();
    before = markPage(another, page);
    return another;
  });
  const article = parsed(reader);
  const described = () => describedText(again(), page.description, page.url);
  if (article === null) {
    const text = described() ?? bestText(again());
    if (text !== null) completeFromData(text, page.given, true);
    return { content: text, warnings: ['not-readable'], kind };
  }
  const isShort = readingLength(article.textContent ?? '') < MIN_SURE_LENGTH;
  const isReadable = !isShort || isProbablyReaderable(look());
  if (!isReadable) dropPageFrame(article);
  const isUnsure = isShort || reader.shortAttempts().some((length) => length >= MIN_ATTEMPT);
  const other = isShort && lacksDescribed(article, page.description) ? described() : null;
  if (other !== null) cleanArticle(other, page);
  // A standfirst is shorter than the text below it, which is in the same part of the page.
  const isOther =
    other !== null &&
    (textLength(other) > textLength(article) || isOutside(article, before.sitePart)) &&
    !isPartOf(article, other);
  const content = isOther ? other : improved(article, before, page, again, isUnsure, kind);
  complete(content);
  completeFromData(content, page.given, isShort);
  if (kind === 'article') restoreLead(content, before.lead);
  const isWhole = isReadable && !isSmall(content, () => survey(look), page.url);
  return { content, warnings: isWhole ? [] : ['not-readable'], kind };
}

/** In UTF-16 code units. A longer article is not looked at again. */
const MAX_SMALL_ARTICLE_LENGTH = 2_000;

/** In UTF-16 code units, of all paragraphs. The article of such a page is hardly ever small. */
const MIN_LONG_TEXT_LENGTH = 3_000;

/** True for a page that is measured only if its article is small, which takes another copy. */
function hasLongText(document: Document): boolean {
  let length = 0;
  for (const paragraph of document.querySelectorAll('p')) {
    length += textLength(paragraph);
    if (length > MIN_LONG_TEXT_LENGTH) return true;
  }
  return false;
}

/** True if an article has only a small part of the text of its page. */
function isSmall(content: Element, survey: () => Box | null, pageUrl: string): boolean {
  if (textLength(content) > MAX_SMALL_ARTICLE_LENGTH) return false;
  const root = survey();
  return root !== null && isSmallPart(measureBoxes(content, pageUrl).prose, root);
}

/** In letters: the prose of a page with a text that an article may be a small part of. */
const MIN_PAGE = 1_000;
const MIN_SHARE_OF_PROSE = 0.3;
/** The share of a page's prose in a box up to which its name says what it is. */
const MAX_PROSE_SHARE_BESIDE = 0.6;
/** Names of boxes that may have more. */
const LONG_BOX_NAME = / (?:comments?|cookies?|consent) /;

/**
 * True if a page, as `surveyPage` measures it, has much more prose than an article with `prose` letters of
 * it. Comments, teasers and boxes that are named for something else do not count.
 */
export function isSmallPart(prose: number, root: Box): boolean {
  let own = root.prose;
  const others = new Set(repliesIn(root));
  walkBoxes(root, (box) => {
    const isBeside = others.has(box) || NAMES_OF_FRAMES.test(box.names);
    const isShort =
      box.prose <= MAX_PROSE_SHARE_BESIDE * root.prose || LONG_BOX_NAME.test(box.names);
    if (box !== root && isBeside && isShort && own - box.prose >= prose / 2) {
      own -= box.prose;
      return false;
    }
    for (const other of [...repliesIn(box), ...teasersIn(box)]) others.add(other);
    return true;
  });
  return own >= MIN_PAGE && prose < MIN_SHARE_OF_PROSE * own;
}

const ARTICLE_SAMPLE_PHRASES = 12;
const MIN_SHARED = 0.5;

/** True if an article has little that another one does not have. */
function isPartOf(article: Element, other: Element): boolean {
  const text = lineOf(other);
  const sample = samplePhrases(lineOf(article), ARTICLE_SAMPLE_PHRASES);
  const shared = sample.filter((phrase) => text.includes(phrase)).length;
  return sample.length > 0 && shared >= sample.length * MIN_SHARED;
}

/** True if an article has nothing of the part that the site has marked as its content. */
const isOutside = (article: Element, part: SitePart | null): boolean =>
  part !== null &&
  ![...keptLandmarks(article).keys()].some((at) => at >= part.first && at <= part.last);

/** True if an article does not have the text by which its page describes itself. */
function lacksDescribed(article: Element, description: string): boolean {
  const start = startOfDescription(description);
  return start !== '' && !lettersIn(article.textContent ?? '').includes(start);
}

/** Restores what Readability has dropped, cleans the article, and takes another one that is better. */
function improved(
  article: Element,
  before: Marks,
  page: PageFacts,
  copy: () => Document,
  isShort: boolean,
  kind: PageKind,
): Element {
  const kept = keptLandmarks(article);
  restoreDropped(article, before.landmarks, kept);
  restoreNotes(article, before.notes);
  const root = cleanArticle(article, page);
  const doubts = doubtsAbout({ article, kept, root, isShort }, before, page);
  // Other kinds have ways of their own.
  const isArticle = kind === 'article';
  const best = isArticle && doubts.length > 0 ? chooseArticle(article, page, copy) : article;
  if (best !== article) return best;
  if (doubts.includes('headline-elsewhere')) {
    restoreIntroduction(article, before.landmarks, before.headline, kept);
  }
  return article;
}

interface Marks extends PageMarks {
  readonly notes: Notes;
  readonly lead: Element | null;
}

/** Records what Readability may drop, to restore it and to find out if it found the article. */
function markPage(document: Document, { title, description }: KindFacts): Marks {
  const landmarks = markLandmarks(document);
  const headline = findHeadline(landmarks, title);
  return {
    landmarks,
    sitePart: findSitePart(document, landmarks),
    headline,
    notes: findNotes(document),
    lead: findLead(landmarks, headline, description),
  };
}

/** Returns the length of a text, in letters of an alphabet if it is short. */
function readingLength(text: string): number {
  const own = text.trim();
  // A longer text is long enough as it is; counting in ten million characters takes too long.
  return own.length >= MIN_SURE_LENGTH ? own.length : letterCount(own);
}

/** Takes what Readability finds, without our rules. The document is a copy and is consumed. */
export function plainArticle(document: Document, title: string, again: () => Document): Extraction {
  const content = parsed(new PageReadability(document, title, again));
  return content === null
    ? { content: bestText(again()), warnings: ['readability-failed'] }
    : { content, warnings: [] };
}

/** Returns the article that Readability finds; null if there is none, or if it fails. */
function parsed(reader: PageReadability): Element | null {
  try {
    return reader.parseElement();
  } catch {
    return null;
  }
}

/**
 * Takes the whole page as the article, also for senders that have already selected the content. Changes
 * the document.
 */
export function wholePage(document: Document): Extraction {
  const content = document.createElement('div');
  content.append(...(document.body?.childNodes ?? []));
  return { content, warnings: [] };
}
