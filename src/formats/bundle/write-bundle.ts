import * as z from 'zod/mini';
import type { UnwrittenRecord } from '../../domain/backup';
import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import type { Collection } from '../../domain/collection';
import { sha256 } from '../../domain/hash';
import type { Highlight } from '../../domain/highlight';
import type { PageStructure } from '../../domain/site-rules/page-structure';
import type { SiteRule } from '../../domain/site-rules/site-rule';
import { imageExtension } from '../files/file-name';
import { writeZip, type ZipEntry } from '../files/write-zip';
import {
  BUNDLE_VERSION,
  BundleArticle,
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
} from './schema';
import { BundleStructure } from './structure-schema';

/** An article to write. */
export interface WrittenArticle extends Omit<BundleArticle, 'file' | 'structure'> {
  readonly html: string;
  /** The part of its page that *Clean up* needs. */
  readonly structure?: PageStructure;
}

/** A bookmark to write. Its article is loaded only when it is written. */
export interface BundleItem {
  readonly bookmark: Omit<BundleBookmark, 'article'>;
  /** Returns null if no article is stored, or it cannot be read. */
  loadArticle(): Promise<WrittenArticle | null>;
}

/** At most `BUNDLE_PAGE` bookmarks, and their highlights. */
export interface BundlePage {
  readonly items: readonly BundleItem[];
  readonly highlights: readonly Highlight[];
}

/** The parts of a library beside bookmarks. */
export interface BundleExtras {
  readonly collections: readonly Collection[];
  readonly labels: readonly BundleLabel[];
  readonly distinctPairs: readonly (readonly [BookmarkId, BookmarkId])[];
  readonly siteRules: readonly SiteRule[];
  readonly deletedHighlights: readonly BundleDeletedHighlight[];
  readonly drafts: readonly BundleDraft[];
  readonly library: BundleLibrary;
  readonly settings: BundleSettings;
}

