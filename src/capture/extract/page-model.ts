import { type Box, isWithin, linkDensity, measureBoxes, walkBoxes } from '../clean/boxes';
import { isNamed } from '../clean/named-boxes';
import { NAMES_OF_FRAMES } from '../clean/names';
import { isHeading, type PageFacts } from '../clean/stage';
import { MARKED_UP } from '../elements';
import { isTitle } from '../normal-text';
import { isGivenText, isStartOnly, phrasesOf } from '../phrases';
import { sumOf } from '../sum';
import { repliesIn, teasersIn } from './series';

/** How likely the phrases of a page belong to its article. */
export interface PageModel {
  /** From 0 to 1, by phrase. */
  readonly likelihood: ReadonlyMap<string, number>;
  /** The innermost box with the headline and prose; null when there is none. */
  readonly home: Element | null;
  /** The length of the text that is expected of the article, in UTF-16 code units. */
  readonly expected: number;
}

/** Parts of a page that nobody sees. */
export const UNSEEN_ELEMENTS =
  'script,style,noscript,template,[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"]';

/** The likelihood of a line, before its place in the page is considered. */
const LINE = { prose: 0.9, heading: 0.6, other: 0.5, link: 0.1 };
const MAX_LIKELIHOOD = 0.95;
/** Text outside of the box of the headline. */
const AWAY = 0.5;
/** Text outside of the element that the site has marked as its article, if that has the headline. */
const UNMARKED = 0.4;
/** The part of a page's prose that such an element has. */
const MIN_MARKED_SHARE = 0.15;
/** Navigation, and boxes named for something else. */
const FRAME_LIKELIHOOD = 0.3;
/** Other articles, their teasers, and replies. */
const OTHER_ARTICLE_LIKELIHOOD = 0.2;

/** In letters: the prose of the box of a headline. */
const MIN_HOME = 120;

/** In letters: the prose of a page beside the comments on it. */
const MIN_COMMENTED = 500;

/** A box may only be taken for something else if it has less of the page's prose. */
const MAX_FRAME = 0.6;

/**
 * Estimates for each phrase of a page how likely it is of the article: sentences are likely, links are
 * not; text near the headline is likely, navigation, teasers, replies and other articles are not. If
 * the page has given its text as data, it decides. Changes the document.
 */
export function modelPage(document: Document, page: PageFacts): PageModel {
  for (const unseen of document.body.querySelectorAll(UNSEEN_ELEMENTS)) unseen.remove();
  const root = measureBoxes(document.body, page.url);
  const headline = findHeadline(root, page.title);
  const home = homeOf(headline) ?? root;
  const marked = markedAround(home, root);
  const given = givenPhrases(page.articleText);
  const likelihood = new Map<string, number>();
  let expected = 0;
  const places = { root, home, headline, others: new Set<Box>() };
  const entering = (box: Box): number =>
    (box === home ? 1 / AWAY : 1) * (box === marked ? 1 / UNMARKED : 1);
  const visit = (box: Box, factor: number): void => {
    const near = factorOf(box, places) * entering(box) * factor;
    if (box.text !== '') {
      const usual = Math.min(MAX_LIKELIHOOD, likelihoodOf(box) * near);
      for (const phrase of phrasesOf(box.text)) {
        const value =
          given.size === 0
            ? usual
            : given.has(phrase)
              ? MAX_LIKELIHOOD
              : usual * OTHER_ARTICLE_LIKELIHOOD;
        const before = likelihood.get(phrase) ?? 0;
        if (value <= before) continue;
        expected += (value - before) * phrase.length;
        likelihood.set(phrase, value);
      }
    }
    for (const teaser of teasersIn(box)) places.others.add(teaser);
    if (!isWithin(box, home)) for (const reply of repliesIn(box)) places.others.add(reply);
    for (const child of box.children) visit(child, near);
  };
  visit(root, marked === null ? AWAY : AWAY * UNMARKED);
  return { likelihood, expected, home: home === root ? null : home.element };
}

/** The phrases of the text that the page has given as data, unless it is only the start of it. */
function givenPhrases(text: string): ReadonlySet<string> {
  return new Set(isGivenText(text) && !isStartOnly(text) ? phrasesOf(text) : []);
}

