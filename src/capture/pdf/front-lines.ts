import { dateInLine } from '../metadata/visible-date';
import { MAX_HEADING_LEVEL, type PdfBlock } from './paragraphs';
import { type PdfText, WIDE_GAP } from './pdf-text';

/** Names that programs give: those of files, and of documents without a name. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft word|print|title|slide \d+|\S+\.(?:docx?|odt|tex|dvi|pptx?|indd|qxd|pdf|ps|rtf|xlsx?|html?))$/i;
const PROGRAM_NAME = /^(?:microsoft (?:word|powerpoint)|powerpoint presentation)\s*-\s*/i;
const MAX_SHOWN_TITLE = 300;

/** The blocks after the title in which names and the date are looked for. */
const MAX_FRONT_BLOCKS = 5;
/** The title is among so many first blocks. */
const MAX_TITLE_BLOCKS = 30;
/** A longer block is text. */
const MAX_FRONT_LENGTH = 160;

/** The title, the authors and the date of the first page. */
export interface FrontLines {
  /** Empty when unknown. */
  readonly title: string;
  /** RFC 3339; null when unknown. */
  readonly published: string | null;
  /** The lines below the title, with the names of authors in them. They are no headings, also if they are large. */
  readonly lines: ReadonlyMap<PdfBlock, readonly string[]>;
  /** The block with the title; null if the title is another one. */
  readonly titleBlock: PdfBlock | null;
}

/** Reads title, authors and date: as the PDF states them, or else as its first page has them. */
export function frontLinesOf(pdf: PdfText, blocks: readonly PdfBlock[]): FrontLines {
  const titleAt = titleIn(blocks);
  const shown = textOfBlock(blocks[titleAt]);
  const stated = pdf.title.replace(PROGRAM_NAME, '').trim();
  const lines = new Map<PdfBlock, readonly string[]>();
  let published: string | null = null;
  for (const block of titleAt < 0 ? [] : linesBelow(blocks.slice(titleAt + 1))) {
    const text = textOfBlock(block);
    const date = dateInLine(text, pdf.lang);
    published ??= date;
    lines.set(block, date === null && pdf.author === '' ? authorsIn(text) : []);
  }
  const title = (NO_TITLE.test(stated) || stated === '' ? shown : stated).slice(0, MAX_SHOWN_TITLE);
  return {
    title,
    titleBlock: title === shown ? (blocks[titleAt] ?? null) : null,
    published: published ?? pdf.created,
    lines,
  };
}

/** Returns the place of the largest heading of the first page, or of its first line; -1 without either. */
function titleIn(blocks: readonly PdfBlock[]): number {
  const levels = blocks
    .slice(0, MAX_TITLE_BLOCKS)
    .map((block) =>
      block.kind === 'heading' && block.parts[0]?.page === 1
        ? block.level
        : Number.POSITIVE_INFINITY,
    );
  const least = Math.min(...levels);
  // One that is not larger than the text may be a name below the title.
  if (least >= MAX_HEADING_LEVEL && blocks.length > 0 && !isLongText(blocks[0])) return 0;
  return Number.isFinite(least) ? levels.indexOf(least) : -1;
}

const textOfBlock = (block: PdfBlock | undefined): string =>
  block?.parts.map(({ text }) => text).join(' ') ?? '';

const isLongText = (block: PdfBlock | undefined): boolean =>
  textOfBlock(block).length > MAX_FRONT_LENGTH;

/** Returns the short blocks up to the text or the first heading of a section. */
function linesBelow(blocks: readonly PdfBlock[]): readonly PdfBlock[] {
  const first = blocks.slice(0, MAX_FRONT_BLOCKS);
  const later = blocks.slice(MAX_FRONT_BLOCKS);
  const isSection = (block: PdfBlock, at: number) =>
    block.kind === 'heading' &&
    isLongText(blocks[at + 1]) &&
    later.some((each) => each.kind === 'heading' && each.level === block.level);
  const end = first.findIndex(
    (block, at) => isLongText(block) || block.kind === 'item' || isSection(block, at),
  );
  return end < 0 ? first : first.slice(0, end);
}

/** The marks of notes at a name. */
const NOTE_MARKS = /[*†‡§¶\d\u00b9\u00b2\u00b3\u2070-\u2079]+/g;
const NAME_SEPARATOR = new RegExp(`${WIDE_GAP}|[,;]| (?:and|&|und|et|y) `);
/** Two to five words, each with a capital letter, but for particles. */
const FULL_NAME =
  /^\p{Lu}[\p{L}.'’-]{0,30}(?: (?:(?:de|da|di|do|du|van|von|der|den|la|le|al|bin|ter)\b|\p{Lu}[\p{L}.'’-]{0,30})){1,4}$/u;

/** Returns the names of a line that has nothing else. */
function authorsIn(line: string): readonly string[] {
  const parts = line.split(NAME_SEPARATOR).map((name) => name.replace(NOTE_MARKS, '').trim());
  const names = parts.filter(Boolean);
  return names.every((name) => FULL_NAME.test(name)) ? names : [];
}
