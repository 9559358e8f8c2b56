import { type Box, siblingsOf, walkBoxes } from '../clean/boxes';
import { lettersIn } from '../normal-text';

/** In letters: the start of a description, which the page may show in a longer form. */
const COMPARED_START_LETTERS = 40;
/** In letters. A shorter description may begin like any text. */
const MIN_START = 12;

/** Returns the letters with which the text begins that a description is taken from; or empty. */
export function startOfDescription(description: string): string {
  const start = lettersIn(description).slice(0, COMPARED_START_LETTERS);
  return start.length < MIN_START ? '' : start;
}

/** Returns the largest box that begins with `start`, which is not the whole page; null without one. */
export function boxWith(root: Box, start: string): Box | null {
  if (start === '') return null;
  let found: Box | null = null;
  walkBoxes(root, (box) => {
    // The text of a large box is not read for each of its levels.
    if (box.text !== '' && begins(box, start)) found ??= box;
    return found === null;
  });
  let whole = found as Box | null;
  while (
    whole?.parent &&
    whole.parent !== root &&
    firstLetters(whole.parent.element.textContent ?? '', start.length).startsWith(start)
  ) {
    whole = whole.parent;
  }
  return whole;
}

/** True if a line, or several from it on, begin with a text. */
function begins(box: Box, start: string): boolean {
  let text = firstLetters(box.text, start.length);
  if (text === '' || !(start.startsWith(text) || text.startsWith(start))) return false;
  for (const { element } of siblingsOf(box, MAX_DESCRIPTION_LINES).after) {
    if (text.length >= start.length) break;
    text += firstLetters(element.textContent ?? '', start.length);
  }
  return text.startsWith(start);
}

/** The number of letters after the compared ones. The last letters of a cut text may differ from the whole. */
const LETTER_MARGIN = 100;

/** Returns the letters of a text, or more than `count` of the first ones: a page may be a whole book. */
function firstLetters(text: string, count: number): string {
  for (let length = 4 * (count + LETTER_MARGIN); length < text.length; length *= 4) {
    const letters = lettersIn(text.slice(0, length));
    if (letters.length >= count + LETTER_MARGIN) return letters;
  }
  return lettersIn(text);
}

/** The start of a description has few lines. */
const MAX_DESCRIPTION_LINES = 8;