export interface BundleSource {
  /** Returns all bookmarks, in an order that does not change. */
  pages(): AsyncIterable<BundlePage>;
  /** Returns an image or a document by its SHA-256 in hex; null if it does not exist any more. */
  loadImage(
    hash: AssetHash,
  ): Promise<{ readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | null>;
  /** Returns null for a part of a library. */
  loadExtras(): Promise<BundleExtras | null>;
}

interface BundleCounts {
  /** Called with the number of bookmarks that are done. */
  readonly onProgress?: (done: number) => void;
  /** Called for each bookmark that is written. */
  readonly onWritten?: () => void;
  /** Called for each record that is left out. */
  readonly onUnwritten?: (record: UnwrittenRecord) => void;
}

/**
 * Writes a bundle (docs/transfer.md): a zip with everything that a library has. It keeps one page of
 * bookmarks and one article or image in memory. The same library gives the same bytes. A record that
 * no reader would take is left out, and nothing else.
 *
 * @param part null for the whole library
 */
export const writeBundle = (
  source: BundleSource,
  part: BundlePart | null,
  counts: BundleCounts = {},
): AsyncGenerator<Uint8Array> => writeZip(withChecksums(bundleEntriesOf(source, part, counts)));

/** The state of a bundle that is being written. */
interface Writing extends Required<BundleCounts> {
  readonly source: BundleSource;
  readonly summary: Record<keyof BundleSummary, number>;
  /** The images that were looked for. */
  readonly images: Set<AssetHash>;
  /** Number of entries with bookmarks. */
  entries: number;
}

async function* bundleEntriesOf(
  source: BundleSource,
  part: BundlePart | null,
  { onProgress = () => {}, onWritten = () => {}, onUnwritten = () => {} }: BundleCounts,
): AsyncGenerator<ZipEntry> {
  const summary = { bookmarks: 0, articles: 0, highlights: 0, images: 0, collections: 0 };
  const writing = {
    source,
    summary,
    images: new Set<AssetHash>(),
    entries: 0,
    onProgress,
    onWritten,
    onUnwritten,
  };
  const head = { format: 'leafmark-library', version: BUNDLE_VERSION, part } as const;
  // Stored and first, so that the file can be recognised by its beginning.
  yield { ...linesEntryOf('leafmark.json', [jsonOf(BundleHead, head) ?? '']), isStored: true };
  let done = 0;
  for await (const page of source.pages()) {
    yield* pageEntries(page, writing);
    done += page.items.length;
    onProgress(done);
  }
  const extras = await source.loadExtras();
  if (extras !== null) yield* extraEntries(extras, writing);
  yield linesEntryOf('summary.json', [jsonOf(BundleSummary, summary) ?? '']);
}

/**
 * Lines of one entry, in UTF-16 code units. A reader has all of them in memory. One bookmark may have
 * more.
 */
const ENTRY_LENGTH = 8_000_000;

/** The lines of an entry with bookmarks and of the one with their highlights. */
interface Lines {
  readonly bookmarks: string[];
  readonly highlights: string[];
  length: number;
}

const noLines = (): Lines => ({ bookmarks: [], highlights: [], length: 0 });

async function* pageEntries(page: BundlePage, writing: Writing): AsyncGenerator<ZipEntry> {
  const { summary, onWritten, onUnwritten } = writing;
  const highlights = Map.groupBy(page.highlights, ({ bookmarkId }) => bookmarkId);
  let lines = noLines();
  for (const item of page.items) {
    const { id, title, url } = item.bookmark;
    const name = title || url;
    const { bookmark, texts } = await withArticle(item, (kind) => onUnwritten({ kind, name }));
    const line = jsonOf(BundleBookmark, bookmark);
    if (line === null) {
      onUnwritten({ kind: 'bookmark', name });
      continue;
    }
    onWritten();
    yield* texts;
    yield* imageEntries(bookmark, writing);
    if (bookmark.article !== undefined) summary.articles += 1;
    const own = listed(BundleHighlight, highlights.get(id) ?? [], () =>
      onUnwritten({ kind: 'highlight', name }),
    );
    const length = own.reduce((sum, each) => sum + each.length, line.length);
    if (lines.length + length > ENTRY_LENGTH) {
      yield* linesEntries(lines, writing);
      lines = noLines();
    }
    lines.bookmarks.push(line);
    lines.highlights.push(...own);
    lines.length += length;
  }
  yield* linesEntries(lines, writing);
}

function* linesEntries({ bookmarks, highlights }: Lines, writing: Writing): Generator<ZipEntry> {
  if (bookmarks.length === 0) return;
  writing.entries += 1;
  writing.summary.bookmarks += bookmarks.length;
  writing.summary.highlights += highlights.length;
  const name = `${String(writing.entries).padStart(6, '0')}.jsonl`;
  yield linesEntryOf(`bookmarks/${name}`, bookmarks);
  if (highlights.length > 0) yield linesEntryOf(`highlights/${name}`, highlights);
}

/**
 * Loads the article of a bookmark. One that is missing, or that no reader would take, is left out, and
 * its bookmark says so.
 */
async function withArticle(
  { bookmark, loadArticle }: BundleItem,
  onUnwritten: (kind: UnwrittenRecord['kind']) => void,
): Promise<{ readonly bookmark: BundleBookmark; readonly texts: readonly ZipEntry[] }> {
  if (bookmark.addressOnly !== null) return { bookmark, texts: [] };
  const loaded = await loadArticle();
  const written = loaded && bundledArticleOf(bookmark.id, loaded);
  if (written === null) {
    onUnwritten('article');
    return { bookmark: { ...bookmark, addressOnly: 'not-included' }, texts: [] };
  }
  const { article, texts, isWhole } = written;
  if (!isWhole) onUnwritten('other');
  return { bookmark: { ...bookmark, article }, texts };
}

/** Returns null for an article that no reader would take. */
function bundledArticleOf(id: BookmarkId, { html, structure, ...rest }: WrittenArticle) {
  const article = { file: `articles/${id}.html`, ...rest };
  if (jsonOf(BundleArticle, article) === null) return null;
  const text = { name: article.file, bytes: utf8(html) };
  const page = structure === undefined ? null : jsonOf(BundleStructure, structure);
  if (page === null) return { article, texts: [text], isWhole: structure === undefined };
  const path = `structures/${id}.json`;
  return {
    article: { ...article, structure: path },
    texts: [text, linesEntryOf(path, [page])],
    isWhole: true,
  };
}

async function* imageEntries(
  { icon, image, article }: BundleBookmark,
  { source, summary, images }: Writing,
): AsyncGenerator<ZipEntry> {
  const shown = [icon, image, ...(article?.images ?? []).map((one) => one.hash)];
  const original = article?.original?.hash ?? null;
  for (const hash of [...shown, original]) {
    if (hash === null || images.has(hash)) continue;
    images.add(hash);
    const loaded = await source.loadImage(hash);
    if (loaded === null) continue;
    yield imageEntry(hash === original ? 'originals' : 'images', hash, loaded);
    if (hash !== original) summary.images += 1;
  }
}

function* extraEntries(
  extras: BundleExtras,
  { summary, onUnwritten }: Writing,
): Generator<ZipEntry> {
  const { collections, labels, distinctPairs, siteRules, library, settings } = extras;
  const lost = (name: string) => onUnwritten({ kind: 'other', name });
  const lines = listed(BundleCollection, collections, ({ name }) =>
    onUnwritten({ kind: 'collection', name }),
  );
  summary.collections = lines.length;
  yield linesEntryOf('collections.jsonl', lines);
  yield linesEntryOf(
    'labels.jsonl',
    listed(BundleLabel, labels, ({ label }) => lost(label)),
  );
  const pairs = listed(BundlePair, distinctPairs, (pair) => lost(pair.join(' ')));
  yield linesEntryOf('different-pages.jsonl', pairs);
  yield linesEntryOf(
    'site-rules.jsonl',
    listed(BundleRule, siteRules, ({ label }) => lost(label)),
  );
  const deleted = listed(BundleDeletedHighlight, extras.deletedHighlights, ({ url }) =>
    onUnwritten({ kind: 'highlight', name: url }),
  );
  yield linesEntryOf('deleted-highlights.jsonl', deleted);
  const drafts = listed(BundleDraft, extras.drafts, ({ urlKey }) => lost(urlKey));
  yield linesEntryOf('drafts.jsonl', drafts);
  yield linesEntryOf(
    'library.json',
    listed(BundleLibrary, [library], () => lost('library.json')),
  );
  yield linesEntryOf(
    'settings.json',
    listed(BundleSettings, [settings], () => lost('settings.json')),
  );
}

/** Vector images are text. The others, and documents, are compressed already. */
const imageEntry = (
  folder: 'images' | 'originals',
  hash: string,
  { type, bytes }: { readonly type: string; readonly bytes: Uint8Array },
): ZipEntry => ({
  name: `${folder}/${hash}.${imageExtension(type) ?? 'bin'}`,
  bytes,
  isStored: type !== 'image/svg+xml',
});

/** Adds the list of checksums, in the format of `sha256sum`, as the last entry. */
async function* withChecksums(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  const lines: string[] = [];
  for await (const entry of entries) {
    lines.push(`${await sha256(entry.bytes)}  ${entry.name}\n`);
    yield entry;
  }
  yield { name: 'checksums.sha256', bytes: utf8(lines.join('')) };
}

/** Returns a record as a bundle keeps it, without fields that a bundle does not have. */
export function writtenForm<S extends z.ZodMiniType>(schema: S, value: z.output<S>): z.output<S> {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? parsed.data : value;
}

/**
 * Parsing puts the keys into the order of the schema and drops what it does not have. Returns null for
 * a value that does not fit.
 */
function jsonOf<S extends z.ZodMiniType>(schema: S, value: z.output<S>): string | null {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? JSON.stringify(parsed.data) : null;
}

/** Returns the lines of the values that fit, and calls `onLost` for each of the others. */
function listed<S extends z.ZodMiniType>(
  schema: S,
  values: readonly z.output<S>[],
  onLost: (value: z.output<S>) => void,
): readonly string[] {
  return values.flatMap((value) => {
    const line = jsonOf(schema, value);
    if (line === null) onLost(value);
    return line ?? [];
  });
}

const linesEntryOf = (name: string, lines: readonly string[]): ZipEntry => ({
  name,
  bytes: utf8(lines.map((line) => `${line}\n`).join('')),
});

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
