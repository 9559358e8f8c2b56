import type { AssetHash, BookmarkId, Content } from '../domain/bookmark';
import { err, ok, type Result } from '../domain/result';
import type { PageStructure } from '../domain/site-rules/page-structure';
import type { UnixMs } from '../domain/time';
import { siteOf, type UrlKey, urlKey } from '../domain/url-identity';
import { isWebAddress } from '../domain/web-address';
import type {
  BundleArticle,
  BundleBookmark,
  BundlePart,
  BundleProblem,
  OpenBundle,
} from '../formats';
import {
  type BundleCounts,
  type ImportJob,
  type ImportRepository,
  type ImportRows,
  type LibraryError,
  NO_IMPORT_CHOICES,
  type NotTaken,
  type RestoredBookmark,
  type RestoredPage,
  type TransferredImage,
} from '../library';

/** The result of restoring a bundle at once. */
export interface Restored
  extends Pick<BundleCounts, 'inTrash' | 'missingImages' | 'others' | 'settings'> {
  /** The part of a library that the bundle is, as it says itself; null for a whole one. */
  readonly part: BundlePart | null;
  /** With those that came back from the trash. */
  readonly added: number;
  /** Bookmarks whose address the library shows already, and that got something from the bundle. */
  readonly joined: number;
  /** Bookmarks whose address the library shows already, and that lacked nothing. */
  readonly skipped: number;
  /** Lines and articles that could not be read. */
  readonly problems: readonly BundleProblem[];
  /** The beginnings of addresses that are neither those of web pages nor of files. */
  readonly leftOut: readonly string[];
  /** The old and the new names of collections whose names the library had with other filters. */
  readonly renamed: readonly string[];
}

/**
 * Restores an open bundle at once, as an import of its own.
 *
 * @param onProgress called after each transaction with the number of bookmarks that are done, and that of all
 */
export async function restoreBundle(
  bundle: OpenBundle,
  imports: ImportRepository,
  now: UnixMs,
  onProgress: (done: number, all: number | null) => void = () => {},
): Promise<Result<Restored, LibraryError | { readonly kind: 'busy' }>> {
  const total = bundle.summary?.bookmarks ?? null;
  const started = await imports.start({
    fileName: '',
    format: 'bundle',
    choices: NO_IMPORT_CHOICES,
    startedAt: now,
    total: total ?? 0,
    settings: await bundle.readSettings(),
  });
  if (!started.ok) return started;
  const id = started.value;
  if (id === null) return err({ kind: 'busy' });
  const resumed = await imports.resume(id);
  const job = await imports.get(id);
  if (!resumed.ok || job === null) return err({ kind: 'not-found' });
  const ran = await runRestore(job, bundle, imports, ({ done }) => onProgress(done, total));
  if (!ran.ok) return ran;
  const { added = 0, joined = 0, here = 0, bundle: counts } = (await imports.get(id)) ?? {};
  const rows = Map.groupBy(await Array.fromAsync(imports.notTaken(id)), ({ reason }) => reason);
  const textsOf = (reason: string) => (rows.get(reason) ?? []).map(({ text }) => text);
  const { inTrash = 0, missingImages = 0, others = 0, settings = null } = counts ?? {};
  return ok({
    part: bundle.part,
    added,
    joined,
    inTrash,
    missingImages,
    others,
    settings,
    skipped: here - joined,
    problems: (rows.get(NOT_READ) ?? []).map(({ text, row }) => ({ entry: text, line: row })),
    leftOut: textsOf(LEFT_OUT_ADDRESS),
    renamed: textsOf('collection-renamed'),
  });
}

/** Reasons in the report of a job. */
const NOT_READ = 'bundle-not-read';
const LEFT_OUT_ADDRESS = 'not-taken-here';

/**
 * Texts and images of one transaction, in bytes. Two of them are in memory at once. One bookmark may
 * have more.
 */
const RESTORED_BATCH_BYTES = 8_000_000;

/** The length of an address in a report, in UTF-16 code units. */
const MAX_LEFT_OUT_LENGTH = 300;

