import { mostOf, type PdfLine } from './pdf-text';
import type { PageLines } from './running-lines';

/** A part of the text. `level` is that of a heading, 1 to 3. */
export type PdfBlock = {
  /** Its text with the pages on which it goes on. */
  readonly parts: readonly PagePart[];
  readonly isRightToLeft: boolean;
} & (
  | { readonly kind: 'paragraph' | 'item' }
  | { readonly kind: 'heading'; readonly level: number }
);

interface PagePart {
  /** From 1. */
  readonly page: number;
  readonly text: string;
}

interface PlacedLine extends PdfLine {
  readonly page: number;
  /** The edges of the column that it is in. */
  readonly columnLeft: number;
  readonly columnRight: number;
}

/** The usual values of the document. */
interface Usual {
  readonly size: number;
  readonly font: string | null;
  /** From base line to base line, in parts of the size. */
  readonly leading: number;
}

/** In parts of the usual leading. */
const MAX_LEADING = 1.3;
const NORMAL_LEADING = 1.2;
/** In parts of the size. */
const MIN_INDENT = 0.7;
const SAME_EDGE = 0.4;
const SAME_SIZE = 0.08;
/** In parts of the usual size. */
const MAX_FOOTNOTE_SIZE = 0.93;
/** The widths of letters differ. */
const WORD_TOLERANCE = 1.3;
/** In parts of the column. */
const MIN_REST = 0.3;
/** In parts of the usual size. */
const MIN_HEADING = 1.12;
const MAX_HEADING_LENGTH = 200;
export const MAX_HEADING_LEVEL = 3;
/** A heading of the usual size is in a font of its own. */
const MAX_PLAIN_HEADING_LENGTH = 90;

