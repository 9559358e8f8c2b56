import { isPdf } from '../../domain/original-file';
import { err, ok, type Result } from '../../domain/result';
import type { ColumnUses } from '../../domain/table-columns';
import { beginsAsBundle } from '../bundle/open-bundle';
import { BUNDLE_LIMITS } from '../bundle/schema';
import { isTable } from './columns';
import { decodeText, isZip } from './decode-text';
import type { ImportFormat } from './import-file';
import { openImportZip } from './import-zip';
import type { ImportFailure } from './imported';
import { JsonItems, type JsonPath } from './json-items';
import { readTable } from './read-table';
import { columnsIn, csvFormatOf, isTableFormat } from './sources/csv-sources';
import { hasLink } from './sources/lines-of-links';
import { OMNIVORE_METADATA } from './sources/omnivore-file';
import { hasPdfNames } from './sources/pdf-files';
import { POCKET_PART } from './sources/pocket-file';
import { netscapeProgram } from './sources/text-sources';

/** `bundle` is our own export, which `openBundle` reads. */
export type KnownFormat = ImportFormat | 'bundle';

/** A file is recognised by this part. The first article of a JSON file may be long. */
const PREFIX_BYTES = 1024 * 1024;

/**
 * Finds out by its content which program wrote a file. It reads only the beginning, or the names of
 * the files in a zip. Names and types of files are not considered, because they are often wrong.
 */
export async function recogniseFile(file: Blob): Promise<Result<KnownFormat, ImportFailure>> {
  if (await isZip(file)) {
    // Its reader says more about a bundle that was cut.
    return (await beginsAsBundle(file)) ? ok('bundle') : recogniseZip(file);
  }
  const start = await readStart(file);
  if (!start.ok) return start;
  if (isPdf(start.value)) return ok('pdf');
  const text = decodeText(start.value);
  if (!text.ok) return text;
  const format = formatOfText(text.value);
  return format === null ? err({ kind: 'other-format' }) : ok(format);
}

/** The formats by a file in the zip. */
const ZIP_FORMATS: readonly (readonly [RegExp, KnownFormat])[] = [
  [/^leafmark\.json$/, 'bundle'],
  [OMNIVORE_METADATA, 'omnivore-zip'],
  [POCKET_PART, 'pocket-file'],
];

async function recogniseZip(file: Blob): Promise<Result<KnownFormat, ImportFailure>> {
  // Only names are read. A bundle may have any size, and more files than others.
  const bounds = {
    maxEntries: BUNDLE_LIMITS.entries,
    maxDirectoryBytes: BUNDLE_LIMITS.directoryBytes,
  };
  const limits = { maxSize: Number.POSITIVE_INFINITY, maxInflated: 0, bounds };
  const zip = await openImportZip(file, limits);
  if (!zip.ok) return zip;
  const { names } = zip.value;
  const format = ZIP_FORMATS.find(([pattern]) => names.some((name) => pattern.test(name)));
  if (format !== undefined) return ok(format[1]);
  return hasPdfNames(names) ? ok('pdf') : err({ kind: 'other-format' });
}

/** Returns the columns of a table, as they are read or `chosen`. A zip and other files have none. */
export async function columnsOfTable(
  format: ImportFormat,
  file: Blob,
  chosen: ColumnUses | undefined,
): Promise<ReturnType<typeof columnsIn>> {
  const none = { columns: [], further: 0 };
  if (!isTableFormat(format) || (await isZip(file))) return none;
  const text = await readPrefix(file);
  return text.ok ? columnsIn(text.value, format, chosen) : none;
}

async function readPrefix(file: Blob): Promise<Result<string, ImportFailure>> {
  const start = await readStart(file);
  return start.ok ? decodeText(start.value) : start;
}

async function readStart(file: Blob): Promise<Result<Uint8Array<ArrayBuffer>, ImportFailure>> {
  try {
    return ok(new Uint8Array(await file.slice(0, PREFIX_BYTES).arrayBuffer()));
  } catch {
    return err({ kind: 'unreadable' }); // The file or its disk is no longer available.
  }
}