/**
 * Restores the rest of a bundle, some bookmarks in one transaction after another, and then what a library has
 * beside bookmarks. Bookmarks that the library shows get what they lack.
 *
 * @param onPart called after each transaction
 */
export async function runRestore(
  { id, done }: ImportJob,
  bundle: OpenBundle,
  imports: ImportRepository,
  onPart: (job: ImportJob) => void = () => {},
): Promise<Result<void, LibraryError>> {
  const own = new Set<BookmarkId>();
  let writing: ReturnType<ImportRepository['restore']> | null = null;
  let rest: ImportRows = { from: 0, rows: 0, notTaken: [] };
  for await (const batch of batchesOf(bundle, imports, done, own)) {
    const written = await writing;
    if (written?.ok === false) return written;
    if (written?.value) onPart(written.value);
    // A person has paused or ended it.
    if (written && written.value?.state !== 'running') return ok(undefined);
    rest = batch;
    if (batch.rows === 0) break;
    for (const { bookmark } of batch.bookmarks) own.add(bookmark.id);
    // The next batch is read meanwhile, because a browser spends most of this time on the disk.
    writing = imports.restore(id, { ...batch, own });
  }
  const extras = await bundle.readExtras();
  const { labels = [], library = null, problems = [], ...lists } = extras ?? {};
  const labelColors = Object.fromEntries(labels.map(({ label, color }) => [label, color]));
  const notTaken = [...rest.notTaken, ...problems.map(notRead)];
  const ended = await imports.restoreExtras(
    id,
    { ...rest, notTaken },
    { ...NO_LISTS, ...lists, ...library, labelColors },
  );
  if (ended.ok && ended.value) onPart(ended.value);
  return ended.ok ? ok(undefined) : ended;
}

const NO_LISTS = {
  collections: [],
  distinctPairs: [],
  siteRules: [],
  deletedHighlights: [],
  drafts: [],
};

/** A bookmark whose address is not taken, as a report lists it. */
export const leftOut = ({ url }: Pick<BundleBookmark, 'url'>): NotTaken => ({
  row: null,
  reason: LEFT_OUT_ADDRESS,
  text: url.slice(0, MAX_LEFT_OUT_LENGTH),
});

/** A part of a bundle that could not be read, as a report lists it. */
export const notRead = ({ entry, line }: BundleProblem): NotTaken => ({
  row: line,
  reason: NOT_READ,
  text: entry,
});

/**
 * Reads the bookmarks of a bundle after the first `done` in batches, so that their images are not in memory at
 * once. The last batch has no rows, and the problems since the one before it.
 *
 * @param own gets the bookmarks that are done
 */
async function* batchesOf(
  bundle: OpenBundle,
  imports: ImportRepository,
  done: number,
  own: Set<BookmarkId>,
): AsyncGenerator<ImportRows & RestoredPage> {
  let next = emptyBatch(done);
  let row = 0;
  for (const page of bundle.pages) {
    const lines = await bundle.readBookmarks(page);
    const left = lines.values.slice(Math.max(0, done - row));
    for (const { id } of lines.values.slice(0, lines.values.length - left.length)) own.add(id);
    // Its problems were counted with its first bookmarks.
    const isBegun = row < done;
    row += lines.values.length;
    if (isBegun && left.length === 0) continue;
    const highlights = await bundle.readHighlights(page);
    const byBookmark = Map.groupBy(highlights.values, ({ bookmarkId }) => bookmarkId);
    if (!isBegun) next.notTaken.push(...[...lines.problems, ...highlights.problems].map(notRead));
    // One question for the page, because each takes longer than reading an article.
    const shown = new Set(left.flatMap(shownImages));
    const known = shown.size === 0 ? shown : await imports.knownImages([...shown]);
    for (const line of left) {
      next.rows += 1;
      const restored = await toRestored(bundle, line);
      if (restored === null) {
        next.notTaken.push(leftOut(line));
        continue;
      }
      const lost = lostOf(line, restored.article);
      if (lost !== undefined) next.notTaken.push(notRead({ entry: lost, line: null }));
      next.bookmarks.push({ ...restored, highlights: byBookmark.get(line.id) ?? [] });
      const found = await missingImages(shownImages(line), known, bundle.readImage);
      next.images.push(...found);
      next.bytes += (restored.article?.html.length ?? 0) + sizeOfImages(found);
      if (next.bytes < RESTORED_BATCH_BYTES) continue;
      yield next;
      next = emptyBatch(next.from + next.rows);
    }
    if (next.rows === 0) continue;
    yield next;
    next = emptyBatch(next.from + next.rows);
  }
  yield next;
}

