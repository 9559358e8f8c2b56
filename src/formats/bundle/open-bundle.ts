import * as z from 'zod/mini';
import type { AssetHash } from '../../domain/bookmark';
import type { Highlight } from '../../domain/highlight';
import { err, ok, type Result } from '../../domain/result';
import type { PageStructure } from '../../domain/site-rules/page-structure';
import { imageTypeOf } from '../files/file-name';
import { type OpenZip, openZip } from '../files/open-zip';
import { LOCAL_HEADER_LENGTH } from '../files/zip-format';
import {
  BUNDLE_LIMITS,
  BUNDLE_VERSION,
  BundleBookmark,
  BundleCollection,
  BundleDeletedHighlight,
  BundleDraft,
  BundleHead,
  BundleHighlight,
  BundleLabel,
  BundleLibrary,
  BundlePair,
  type BundlePart,
  BundleRule,
  BundleSettings,
  BundleSummary,
  BundleVersion,
} from './schema';
import { BundleStructure } from './structure-schema';
import type { BundleExtras } from './write-bundle';

export type BundleFailure =
  | { readonly kind: 'not-a-bundle' }
  /** It begins as a bundle, and its end is missing. */
  | { readonly kind: 'cut' }
  /** It was written by a newer Leafmark. */
  | { readonly kind: 'newer-version'; readonly version: number }
  | { readonly kind: 'too-large' };

/** A line or an entry that could not be read. The others are not affected. */
export interface BundleProblem {
  /** The path of the entry. */
  readonly entry: string;
  /** From 1; null if the entry as a whole could not be read. */
  readonly line: number | null;
}

/** The lines of an entry that could be read, and the problems with the others. */
export interface BundleLines<T> {
  readonly values: readonly T[];
  readonly problems: readonly BundleProblem[];
}

/** A bundle whose parts are read one by one. Nothing in it is trusted. */
export interface OpenBundle {
  /** null: the whole library. */
  readonly part: BundlePart | null;
  /** Counts as the file states them; null if it has no summary. */
  readonly summary: BundleSummary | null;
  /** The names of the pages, in their order. */
  readonly pages: readonly string[];
  readBookmarks(page: string): Promise<BundleLines<BundleBookmark>>;
  readHighlights(page: string): Promise<BundleLines<Highlight>>;
  /** Returns the HTML of an article, not sanitised; null if it is missing or damaged. */
  readArticle(file: string): Promise<string | null>;
  /** Returns the structure of the page of an article; null if it is missing or damaged. */
  readStructure(file: string): Promise<PageStructure | null>;
  /** Returns an image or a document by its SHA-256 in hex; null if it is missing or damaged. */
  readImage(hash: AssetHash): Promise<{ readonly type: string; readonly bytes: Bytes } | null>;
  /** Returns null for a part of a library. */
  readExtras(): Promise<ReadExtras | null>;
  /** Returns null for a part of a library, and if they cannot be read. */
  readSettings(): Promise<BundleSettings | null>;
}

/** The parts of a library that could be read, and the problems with the others. */
export interface ReadExtras extends Omit<BundleExtras, 'library' | 'settings'> {
  /** null if it cannot be read. */
  readonly library: BundleLibrary | null;
  readonly problems: readonly BundleProblem[];
}

type Bytes = Uint8Array<ArrayBuffer>;

const HEAD = 'leafmark.json';

/** True if the first entry of a zip is that of a bundle, also if the end of the file is missing. */
export const beginsAsBundle = async (file: Blob): Promise<boolean> =>
  (await file.slice(LOCAL_HEADER_LENGTH, LOCAL_HEADER_LENGTH + HEAD.length).text()) === HEAD;

/** Opens a bundle. Only its directory and its first entry are read. */
export async function openBundle(file: Blob): Promise<Result<OpenBundle, BundleFailure>> {
  const opened = await openZip(file, {
    maxEntries: BUNDLE_LIMITS.entries,
    maxDirectoryBytes: BUNDLE_LIMITS.directoryBytes,
  });
  if (!opened.ok) {
    if (opened.error.kind === 'too-large') return err({ kind: 'too-large' });
    return err({ kind: (await beginsAsBundle(file)) ? 'cut' : 'not-a-bundle' });
  }
  const zip = opened.value;
  // A newer version may have another head.
  const { version = 0 } = (await readJsonFile(zip, HEAD, BundleVersion)) ?? {};
  if (version > BUNDLE_VERSION) return err({ kind: 'newer-version', version });
  const head = await readJsonFile(zip, HEAD, BundleHead);
  if (head === null) return err({ kind: 'not-a-bundle' });
  const { pages, images } = sorted(zip);
  return ok({
    part: head.part,
    summary: await readJsonFile(zip, 'summary.json', BundleSummary),
    pages,
    readBookmarks: (page) => readLines(zip, `bookmarks/${page}`, BundleBookmark),
    readHighlights: (page) => readLines(zip, `highlights/${page}`, BundleHighlight),
    async readArticle(path) {
      const read = await zip.read(path, BUNDLE_LIMITS.articleBytes);
      return read.ok ? textOfBytes(read.value) : null;
    },
    async readImage(hash) {
      const name = images.get(hash);
      if (name === undefined) return null;
      const isOriginal = name.startsWith('originals/');
      const read = await zip.read(
        name,
        isOriginal ? BUNDLE_LIMITS.originalBytes : BUNDLE_LIMITS.imageBytes,
      );
      const type = imageTypeOf(name.slice(name.lastIndexOf('.') + 1));
      return read.ok ? { type, bytes: read.value } : null;
    },
    readStructure: (path) => readJsonFile(zip, path, BundleStructure, BUNDLE_LIMITS.structureBytes),
    readExtras: async () => (head.part === null ? readExtras(zip) : null),
    readSettings: async () => (head.part === null ? readSettings(zip) : null),
  });
}

