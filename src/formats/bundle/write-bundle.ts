import * as z from 'zod/mini';
import type { AssetHash } from '../../domain/bookmark';
import type { Collection } from '../../domain/collection';
import { sha256 } from '../../domain/hash';
import type { Highlight } from '../../domain/highlight';
import { imageExtension } from '../files/file-name';
import { writeZip, type ZipEntry } from '../files/write-zip';
import {
  BUNDLE_VERSION,
  type BundleArticle,
  BundleBookmark,
  BundleCollection,
  BundleHead,
  BundleHighlight,
  type BundleKind,
  BundleLibrary,
  BundleSettings,
  BundleSummary,
} from './schema';

/** A bookmark to write. Its article is loaded only when it is written. */
export interface BundleItem {
  readonly bookmark: Omit<BundleBookmark, 'article'>;
  /** Returns null if no article is stored. */
  loadArticle(): Promise<(Omit<BundleArticle, 'file'> & { readonly html: string }) | null>;
}

/** At most `BUNDLE_PAGE` bookmarks, and their highlights. */
export interface BundlePage {
  readonly items: readonly BundleItem[];
  readonly highlights: readonly Highlight[];
}

/** The parts of a library beside bookmarks. */
export interface BundleExtras {
  readonly collections: readonly Collection[];
  readonly library: BundleLibrary;
  readonly settings: BundleSettings;
}

export interface BundleSource {
  /** Returns all bookmarks, in an order that does not change. */
  pages(): AsyncIterable<BundlePage>;
  /** Returns an image by its SHA-256 in hex; null if it does not exist any more. */
  loadImage(hash: AssetHash): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
  /** Returns null for a selection. */
  loadExtras(): Promise<BundleExtras | null>;
}

/**
 * Writes a bundle (docs/transfer.md): a zip with everything that a library has. It keeps one page of
 * bookmarks and one article or image in memory. The same library gives the same bytes.
 *
 * @param onProgress called with the number of bookmarks that were written
 */
export const writeBundle = (
  source: BundleSource,
  kind: BundleKind,
  onProgress?: (done: number) => void,
): AsyncGenerator<Uint8Array> => writeZip(withChecksums(entriesOf(source, kind, onProgress)));

async function* entriesOf(
  source: BundleSource,
  kind: BundleKind,
  onProgress?: (done: number) => void,
): AsyncGenerator<ZipEntry> {
  const summary = { bookmarks: 0, articles: 0, highlights: 0, images: 0, collections: 0 };
  const head = { format: 'leafmark-library', version: BUNDLE_VERSION, kind } as const;
  // Stored and first, so that the file can be recognised by its beginning.
  yield { ...jsonEntry('leafmark.json', BundleHead, head), isStored: true };
  const written = new Set<AssetHash>();
  let number = 0;
  for await (const page of source.pages()) {
    number += 1;
    const name = `${String(number).padStart(6, '0')}.jsonl`;
    const bookmarks: BundleBookmark[] = [];
    const wanted = new Set<AssetHash>();
    for (const { bookmark, loadArticle } of page.items) {
      const loaded = await loadArticle();
      for (const hash of [bookmark.icon, bookmark.image]) if (hash !== null) wanted.add(hash);
      if (loaded === null) {
        bookmarks.push(bookmark);
        continue;
      }
      const { html, ...rest } = loaded;
      const article = { file: `articles/${bookmark.id}.html`, ...rest };
      yield { name: article.file, bytes: utf8(html) };
      for (const { hash } of article.images) if (hash !== null) wanted.add(hash);
      bookmarks.push({ ...bookmark, article });
      summary.articles += 1;
    }
    for (const hash of [...wanted].sort()) {
      if (written.has(hash)) continue;
      written.add(hash);
      const image = await source.loadImage(hash);
      if (image === null) continue;
      yield imageEntry(hash, image);
      summary.images += 1;
    }
    yield linesEntry(`bookmarks/${name}`, BundleBookmark, bookmarks);
    if (page.highlights.length > 0) {
      yield linesEntry(`highlights/${name}`, BundleHighlight, page.highlights);
    }
    summary.bookmarks += bookmarks.length;
    summary.highlights += page.highlights.length;
    onProgress?.(summary.bookmarks);
  }
  const extras = await source.loadExtras();
  if (extras !== null) {
    yield linesEntry('collections.jsonl', BundleCollection, extras.collections);
    yield jsonEntry('library.json', BundleLibrary, extras.library);
    yield jsonEntry('settings.json', BundleSettings, extras.settings);
    summary.collections = extras.collections.length;
  }
  yield jsonEntry('summary.json', BundleSummary, summary);
}

/** Vector images are text. The others are compressed already. */
const imageEntry = (
  hash: string,
  { type, bytes }: { readonly type: string; readonly bytes: Uint8Array },
): ZipEntry => ({
  name: `images/${hash}.${imageExtension(type) ?? 'bin'}`,
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

/** Parsing puts the keys into the order of the schema and drops what it does not have. */
const jsonOf = <S extends z.ZodMiniType>(schema: S, value: z.output<S>): string =>
  JSON.stringify(z.parse(schema, value));

const jsonEntry = <S extends z.ZodMiniType>(
  name: string,
  schema: S,
  value: z.output<S>,
): ZipEntry => ({ name, bytes: utf8(`${jsonOf(schema, value)}\n`) });

const linesEntry = <S extends z.ZodMiniType>(
  name: string,
  schema: S,
  values: readonly z.output<S>[],
): ZipEntry => ({
  name,
  bytes: utf8(values.map((value) => `${jsonOf(schema, value)}\n`).join('')),
});

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