const emptyBatch = (from: number) => ({
  from,
  rows: 0,
  bookmarks: [] as RestoredBookmark[],
  images: [] as TransferredImage[],
  notTaken: [] as NotTaken[],
  bytes: 0,
});

/** Returns the part of an article that could not be read; undefined if there is none. */
function lostOf(
  { article: stored }: BundleBookmark,
  article: RestoredBookmark['article'],
): string | undefined {
  if (stored !== undefined && article === null) return stored.file;
  return article?.structure ? undefined : stored?.structure;
}

const sizeOfImages = (images: readonly TransferredImage[]): number =>
  images.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Returns the key of an address; null if it is neither that of a web page nor of a file of this computer. */
export const restoredKeyOf = (url: string): UrlKey | null =>
  isWebAddress(url) || isLocalFile(url) ? urlKey(url) : null;

/** Returns null if the address is not taken. */
async function toRestored(
  bundle: OpenBundle,
  line: BundleBookmark,
): Promise<Omit<RestoredBookmark, 'highlights'> | null> {
  const key = restoredKeyOf(line.url);
  if (key === null) return null;
  const { article: stored, addressOnly, ...rest } = line;
  const html = stored === undefined ? null : await bundle.readArticle(stored.file);
  const structure = stored?.structure && (await bundle.readStructure(stored.structure));
  return {
    bookmark: {
      ...rest,
      serverId: null,
      urlKey: key,
      site: siteOf(line.url),
      content: contentOf(line, html !== null),
    },
    article:
      stored === undefined || html === null ? null : withTexts(stored, html, structure || null),
  };
}

/**
 * True for a file of this computer. Whoever wrote the bundle has chosen the address, and a click in the
 * library opens it. A page of the browser may do something when it is opened, and a file of another
 * computer (`file://host/…`) would make the system sign in there. A file of this computer only shows
 * what the person has.
 */
const isLocalFile = (address: string): boolean =>
  /^file:\/\/\/(?!\/|%2f|%5c)/i.test(URL.parse(address)?.href ?? '');

const withTexts = (
  { file, structure: _, ...article }: BundleArticle,
  html: string,
  structure: PageStructure | null,
) => ({ ...article, html, ...(structure && { structure }) });

const contentOf = ({ addressOnly }: BundleBookmark, hasArticle: boolean): Content =>
  hasArticle ? { kind: 'article' } : { kind: 'address', reason: addressOnly ?? 'not-included' };

/** Returns the images that a bookmark shows, and the file of its article. */
export const shownImages = ({ icon, image, article }: Showing): readonly AssetHash[] =>
  [
    icon,
    image,
    ...(article?.images.map(({ hash }) => hash) ?? []),
    article?.original?.hash ?? null,
  ].filter((hash) => hash !== null);

type Showing = Pick<BundleBookmark, 'icon' | 'image'> & {
  readonly article?: Pick<BundleArticle, 'images' | 'original'> | null | undefined;
};

/** Reads images that are shown and not known. */
export async function missingImages(
  shown: readonly AssetHash[],
  known: ReadonlySet<AssetHash>,
  read: (hash: AssetHash) => Promise<Omit<TransferredImage, 'hash'> | null>,
): Promise<readonly TransferredImage[]> {
  const images: TransferredImage[] = [];
  for (const hash of new Set(shown)) {
    const image = known.has(hash) ? null : await read(hash);
    if (image !== null) images.push({ hash, ...image });
  }
  return images;
}