const readSettings = (zip: OpenZip): Promise<BundleSettings | null> =>
  readJsonFile(zip, 'settings.json', BundleSettings);

async function readExtras(zip: OpenZip): Promise<ReadExtras> {
  const collections = await readLines(zip, 'collections.jsonl', BundleCollection);
  const labels = await readLines(zip, 'labels.jsonl', BundleLabel);
  const distinctPairs = await readLines(zip, 'different-pages.jsonl', BundlePair);
  const siteRules = await readLines(zip, 'site-rules.jsonl', BundleRule);
  const deletedHighlights = await readLines(
    zip,
    'deleted-highlights.jsonl',
    BundleDeletedHighlight,
  );
  const drafts = await readLines(zip, 'drafts.jsonl', BundleDraft);
  const library = await readJsonFile(zip, 'library.json', BundleLibrary);
  const settings = await readSettings(zip);
  const lost = [
    ...(library === null ? ['library.json'] : []),
    ...(settings === null ? ['settings.json'] : []),
  ];
  return {
    collections: collections.values,
    labels: labels.values,
    distinctPairs: distinctPairs.values,
    siteRules: siteRules.values,
    deletedHighlights: deletedHighlights.values,
    drafts: drafts.values,
    library,
    problems: [
      ...[collections, labels, distinctPairs, siteRules, deletedHighlights, drafts].flatMap(
        ({ problems }) => problems,
      ),
      ...lost.map((entry) => ({ entry, line: null })),
    ],
  };
}

/** Returns the pages in their order, and the images and documents by their hash. */
function sorted({ names }: OpenZip) {
  const pages: string[] = [];
  const images = new Map<string, string>();
  for (const name of names) {
    const page = /^bookmarks\/(\d{6,9}\.jsonl)$/.exec(name)?.[1];
    if (page !== undefined) pages.push(page);
    const hash = /^(?:images|originals)\/([0-9a-f]{64})\.[a-z]{2,5}$/.exec(name)?.[1];
    if (hash !== undefined) images.set(hash, name);
  }
  return { pages, images };
}

const textOfBytes = (bytes: Bytes): string => new TextDecoder().decode(bytes);

async function readJsonFile<S extends z.ZodMiniType>(
  zip: OpenZip,
  name: string,
  schema: S,
  maxBytes: number = BUNDLE_LIMITS.listBytes,
): Promise<z.output<S> | null> {
  const read = await zip.read(name, maxBytes);
  return read.ok ? parsed(textOfBytes(read.value), schema) : null;
}

async function readLines<S extends z.ZodMiniType>(
  zip: OpenZip,
  entry: string,
  schema: S,
): Promise<BundleLines<z.output<S>>> {
  const read = await zip.read(entry, BUNDLE_LIMITS.pageBytes);
  if (!read.ok) {
    const isMissing = read.error.kind === 'not-found';
    return { values: [], problems: isMissing ? [] : [{ entry, line: null }] };
  }
  const values: z.output<S>[] = [];
  const problems: BundleProblem[] = [];
  if (countLines(read.value) > BUNDLE_LIMITS.linesOfEntry) {
    return { values, problems: [{ entry, line: null }] };
  }
  for (const [at, line] of textOfBytes(read.value).split('\n').entries()) {
    if (line === '') continue;
    const value = parsed(line, schema);
    if (value === null) problems.push({ entry, line: at + 1 });
    else values.push(value);
  }
  return { values, problems };
}

/** Returns the number of line ends. */
function countLines(bytes: Bytes): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Returns null for a text that is not JSON or does not fit the schema. */
function parsed<S extends z.ZodMiniType>(text: string, schema: S): z.output<S> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const result = z.safeParse(schema, value);
  return result.success ? result.data : null;
}
