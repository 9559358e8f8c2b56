import { boundedNormalise } from '../domain/bounded-normalise';

/** White space, punctuation, symbols and invisible characters of all scripts. */
export const NO_LETTERS = /[\s\p{P}\p{S}\p{Cf}]+/gu;

/** Returns the letters and digits of a text, in lower case, to compare it with another. */
export const lettersIn = (text: string): string =>
  boundedNormalise(text, 'NFKC').toLowerCase().replace(NO_LETTERS, '');

export const HAS_LETTER = /\p{L}/u;

const MIN_TITLE = 4;

/** True for a heading that is the title of the page, whatever its spaces and marks. */
export function isTitle(heading: string, title: string): boolean {
  const [a, b] = [lettersIn(heading), lettersIn(title)];
  if (a.length < MIN_TITLE || b.length < MIN_TITLE) return a !== '' && a === b;
  return a === b || a.includes(b) || b.includes(a);
}

/** The length of a text in UTF-16 code units, without the white space around it. */
export const textLength = ({ textContent }: Node): number => (textContent ?? '').trim().length;

/** The text of an element in one line. */
export const lineOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The end of a line that is a sentence, in scripts that mark it. */
export const SENTENCE_AT_END = /[.!?…。！？؟۔।]["'”’»)\]」』]*$/;

const QUOTE_MARKS = /^["'“”„«»‘’‹›「『]|["'“”«»‘’‹›」』.,]{1,3}$/g;

/** Returns a sentence without the marks around it, which differ where it is quoted. */
export const bareSentence = (text: string): string => text.replace(QUOTE_MARKS, '');
