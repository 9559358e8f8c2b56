import { type Box, linkDensity, measureBoxes, walkBoxes } from '../clean/boxes';
import { phrasesOf } from '../phrases';
import { sumOf } from '../sum';

/** A line with more of its text in links leads to something else. */
const MAX_LINKED = 0.5;

/** Returns the phrases of the lines of an article that have sentences, and few links. */
export function phrasesIn(article: Box): readonly string[] {
  const phrases: string[] = [];
  walkBoxes(article, (box) => {
    if (box.text !== '' && box.prose > 0 && linkDensity(box) < MAX_LINKED)
      phrases.push(...phrasesOf(box.text));
  });
  return phrases;
}

/** A share of the text of Readability's article. */
const MAX_LOST = 0.4;
/** In UTF-16 code units. */
const MIN_LOST = 200;
/** How much longer than Readability's an article of another text is, if that text is not the page's. */
const MUCH_LONGER = 2;

/**
 * True if an article lacks too much of the phrases that Readability has found, and is not so much longer
 * that Readability must have found something else.
 */
export function losesText(article: Element, phrases: readonly string[], pageUrl: string): boolean {
  const kept = new Set<string>();
  const own = measureBoxes(article, pageUrl);
  walkBoxes(own, ({ text }) => {
    for (const phrase of phrasesOf(text)) kept.add(phrase);
  });
  const all = lengthOf(phrases);
  const lost = phrases.filter((phrase) => !kept.has(phrase));
  const isMuchLonger = lengthOf(phrasesIn(own)) >= MUCH_LONGER * all;
  return lengthOf(lost) > Math.max(MIN_LOST, MAX_LOST * all) && !isMuchLonger;
}

const lengthOf = (phrases: readonly string[]): number => sumOf(phrases, ({ length }) => length);
