import type { Highlight } from '../../domain/highlight';
import { hostOf } from '../../domain/host-name';
import { fold, type SearchDocument } from '../../query';
import type { BookmarkRow } from '../database/rows';
import type { SearchedField } from '../database/search-changes';
import type { SegmentBuilder } from './segment-builder';

/** A bit for each searchable field of the family `fields`. */
export const FIELD = {
  title: 1,
  label: 2,
  note: 4,
  quote: 8,
  site: 16,
  author: 32,
  description: 64,
} as const;

// The names are those of `FIELD`.
export const INDEXED_FIELD_NAMES = Object.keys(FIELD) as readonly (keyof typeof FIELD)[];
export const ALL_FIELDS = Object.values(FIELD).reduce((all, bit) => all | bit, 0);

/** The searchable texts of a bookmark. */
export type Searchable = Pick<BookmarkRow, SearchedField | 'url'>;

/** Returns the document of a bookmark as the search language defines it. */
export const searchDocument = (
  { title, description, siteName, url, authors, labels, note: own }: Searchable,
  highlights: readonly Pick<Highlight, 'note' | 'quote'>[],
  text: string,
): SearchDocument => ({
  title,
  description,
  sites: [siteName, hostOf(url)],
  authors,
  labels,
  text,
  notes: [own, ...highlights.map(({ note }) => note)].filter((note) => note !== ''),
  quotes: highlights.map(({ quote }) => quote.exact),
});

/** Longer labels are cut in the index and compared with the bookmark. */
export const MAX_LABEL_TERM = 200;

/** The term of a whole label, which no token can equal. */
export const labelTerm = (label: string): string => `\u0001${cut(label)}`;

/** The term of a label without case, for the start of a label. */
export const foldedLabelTerm = (label: string): string => `\u0002${cut(fold(label))}`;

const cut = (label: string): string =>
  label.slice(0, MAX_LABEL_TERM).replace(/\p{Surrogate}/gu, '\uFFFD');

/** Adds everything but the text to the current document. */
export function addFields(builder: SegmentBuilder, document: SearchDocument): void {
  const add = (mask: number, texts: readonly string[]) => {
    for (const text of texts) if (text !== '') builder.addText(text, mask);
  };
  const { title, description, sites, authors, labels, notes, quotes } = document;
  add(FIELD.title, [title]);
  add(FIELD.label, labels);
  add(FIELD.note, notes);
  add(FIELD.quote, quotes);
  add(FIELD.site, sites);
  add(FIELD.author, authors);
  add(FIELD.description, [description]);
  for (const label of labels) {
    builder.addTerm(labelTerm(label), FIELD.label);
    builder.addTerm(foldedLabelTerm(label), FIELD.label);
  }
}

/** Elements inside of a line of text. All others separate words. */
const INLINE_IN_DOCUMENT = new Set(
  (
    'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q rd-annotation rp rt ruby s samp ' +
    'small span strong sub sup time u var wbr'
  ).split(' '),
);

const TAG_NAME = /^[/]?([a-z][\w-]*)/i;
/** The longest name in `INLINE_IN_DOCUMENT` and the slash before it. */
const MAX_TAG_NAME_LENGTH = 14;

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

/** Returns the text of an article as one text. A background has no DOM to parse its HTML. */
export function articleText(html: string): string {
  const pieces: string[] = [];
  let start = 0;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', start)) {
    pieces.push(html.slice(start, tag));
    const [, name] = TAG_NAME.exec(html.slice(tag + 1, tag + 1 + MAX_TAG_NAME_LENGTH)) ?? [];
    if (name === undefined || !INLINE_IN_DOCUMENT.has(name.toLowerCase())) pieces.push('\n');
    start = tagEnd(html, tag);
  }
  pieces.push(html.slice(start));
  return withCharacters(pieces.join(''));
}

/** The position after a tag. `>` may be in the quotes of an attribute. */
function tagEnd(html: string, tag: number): number {
  let quote = '';
  for (let at = tag + 1; at < html.length; at++) {
    const char = html.charAt(at);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '>') return at + 1;
    else if (char === '"' || char === "'") quote = char;
  }
  return html.length;
}

const withCharacters = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_CHARACTERS[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
