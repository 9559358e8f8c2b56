import { unicodeExpression } from './unicode-expression';

/** The most marks in sequence: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format */
const MAX_MARKS = 30;

/** COMBINING GRAPHEME JOINER. It is invisible, and marks are neither ordered nor composed across it. */
const JOINER = '\u034F';

/**
 * Normalises a text like `String.prototype.normalize`, whose time is quadratic in the number of
 * marks in sequence. Longer sequences are therefore divided after 30 marks. Other texts have the
 * same result. A test of the rules refuses `normalize` everywhere else.
 */
export const boundedNormalise = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  NOT_ASCII.test(text) ? divideMarks(text).normalize(form) : text;

/** Texts in ASCII are the same in all forms. */
const NOT_ASCII = /[^\0-\x7f]/;

/** Inserts a joiner after every 30 marks in sequence. They are counted as if decomposed. */
function divideMarks(text: string): string {
  let divided = '';
  let start = 0;
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const known = marksOf[code] || learnMarks(code);
    if (known === NO_MARKS) marks = 0;
    else {
      const first = (known >> FIRST) & COUNT;
      if (marks + first > MAX_MARKS) {
        divided += text.slice(start, at) + JOINER;
        start = at;
        marks = 0;
      }
      marks = known & IS_MARK ? marks + first : (known >> LAST_SHIFT) & COUNT;
    }
    if (code > 0xffff) at += 1;
  }
  return start === 0 ? text : divided + text.slice(start);
}

/**
 * For each code point, the number of marks with which its decomposed form begins and ends, and if it
 * has nothing else. Filled on first use.
 */
const marksOf = new Uint8Array(0x110000);
const NO_MARKS = 1;
const IS_MARK = 2;
const FIRST = 2;
const LAST_SHIFT = 4;
/** No character has more. */
const COUNT = 3;

const mark = unicodeExpression('\\p{M}');

function learnMarks(code: number): number {
  const parts = [...String.fromCodePoint(code).normalize('NFKD')];
  const isOther = (part: string) => part === JOINER || !mark().test(part);
  const before = parts.findIndex(isOther);
  const after = parts.length - 1 - parts.findLastIndex(isOther);
  const isMark = before === -1;
  const first = isMark ? parts.length : before;
  const known = (first << FIRST) | ((isMark ? 0 : after) << LAST_SHIFT) | (isMark ? IS_MARK : 0);
  marksOf[code] = known || NO_MARKS;
  return marksOf[code];
}
