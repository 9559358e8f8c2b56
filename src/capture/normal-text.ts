import { boundedNormalise } from '../domain';

/**
 * White space, punctuation and symbols of all scripts. Ranges instead of `\p{P}\p{S}`, which takes
 * 0.5 ms to compile on each page.
 */
export const NO_LETTERS =
  /[\s!-/:-@[-`{-~\u00a0-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0606-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u1361-\u1368\u17d4-\u17db\u1800-\u180a\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee]+/g;

/** Returns the letters and digits of a text, in lower case, to compare it with another. */
export const lettersIn = (text: string): string =>
  boundedNormalise(text, 'NFKC').toLowerCase().replace(NO_LETTERS, '');

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
