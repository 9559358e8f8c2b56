import { type Box, linkDensity, measureBoxes, walkBoxes } from '../clean/boxes';
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
  const own = new Set(phrasesIn(article, pageUrl, () => true));
  const isProse = (line: Box) => line.prose > 0 && linkDensity(line) < MAX_LINKED;
  const all = phrasesIn(other, pageUrl, isProse);
  const lost = all.filter((phrase) => !own.has(phrase));
  return (
    lengthOf(lost) > Math.max(MIN_LOST, MAX_LOST * lengthOf(all)) &&
    lengthOf(own) < MUCH_LONGER * lengthOf(all)
  );
}

/** Returns the phrases of the lines of an article. */
function phrasesIn(article: Element, pageUrl: string, counts: (line: Box) => boolean): string[] {
  const phrases: string[] = [];
  walkBoxes(measureBoxes(article, pageUrl), (box) => {
    if (counts(box)) phrases.push(...phrasesOf(box.text));
  });
  return phrases;
}

const lengthOf = (phrases: Iterable<string>): number => sumOf(phrases, ({ length }) => length);