/** A link of Org mode or Markdown. */
const LINK_AT_START = /^\[(?:\[https?:|[^\]\r\n]{0,500}\]\()/i;

function formatOfText(text: string): ImportFormat | null {
  const trimmed = text.trimStart();
  const start = trimmed.charAt(0);
  const isJson = (start === '[' || start === '{') && !LINK_AT_START.test(trimmed);
  if (isJson) return formatOfJson(text);
  const isHtml = start === '<';
  if (isHtml && (/<!doctype netscape-bookmark/i.test(text) || isListOfLinks(text))) {
    return netscapeProgram(text);
  }
  return formatOfLines(text);
}

/** The formats by a value that one of the bookmarks has. */
const JSON_FORMATS: readonly (readonly [JsonPath, ImportFormat])[] = [
  [['*', 'href'], 'pinboard'],
  [['*', 'addedAt'], 'goodlinks'],
  [['*', 'is_archived'], 'wallabag-json'],
  [['*', 'is_starred'], 'wallabag-json'],
  [['collections', '*', 'links'], 'linkwarden'],
  [['bookmarks', '*', 'tags'], 'karakeep'],
  [['roots'], 'browser'],
  [['children', '*'], 'browser'],
  [['*', 'children', '*'], 'browser'],
];

function formatOfJson(text: string): ImportFormat | null {
  const has = (path: JsonPath) =>
    new JsonItems(text, path)[Symbol.iterator]().next().done === false;
  return JSON_FORMATS.find(([path]) => has(path))?.[1] ?? null;
}

/** A list of addresses may have some lines that are none. */
const SAMPLE_LINES = 20;

function formatOfLines(text: string): ImportFormat | null {
  const table = readTable(text);
  const isPage = /^\s*<[a-z!?](?!ttps?:)/i.test(text); // A web page has addresses, too.
  if (isTable(table) && !isPage) return csvFormatOf(table) ?? 'csv';
  const lines = text.split(/[\r\n]+/, SAMPLE_LINES);
  return !isPage && lines.some(hasLink) ? 'text' : null;
}

/** Parts of web pages that no program writes into its exports. */
const PAGE_PARTS = /<(?:script|nav|main|article|form|iframe|header|footer)\b/i;
const LIST_NAMES: ReadonlySet<string> = new Set(['dl', 'ul', 'ol']);
/** Texts that say nothing: those of folders, and of pages in their words. */
const IGNORED: ReadonlySet<string> = new Set(
  'title style h1 h2 h3 h4 h5 h6 dd'.split(' ').flatMap((tag) => [tag, `/${tag}`]),
);

/**
 * True if the lists of an HTML file have links, and the file has few other words. Web pages have lists,
 * too.
 */
function isListOfLinks(html: string): boolean {
  if (PAGE_PARTS.test(html)) return false;
  let [links, linked, others, depth] = [0, 0, 0, 0];
  let isIgnored = false;
  let isLink = false;
  for (const part of html.split('<').slice(1)) {
    const tag = /^\/?[a-z]{1,10}[1-6]?/i.exec(part)?.[0].toLowerCase() ?? '';
    if (IGNORED.has(tag)) isIgnored = !tag.startsWith('/');
    else if (tag === 'a' || tag === 'dt' || tag === 'li' || LIST_NAMES.has(tag)) isIgnored = false;
    if (LIST_NAMES.has(tag)) depth += 1;
    else if (LIST_NAMES.has(tag.slice(1))) depth = Math.max(0, depth - 1);
    if (tag === 'a' || tag === '/a') isLink = tag === 'a' && depth > 0;
    if (tag === 'a' && isLink) links += 1;
    const { length } = part.slice(part.indexOf('>') + 1).replace(/\s+/g, '');
    if (isLink) linked += length;
    else if (!isIgnored) others += length;
  }
  // Some programs write a date or a note behind a link.
  return links > 0 && others <= 2 * linked;
}
