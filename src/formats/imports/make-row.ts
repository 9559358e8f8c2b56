import {
  formatInstant,
  MAX_SELECTOR_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from '../../contract';
import { MAX_PAGE_NOTE_LENGTH } from '../../domain/excerpt';
import { HIGHLIGHT_COLORS, type HighlightColor } from '../../domain/highlight';
import { normalLabels } from '../../domain/label';
import { DAY_MS, type UnixMs, unixMs } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import { isWebAddress } from '../../domain/web-address';
import type {
  ImportedEntry,
  ImportedHighlight,
  ImportedRange,
  ImportOptions,
  ImportRow,
} from './imported';
import {
  MAX_IMPORTED_AUTHORS,
  MAX_IMPORTED_HIGHLIGHTS,
  MAX_IMPORTED_HTML_LENGTH,
  MAX_IMPORTED_TEXT_LENGTH,
  MAX_ROW_LABELS,
  MAX_SKIPPED_TEXT,
  MAX_WRITTEN_LABELS,
} from './limits';

/** A bookmark as a source states it. Only the address is required. */
export interface RawEntry {
  readonly url: string;
  readonly title?: string;
  readonly siteName?: string;
  readonly labels?: readonly string[];
  /** The paths of its folders or lists. */
  readonly folders?: readonly string[];
  /** In a form that the `readDate` of its options reads. */
  readonly created?: string;
  readonly published?: string;
  readonly description?: string;
  readonly note?: string;
  readonly excerpt?: string;
  readonly authors?: readonly string[];
  readonly lang?: string;
  readonly isArchived?: boolean;
  readonly isFavourite?: boolean;
  /** In per cent. */
  readonly readProgress?: number;
  readonly html?: string | null;
  readonly highlights?: readonly RawHighlight[];
}

export interface RawHighlight {
  readonly quote: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly range?: ImportedRange;
  readonly note?: string;
  readonly color?: string;
  readonly created?: string;
}

/** The web began in 1990. An earlier time is a counter, a zero or in another unit. */
const EARLIEST_SAVED_AT = Date.UTC(1990, 0, 1);

export interface RowOptions extends ImportOptions {
  /** Reads a date of the source to milliseconds since the epoch; null if it can't. */
  readonly readDate: (text: string) => number | null;
}

/**
 * Converts a row to a bounded bookmark, or to the reason why it is skipped. `row` counts from 1.
 */
export function makeRow(raw: RawEntry, row: number, options: RowOptions): ImportRow {
  const { hasLabelsFromFolders = false } = options;
  const url = raw.url.trim();
  if (url.length > MAX_URL_LENGTH) return skipped(row, 'address-too-long', url);
  const key = isWebAddress(url) ? urlKey(url) : null;
  if (key === null) return skipped(row, 'not-a-web-address', url);
  const { folders = [], description = '' } = raw;
  const labels = cleanLabels([...(raw.labels ?? []), ...(hasLabelsFromFolders ? folders : [])]);
  if (labels === null) return skipped(row, 'too-many-labels', url);
  const isArchived = raw.isArchived ?? false;
  const published = readTime(raw.published, options);
  const entry: ImportedEntry = {
    url,
    urlKey: key,
    title: oneLine(raw.title ?? '', MAX_TITLE_LENGTH),
    siteName: oneLine(raw.siteName ?? '', MAX_TITLE_LENGTH),
    labels,
    folders: cleanLabels(folders) ?? [],
    created: readTime(raw.created, options),
    published: published === null ? null : formatInstant(published),
    description: oneLine(description, MAX_IMPORTED_TEXT_LENGTH),
    // Some programs copy the description.
    note: raw.note === description ? '' : lines(raw.note ?? ''),
    excerpt: oneLine(raw.excerpt ?? '', MAX_IMPORTED_TEXT_LENGTH),
    authors: clean((raw.authors ?? []).slice(0, MAX_IMPORTED_AUTHORS)),
    lang: oneLine(raw.lang ?? '', 35),
    isArchived,
    isFavourite: raw.isFavourite ?? false,
    readProgress: isArchived ? 100 : percent(raw.readProgress ?? 0),
    html: raw.html != null && raw.html.length <= MAX_IMPORTED_HTML_LENGTH ? raw.html : null,
    highlights: (raw.highlights ?? [])
      .slice(0, MAX_IMPORTED_HIGHLIGHTS)
      .flatMap((each) => highlight(each, options)),
  };
  return { kind: 'entry', entry };
}

/** Makes the step of a skipped row, with the beginning of its text. */
export function skipped(
  row: number,
  reason: Extract<ImportRow, { kind: 'skipped' }>['reason'],
  text: string,
): ImportRow {
  return { kind: 'skipped', row, reason, text: oneLine(text, MAX_SKIPPED_TEXT) };
}

function highlight(raw: RawHighlight, options: RowOptions): ImportedHighlight[] {
  const { quote, prefix = '', suffix = '', range, note = '', color = '', created } = raw;
  if (quote.trim() === '') return [];
  const cut = (text: string) => wellFormed(text.slice(0, MAX_IMPORTED_TEXT_LENGTH));
  return [
    {
      quote: cut(quote),
      prefix: cut(prefix),
      suffix: cut(suffix),
      ...(range !== undefined && isBounded(range) && { range }),
      note: cut(note),
      color: similarColor(color),
      created: readTime(created, options),
    },
  ];
}

const isBounded = ({ start, startOffset, end, endOffset }: ImportedRange): boolean =>
  [start, end].every(({ length }) => length > 0 && length <= MAX_SELECTOR_LENGTH) &&
  [startOffset, endOffset].every((offset) => Number.isSafeInteger(offset) && offset >= 0);

/** The colours of other programs, by the colour of ours that is similar. */
const SIMILAR_COLORS: Readonly<Record<HighlightColor, RegExp>> = {
  yellow: /^(?:yellow|orange)$/i,
  red: /^(?:red|pink|magenta|brown)$/i,
  blue: /^(?:blue|cyan|indigo|purple|violet)$/i,
  green: /^(?:green|teal|lime)$/i,
};

const similarColor = (name: string): HighlightColor | null =>
  HIGHLIGHT_COLORS.find((color) => SIMILAR_COLORS[color].test(name.trim())) ?? null;

function readTime(text: string | undefined, { now, readDate }: RowOptions): UnixMs | null {
  const time = text === undefined ? null : readDate(text);
  const isPossible = time !== null && time >= EARLIEST_SAVED_AT && time <= now + DAY_MS;
  return isPossible ? unixMs(time) : null;
}

const percent = (value: number): number =>
  Number.isFinite(value) ? Math.min(100, Math.max(0, Math.round(value))) : 0;

/** Those that differ only in case are one. Returns null if there are too many. */
function cleanLabels(raw: readonly string[]): string[] | null {
  if (raw.length > MAX_WRITTEN_LABELS) return null;
  const labels = normalLabels(raw.map(wellFormed));
  return labels.length > MAX_ROW_LABELS ? null : labels;
}

const clean = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => oneLine(name, MAX_TITLE_LENGTH)).filter((name) => name !== '')),
];

/** Replaces runs of white space and control characters by a space and cuts the text to `length`. */
export const oneLine = (text: string, length: number): string =>
  wellFormed(text.slice(0, 4 * length))
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();

/** Keeps the lines of a text, each without control characters. */
const lines = (text: string): string =>
  wellFormed(text.slice(0, MAX_PAGE_NOTE_LENGTH))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+|[^\n\P{Cc}]/gu, ' ')
    .trim();

/** Replaces lone surrogates, which can neither be stored nor sent. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');
