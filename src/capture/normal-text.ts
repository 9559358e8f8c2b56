import { boundedNormalise } from '../domain/bounded-normalise';
import { unicodeExpression } from '../domain/unicode-expression';
import { isText } from './elements';

/** Texts without such characters need no data of Unicode. */
const NOT_PLAIN_LATIN = /[^\0-\x7f\u00a0‘’“”–—…]/;
const PLAIN_MARKS = /[\t-\r -/:-@[-`{-~\u00a0‘’“”–—…]+/g;

/** Returns an expression for the white space, punctuation, symbols and invisible characters of a text. */
export const marksIn = (text: string): RegExp =>
  NOT_PLAIN_LATIN.test(text) ? marks() : PLAIN_MARKS;
const marks = unicodeExpression('[\\s\\p{P}\\p{S}\\p{Cf}]+', 'gu');

/** Returns the letters and digits of a text, in lower case, to compare it with another. */
export function lettersIn(text: string): string {
  const normal = NOT_PLAIN_LATIN.test(text) ? boundedNormalise(text, 'NFKC') : text;
  const lower = normal.toLowerCase();
  return lower.replace(marksIn(lower), '');
}

export const hasLetter = (text: string): boolean =>
  /[A-Za-z]/.test(text) || (NOT_PLAIN_LATIN.test(text) && letter().test(text));
const letter = unicodeExpression('\\p{L}');

/** No ideogram or syllable is among these characters. */
const NO_SIGNS = /^[\0-\u00b6\u00b8-\u024f\u2010-\u2026]*$/;

/**
 * Returns the number of ideograms and syllables of a text, in UTF-16 code units. One of them carries as
 * much information as several letters.
 */
export const signsIn = (text: string): number =>
  NO_SIGNS.test(text) ? 0 : text.length - text.replace(signs(), '').length;
const signs = unicodeExpression('[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}]+', 'gu');

/** True if a text has two ideograms or syllables side by side. */
export const hasWordOfSigns = (text: string): boolean =>
  !NO_SIGNS.test(text) && (text.match(signs()) ?? []).some((word) => [...word].length > 1);

const MIN_COMPARED_TITLE_LENGTH = 4;

/** True for a heading that is the title of the page, whatever its spaces and marks. */
export function isTitle(heading: string, title: string): boolean {
  const [a, b] = [lettersIn(heading), lettersIn(title)];
  if (a.length < MIN_COMPARED_TITLE_LENGTH || b.length < MIN_COMPARED_TITLE_LENGTH)
    return a !== '' && a === b;
  return a === b || a.includes(b) || b.includes(a);
}

/** The length of a text in UTF-16 code units, without the white space around it. */
export const textLength = ({ textContent }: Node): number => (textContent ?? '').trim().length;

/** True if there is text in a node. It looks no further than the first word. */
export function hasWords(root: Node): boolean {
  // Recursion could overflow the stack, because pages may be nested deeply.
  for (let node: Node | null = root; node !== null; ) {
    if (isText(node) && /\S/.test(node.data)) return true;
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) node = node.parentNode;
    node = node === root ? null : (node?.nextSibling ?? null);
  }
  return false;
}

/** The text of an element in one line. */
export const lineOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The end of a line that is a sentence, in scripts that mark it. */
export const SENTENCE_AT_END = /[.!?…。！？؟۔।]["'”’»)\]」』]*$/;

const QUOTE_MARKS = /^["'“”„«»‘’‹›「『]|["'“”«»‘’‹›」』.,]{1,3}$/g;

/** Returns a sentence without the marks around it, which differ where it is quoted. */
export const bareSentence = (text: string): string => text.replace(QUOTE_MARKS, '');