function likelihoodOf(box: Box): number {
  if (box.prose > sumOf(box.children, ({ prose }) => prose)) return LINE.prose;
  const density = linkDensity(box);
  if (density > 0.5) return LINE.link;
  return (isHeading(box) ? LINE.heading : LINE.other) * (1 - density);
}

function findHeadline(root: Box, title: string): Box | null {
  let first: Box | null = null;
  let same: Box | null = null;
  walkBoxes(root, (box) => {
    if (same !== null) return false;
    const { localName } = box.element;
    if (/^h[12]$/.test(localName) && isTitle(box.text, title)) same = box;
    if (localName === 'h1' && box.letters > 0) first ??= box;
    return true;
  });
  return same ?? first;
}

/** The innermost box with the headline and prose. */
function homeOf(headline: Box | null): Box | null {
  let home = headline;
  while (home !== null && home.prose < MIN_HOME) home = home.parent;
  return home;
}

/** The innermost element around the headline's box that the site has marked. */
function markedAround(home: Box, root: Box): Box | null {
  let box: Box | null = home;
  while (box !== null && !box.element.matches(MARKED_UP)) box = box.parent;
  return box !== null && box.prose >= MIN_MARKED_SHARE * root.prose ? box : null;
}

interface Surroundings {
  readonly root: Box;
  readonly home: Box;
  readonly headline: Box | null;
  /** Teasers, and replies outside of the headline's box. */
  readonly others: Set<Box>;
}

const FRAME_ELEMENT = /^(?:nav|aside|footer|form|dialog)$/;

function factorOf(box: Box, { root, home, headline, others }: Surroundings): number {
  if (box === root || isWithin(home, box) || (headline !== null && isWithin(headline, box)))
    return 1;
  if (isNamed(box.names, 'comments') && root.prose - box.prose >= MIN_COMMENTED)
    return OTHER_ARTICLE_LIKELIHOOD;
  if (box.prose > MAX_FRAME * root.prose) return 1;
  const isFrame = FRAME_ELEMENT.test(box.element.localName) || NAMES_OF_FRAMES.test(box.names);
  if (isFrame) return FRAME_LIKELIHOOD;
  return others.has(box) || startsOther(box) ? OTHER_ARTICLE_LIKELIHOOD : 1;
}

/** A box with a headline of its own. */
const startsOther = (box: Box): boolean =>
  box.prose > 0 && box.children.some(({ element }) => element.localName === 'h1');

/** The likelihood of a phrase that the page does not have in this form. */
const UNKNOWN_LIKELIHOOD = 0.4;

/** No article of the page has a higher score, which is that of its likeliest phrases. */
export function highestScore({ likelihood, expected }: PageModel): number {
  const phrases = [...likelihood].toSorted(([, a], [, b]) => b - a);
  // The score of an endless text that the page does not have in this form.
  let highest = 2 * UNKNOWN_LIKELIHOOD;
  let [hits, length] = [0, 0];
  for (const [phrase, value] of phrases) {
    hits += phrase.length * value;
    length += phrase.length;
    highest = Math.max(highest, (2 * hits) / (length + expected));
  }
  return highest;
}

/**
 * Estimates how near an article is to the wanted text, from 0 to 1: the F1 that is expected when each
 * phrase of the page is wanted with the likelihood of the model. Its precision is the likely part of
 * the article, its recall the part of the likely text that the article has.
 */
export function scoreArticle(article: Element, model: PageModel, pageUrl: string): number {
  let hits = 0;
  let length = 0;
  const seen = new Map<string, number>();
  walkBoxes(measureBoxes(article, pageUrl), ({ text }) => {
    for (const phrase of phrasesOf(text)) {
      const times = seen.get(phrase) ?? 0;
      seen.set(phrase, times + 1);
      // A second time is a copy of the article. A text that is there more often repeats itself.
      if (times > 1) continue;
      length += phrase.length;
      if (times === 0) hits += phrase.length * (model.likelihood.get(phrase) ?? UNKNOWN_LIKELIHOOD);
    }
  });
  return length === 0 ? 0 : (2 * hits) / (length + model.expected);
}
