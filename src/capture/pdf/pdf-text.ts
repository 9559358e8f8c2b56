import { boundedNormalise } from '../../domain/bounded-normalise';

/** A piece of text that a PDF draws at once. Lengths are in points, from the top left of the page. */
export interface PdfItem {
  /** May be a space alone. */
  readonly text: string;
  readonly x: number;
  /** The base line. */
  readonly y: number;
  readonly width: number;
  /** The size of the font. */
  readonly size: number;
  /** The name of the font within the document. */
  readonly font: string;
  readonly isRightToLeft: boolean;
}

export interface PdfPage {
  readonly height: number;
  /** In the order in which the page draws them, which is that of the text for all common programs. */
  readonly items: readonly PdfItem[];
}

/** The text of a PDF and what it says about itself. Texts are empty when unknown. */
export interface PdfText {
  readonly pages: readonly PdfPage[];
  readonly title: string;
  readonly author: string;
  /** RFC 3339; null when unknown. */
  readonly created: string | null;
  /** BCP 47. */
  readonly lang: string;
  /** True if the end is missing, because the document is longer than what is kept. */
  readonly isCut: boolean;
}

/** A line of a page. */
export interface PdfLine {
  readonly text: string;
  /** Where it begins and ends at the sides of the page. */
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** The size of most of its letters. */
  readonly size: number;
  /** The font of all of its letters; null if it has several. */
  readonly font: string | null;
  readonly isRightToLeft: boolean;
}

/** In parts of the size. What is less far above or below the line is an index or a superscript. */
const MAX_RISE = 0.5;
/** In parts of the size. Items of justified lines overlap by less. */
const MAX_OVERLAP = 0.5;
/** In parts of the size. A smaller gap is between letters. */
const MIN_SPACE = 0.15;
/** In parts of the size. A greater gap is between the cells of a table or the names of authors. */
const MAX_SPACE = 1.5;
/** Stands in the text of a line for such a gap. */
export const WIDE_GAP = '\u2003';

/** Old fonts have accents as characters of their own, which are drawn over a letter. */
const ACCENT = /^\s*[¨´`ˆ˜˚ˇ¯˘˝]\s*$/;
const ACCENTS: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '˚': '\u030a',
  ˇ: '\u030c',
  '¯': '\u0304',
  '˘': '\u0306',
  '˝': '\u030b',
};
/** People write ´ for an apostrophe, so it is an accent only before a vowel that is drawn anew. */
const ACCENT_AND_LETTER = /([¨ˆ˜˚ˇ¯˘˝]) ?(\p{L})|(´) ([aeiouy])/giu;

const withAccents = (text: string): string =>
  text.replace(ACCENT_AND_LETTER, (drawn, accent = '´', letter = drawn.at(-1)) => {
    const composed = boundedNormalise(`${letter}${ACCENTS[accent]}`, 'NFC');
    return composed.length === 1 ? composed : drawn;
  });

/** The ligatures of Latin letters, and the forms of Hebrew and Arabic ones. */
const FORMS_OF_LETTERS = /[\ufb00-\ufb06\ufb1d-\ufdff\ufe80-\ufefc]+/g;

const withPlainLetters = (text: string): string =>
  text.replace(FORMS_OF_LETTERS, (forms) => boundedNormalise(forms, 'NFKC'));

/** Joins the items of a page to lines, in the order of the text. */
export function linesOf({ items }: PdfPage): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfItem[] = [];
  const end = () => {
    if (line.some(({ text }) => text.trim() !== '')) lines.push(lineOf(line));
    line = [];
  };
  for (const item of items) {
    const last = line.at(-1);
    if (last && !isBeside(last, item)) end();
    line.push(item);
  }
  end();
  return lines;
}

function isBeside(last: PdfItem, item: PdfItem): boolean {
  const size = Math.max(last.size, item.size);
  if (Math.abs(item.y - last.y) > MAX_RISE * size) return false;
  const isAccent = ACCENT.test(last.text) || ACCENT.test(item.text);
  const overlap = (isAccent ? 1 : MAX_OVERLAP) * size;
  const isAfter = item.x >= last.x + last.width - overlap;
  const isBefore = item.x + item.width <= last.x + MAX_OVERLAP * size;
  return isAfter || (isBefore && (item.isRightToLeft || last.isRightToLeft));
}

function lineOf(items: readonly PdfItem[]): PdfLine {
  const isRightToLeft = lengthOf(items.filter((item) => item.isRightToLeft)) * 2 > lengthOf(items);
  // Programs draw lines from right to left in either order.
  const ordered = isRightToLeft ? items.toSorted((one, other) => other.x - one.x) : items;
  let text = '';
  let edge: number | null = null;
  for (const item of ordered) {
    if (item.text.trim() === '') {
      // As wide as the gap that it fills.
      text += ' ';
      continue;
    }
    const [start, end] = isRightToLeft
      ? [item.x + item.width, item.x]
      : [item.x, item.x + item.width];
    const gap = edge === null ? 0 : Math.abs(start - edge) / item.size;
    if (gap > MIN_SPACE) text += gap > MAX_SPACE ? WIDE_GAP : ' ';
    text += item.text;
    edge = end;
  }
  const drawn = items.filter((item) => item.text.trim() !== '');
  const fonts = new Set(drawn.map(({ font }) => font));
  const [font] = fonts;
  const size = mostOf(drawn, ({ size }) => size);
  return {
    text: withAccents(withPlainLetters(text))
      .replace(/\s+/g, (space) => (space.includes(WIDE_GAP) ? WIDE_GAP : ' '))
      .trim(),
    left: drawn.reduce((left, { x }) => Math.min(left, x), Number.POSITIVE_INFINITY),
    right: drawn.reduce((right, { x, width }) => Math.max(right, x + width), 0),
    y: drawn.find((item) => item.size === size)?.y ?? 0,
    size,
    font: fonts.size === 1 ? (font ?? null) : null,
    isRightToLeft,
  };
}

const lengthOf = (items: readonly PdfItem[]): number =>
  items.reduce((length, { text }) => length + text.length, 0);

/** Returns the value that most letters have. */
export function mostOf<Part extends { readonly text: string }, Value>(
  parts: readonly Part[],
  of: (part: Part) => Value,
): Value {
  const lengths = new Map<Value, number>();
  for (const part of parts) {
    const value = of(part);
    lengths.set(value, (lengths.get(value) ?? 0) + part.text.length);
  }
  const [most] = [...lengths].toSorted(([, one], [, other]) => other - one);
  if (most === undefined) throw new Error('There is no text.');
  return most[0];
}
