import type { GivenBlock } from '../metadata/given-text';
import { lineOf } from '../normal-text';
import { samplePhrases } from '../phrases';
import { sumOf } from '../sum';

const MAX_SOUGHT = 24;
/** In UTF-16 code units. A shorter text says little. */
const MIN_GIVEN_LENGTH = 200;
const MIN_ENTRIES = 3;

/**
 * Completes an article with what its page gives as data: the lists that it lacks, and the paragraphs
 * if `isShort`. An article that has nothing of a longer text is another one, and is replaced.
 */
export function completeFromData(
  article: Element,
  given: readonly GivenBlock[],
  isShort: boolean,
): void {
  if (given.length === 0) return;
  const text = lineOf(article);
  const lacking = given.filter((block) => lacks(text, block));
  const length = sumOf(lacking, ({ lines }) => lines.join('').length);
  const isOther = lacking.length === given.length && length >= MIN_GIVEN_LENGTH;
  if (isOther && (isShort || text.length * 2 < length)) article.replaceChildren();
  else if (isOther && !isShort) return;
  for (const block of lacking) {
    const isWanted =
      block.tag === 'p' ? length >= MIN_GIVEN_LENGTH : block.lines.length >= MIN_ENTRIES;
    if (isWanted && (isShort || isOther || block.tag !== 'p')) {
      article.append(elementOf(article, block));
    }
  }
}

/** True if most phrases of a block are not in a text. */
function lacks(text: string, { lines }: GivenBlock): boolean {
  const phrases = samplePhrases(lines.join('\n'), MAX_SOUGHT);
  const sought = phrases.length > 0 ? phrases : lines;
  return sought.filter((phrase) => text.includes(phrase)).length * 2 < sought.length;
}

function elementOf({ ownerDocument }: Element, { tag, lines }: GivenBlock): Element {
  const block = ownerDocument.createElement(tag);
  for (const line of lines) {
    const entry = tag === 'p' ? block : block.appendChild(ownerDocument.createElement('li'));
    entry.append(line);
  }
  return block;
}
