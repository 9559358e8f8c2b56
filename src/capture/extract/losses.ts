import { linkDensity, measureBoxes, walkBoxes } from '../clean/boxes';
import { phrasesOf } from '../phrases';
import { sumOf } from '../sum';

/** A line with more of its text in links leads to something else. */
const MAX_LINKED = 0.5;
/** A share of the text of the other article. */
const MAX_LOST = 0.4;
/** In UTF-16 code units. */
const MIN_LOST = 200;
/** How much longer an article is than another one if that must be the text of something else. */
const MUCH_LONGER = 2;

/** True if an article lacks too much of the prose of another one, and is not much longer. */
export function losesText(article: Element, other: Element, pageUrl: string): boolean {
  const own = new Set(phrasesIn(article, pageUrl));
  const all = phrasesIn(other, pageUrl, MAX_LINKED);
  const lost = all.filter((phrase) => !own.has(phrase));
  return (
    lengthOf(lost) > Math.max(MIN_LOST, MAX_LOST * lengthOf(all)) &&
    lengthOf(own) < MUCH_LONGER * lengthOf(all)
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

const lengthOf = (phrases: Iterable<string>): number => sumOf(phrases, ({ length }) => length);