const BULLET = /^[•◦▪‣●○■□∙·*–—-]\s+(?=\S)/;
const NUMBERED_ENTRY = /^(?:\(?\d{1,3}[.)]|\[\d{1,4}\]|\(?[a-z][.)])\s+(?=\S)/;
/** The dots before the page of an entry of the contents. */
const ENDS_WITH_PAGE = /\. ?\. ?\. ?\.\s{0,9}[\divxlc]{0,6}$/;
const ENDS_SENTENCE = /[.!?:;…。！？؟।]["'”’»)\]]*\d{0,3}$/;
const BEGINS_LOWER = /^["'“‘«([]?\p{Ll}/u;

/** Divides the lines of a document into paragraphs, entries of lists and headings. */
export function blocksOf(pages: readonly PageLines[]): readonly PdfBlock[] {
  const lines = pages.flatMap(({ lines }, at) => placed(lines, at + 1));
  if (lines.length === 0) return [];
  const usual = usualOf(lines);
  const groups: PlacedLine[][] = [];
  for (const [at, line] of lines.entries()) {
    const group = groupBefore(groups, line, usual);
    if (group && goesOn(group, line, lines[at + 1], usual)) group.push(line);
    else groups.push([line]);
  }
  const joins = joinsOf(lines);
  const sizes = headingSizes(groups, usual);
  return groups.map((group, at) => blockOf(group, groups[at - 1], usual, sizes, joins));
}

/**
 * Returns the paragraph that a line may continue. At the start of a page or a column, that is the one before the
 * notes at the foot of the last one.
 */
function groupBefore(
  groups: readonly PlacedLine[][],
  line: PlacedLine,
  usual: Usual,
): PlacedLine[] | undefined {
  const isNote = (group: readonly PlacedLine[]) =>
    (group[0]?.size ?? 0) < usual.size * MAX_FOOTNOTE_SIZE && group[0]?.page === last?.page;
  const last = groups.at(-1)?.at(-1);
  const isNewColumn = last && (last.page !== line.page || line.y < last.y);
  return isNewColumn && line.size >= usual.size * MAX_FOOTNOTE_SIZE
    ? groups.findLast((group) => !isNote(group))
    : groups.at(-1);
}

/** In points. Lines whose left edges are nearer are in one column. */
const COLUMN_STEP = 48;
/** The part of the lines of a column that end before its edge: a heading may go on over two columns. */
const BEFORE_EDGE = 0.9;

/** Adds the edges of their columns: lines that begin at nearly the same place of a page are in one. */
function placed(lines: readonly PdfLine[], page: number): readonly PlacedLine[] {
  const stepOf = ({ left }: PdfLine) => Math.floor(left / COLUMN_STEP);
  const steps = Map.groupBy(lines, stepOf);
  const edges = new Map<number, { readonly left: number; readonly right: number }>();
  for (const step of steps.keys()) {
    const near = [step - 1, step, step + 1].flatMap((each) => steps.get(each) ?? []);
    const lefts = near.map(({ left }) => left).toSorted((one, other) => one - other);
    const rights = near.map(({ right }) => right).toSorted((one, other) => one - other);
    const at = Math.ceil((rights.length - 1) * BEFORE_EDGE);
    edges.set(step, { left: lefts[0] ?? 0, right: rights[at] ?? 0 });
  }
  return lines.map((line) => {
    const edge = edges.get(stepOf(line));
    return {
      ...line,
      page,
      columnLeft: Math.min(line.left, edge?.left ?? line.left),
      columnRight: Math.max(line.right, edge?.right ?? line.right),
    };
  });
}

function usualOf(lines: readonly PlacedLine[]): Usual {
  const size = mostOf(lines, (line) => Math.round(line.size * 2) / 2);
  const font = mostOf(lines, (line) => line.font);
  const leadings = lines.flatMap((line, at) => {
    const last = lines[at - 1];
    const leading = last && last.page === line.page ? (line.y - last.y) / line.size : 0;
    return leading > 0.8 && leading < 3 ? [{ text: line.text, leading }] : [];
  });
  const leading =
    leadings.length === 0 ? NORMAL_LEADING : mostOf(leadings, (each) => rounded(each.leading));
  return { size, font, leading };
}

const rounded = (value: number): number => Math.round(value * 20) / 20;

/** Tells whether a line continues the paragraph of the lines before it. */
function goesOn(
  group: readonly PlacedLine[],
  line: PlacedLine,
  next: PlacedLine | undefined,
  usual: Usual,
): boolean {
  const [first, second] = group;
  const last = group.at(-1);
  if (!first || !last || !hasSize(line, last.size) || BULLET.test(line.text)) return false;
  if (isHyphenated(last.text) && BEGINS_LOWER.test(line.text)) return true;
  const isEnded = ENDS_SENTENCE.test(last.text);
  if (ENDS_WITH_PAGE.test(last.text)) return false;
  const isFull = wasFull(last, line);
  const isInSentence = !isEnded && BEGINS_LOWER.test(line.text);
  if (!isFull && !isInSentence && (isEnded || last.font !== line.font || isFarFromFull(last, line)))
    return false;
  if (line.page !== last.page || line.y < last.y) {
    // The next column or page.
    return BEGINS_LOWER.test(line.text) || (isFull && !isEnded && group.length > 1);
  }
  if ((line.y - last.y) / line.size > usual.leading * MAX_LEADING) return false;
  if (isEnded && NUMBERED_ENTRY.test(line.text)) return false;
  if (line.isRightToLeft) return true;
  const indent = MIN_INDENT * line.size;
  const isAt = (left: number) => Math.abs(line.left - left) < SAME_EDGE * line.size;
  if (line.left > last.left + indent) {
    // The lines of a hanging paragraph stay where its second one begins.
    const isHanging = group.length === 1 && next?.page === line.page && isAt(next.left);
    return isHanging || !isEnded;
  }
  const wasHanging = second !== undefined && second.left > first.left + indent;
  return !(wasHanging && isEnded && isAt(first.left));
}

const hasSize = (line: PlacedLine, size: number): boolean =>
  Math.abs(line.size - size) < SAME_SIZE * size;

/** Tells whether the first word of a line would not have fitted at the end of the line before. */
function wasFull(last: PlacedLine, line: PlacedLine): boolean {
  const [word = ''] = line.text.split(' ', 1);
  const width = ((line.right - line.left) * (word.length + 1)) / Math.max(1, line.text.length);
  return spaceAfter(last) < width * WORD_TOLERANCE;
}

const spaceAfter = (line: PlacedLine): number =>
  line.isRightToLeft ? line.left - line.columnLeft : line.columnRight - line.right;

/** Tells whether a line ended where it did on purpose, as those of a list, and another one begins. */
const isFarFromFull = (last: PlacedLine, { text }: PlacedLine): boolean =>
  spaceAfter(last) > MIN_REST * (last.columnRight - last.columnLeft) && !BEGINS_LOWER.test(text);

const isHyphenated = (text: string): boolean => /\p{L}[-\u00ad‐]$/u.test(text);

/** Tells whether a line is larger than the text, as headings are. */
const isHeadingLike = (line: PlacedLine, usual: Usual): boolean =>
  line.size > usual.size * MIN_HEADING;

/** The sizes of headings, largest first. */
function headingSizes(groups: readonly (readonly PlacedLine[])[], usual: Usual): readonly number[] {
  const sizes = groups.flatMap(([line]) =>
    line && isHeadingLike(line, usual) ? [Math.round(line.size)] : [],
  );
  return [...new Set(sizes)].toSorted((one, other) => other - one);
}

function blockOf(
  lines: readonly PlacedLine[],
  before: readonly PlacedLine[] | undefined,
  usual: Usual,
  sizes: readonly number[],
  joins: ReadonlySet<string>,
): PdfBlock {
  const [first] = lines;
  const last = before?.at(-1);
  if (!first) throw new Error('A block has lines.');
  const parts = partsOf(lines, joins);
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const { isRightToLeft } = first;
  if (isHeadingLike(first, usual) && length <= MAX_HEADING_LENGTH && parts.length === 1) {
    const level = 1 + sizes.indexOf(Math.round(first.size));
    return { kind: 'heading', level: Math.min(level, MAX_HEADING_LEVEL), parts, isRightToLeft };
  }
  const isApart =
    last === undefined ||
    last.page !== first.page ||
    last.y > first.y ||
    (first.y - last.y) / first.size > usual.leading * MAX_LEADING;
  const isOther = lines.every(
    ({ font, size }) => font !== null && font !== usual.font && size >= usual.size * 0.95,
  );
  if (
    isOther &&
    isApart &&
    length <= MAX_PLAIN_HEADING_LENGTH &&
    /^(?:\p{Lu}|\d+(?:\.\d+)*\.?\s)/u.test(first.text) &&
    !ENDS_SENTENCE.test(parts.at(-1)?.text ?? '') &&
    /\p{L}{3}/u.test(first.text)
  ) {
    return { kind: 'heading', level: MAX_HEADING_LEVEL, parts, isRightToLeft };
  }
  if (BULLET.test(first.text)) {
    const [part, ...others] = parts;
    const entry = part && { page: part.page, text: part.text.replace(BULLET, '') };
    return { kind: 'item', parts: entry ? [entry, ...others] : others, isRightToLeft };
  }
  return { kind: 'paragraph', parts, isRightToLeft };
}

/** Joins lines to one text for each page, without the hyphens at the ends of lines. */
function partsOf(lines: readonly PlacedLine[], joins: ReadonlySet<string>): readonly PagePart[] {
  const parts: { page: number; text: string }[] = [];
  let text = '';
  for (const line of lines) {
    const part = parts.at(-1);
    if (part === undefined) parts.push({ page: line.page, text: line.text });
    else {
      const glue = glueOf(text, line.text, joins);
      part.text =
        glue === 'hyphen' ? part.text.slice(0, -1) : glue === 'space' ? `${part.text} ` : part.text;
      if (part.page === line.page) part.text += line.text;
      else parts.push({ page: line.page, text: line.text });
    }
    text = line.text;
  }
  return parts;
}

/** Scripts without spaces between words. */
const UNSPACED_END = /[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3000-\u303f]$/;
const UNSPACED_START = /^[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3000-\u303f]/;

/** Tells what stands between two lines of a paragraph, or that the hyphen of the first one goes. */
function glueOf(
  one: string,
  other: string,
  compounds: ReadonlySet<string>,
): 'space' | 'hyphen' | 'nothing' {
  if (UNSPACED_END.test(one) && UNSPACED_START.test(other)) return 'nothing';
  if (/\u00ad$/.test(one)) return 'hyphen';
  if (/[-‐]$/.test(one)) {
    const [, start = ''] = /(\p{L}{1,59})[-‐]$/u.exec(one.slice(-60)) ?? [];
    const [end = ''] = /^\p{L}+/u.exec(other.slice(0, 60)) ?? [];
    if (start === '' || end === '' || !/^\p{Ll}/u.test(end)) return 'nothing';
    return compounds.has(`${start}-${end}`.toLowerCase()) ? 'nothing' : 'hyphen';
  }
  return /\S[/–—]$/.test(one) ? 'nothing' : 'space';
}

/** The words with a hyphen within a line, which keep it where a line ends at it. */
function joinsOf(lines: readonly PdfLine[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { text } of lines)
    for (const [word] of text.matchAll(/\p{L}{1,40}[-‐]\p{L}{1,40}/gu))
      found.add(word.replace('‐', '-').toLowerCase());
  return found;
}
