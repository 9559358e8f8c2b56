import type { AssetHash, BookmarkId, Content } from '../domain/bookmark';
import { err, ok, type Result } from '../domain/result';
import type { PageStructure } from '../domain/site-rules/page-structure';
import { siteOf, urlKey } from '../domain/url-identity';
import { isWebAddress } from '../domain/web-address';
import {
  type BundleArticle,
  type BundleBookmark,
  type BundleFailure,
  type BundlePart,
  type BundleProblem,
  type BundleSettings,
  type OpenBundle,
  openBundle,
} from '../formats';
import type {
  LibraryError,
  RestoredBookmark,
  TransferRepository,
  TransferredImage,
} from '../library';

/** The result of restoring a bundle. */
export interface Restored {
  /** The part of a library that the bundle is, as it says itself; null for a whole one. */
  readonly part: BundlePart | null;
  /** With those that came back from the trash. */
  readonly added: number;
  /** Bookmarks of the file's trash that went to the trash or were there. */
  readonly inTrash: number;
  /** Bookmarks whose address the library shows already, and that got something from the bundle. */
  readonly joined: number;
  /** Bookmarks whose address the library shows already, and that lacked nothing. */
  readonly skipped: number;
  /** Images that the bundle does not have, or has with other bytes. */
  readonly missingImages: number;
  /** Lines and articles that could not be read. */
  readonly problems: readonly BundleProblem[];
  /** Number of bookmarks whose address is neither that of a web page nor of a file. */
  readonly leftOut: number;
  /** The beginning of the first of their addresses. */
  readonly leftOutAddresses: readonly string[];
  /** The old and the new names of collections whose names the library had with other filters. */
  readonly renamed: readonly string[];
  /** Collections, rules, deleted highlights and other records beside the pages that the library lacked. */
  readonly others: number;
  /** The settings of the bundle, if the library was empty when it was first restored; otherwise null. */
  readonly settings: BundleSettings | null;
}

type Progress = Omit<Restored, 'part' | 'settings' | 'renamed' | 'others'>;

/**
 * Restores a file. Its bookmarks have been added up to a failure. When it is restored again, they lack
 * nothing, and the rest follows. The caller ends the run (`endRestore`) when the settings are stored.
 *
 * @param onProgress called with the number of bookmarks that are done, and that of all
 */
export async function restoreFile(
  file: Blob,
  transfers: TransferRepository,
  onProgress: (done: number, all: number | null) => void,
): Promise<Result<Restored, BundleFailure | LibraryError>> {
  const opened = await openBundle(file);
  if (!opened.ok) return opened;
  const bundle = opened.value;
  return restoreBundle(bundle, transfers, ({ added, joined, skipped }) =>
    onProgress(added + joined + skipped, bundle.summary?.bookmarks ?? null),
  );
}

/**
 * Texts and images of one transaction, in bytes. Two of them are in memory at once. One bookmark may
 * have more.
 */
const RESTORED_BATCH_BYTES = 8_000_000;

/** Addresses that a report names, and the length of each in UTF-16 code units. */
const MAX_LEFT_OUT_ADDRESSES = 100;
const MAX_LEFT_OUT_LENGTH = 300;

/**
 * Adds the bookmarks of a bundle to a library, some in one transaction after another, and then what
 * a library has beside bookmarks. Bookmarks that the library shows get what they lack.
 *
 * @param onProgress called after each transaction
 */
export async function restoreBundle(
  bundle: OpenBundle,
  transfers: TransferRepository,
  onProgress?: (progress: Progress) => void,
): Promise<Result<Restored, LibraryError>> {
  const begun = await transfers.beginRestore(await bundle.identify());
  if (!begun.ok) return begun;
  const isFresh = begun.value;
  let progress: Progress = {
    added: 0,
    inTrash: 0,
    joined: 0,
    skipped: 0,
    missingImages: 0,
    problems: [],
    leftOut: 0,
    leftOutAddresses: [],
  };
  /** Counts a batch when it is written. */
  const settle = async ({ written, problems, leftOut }: Writing): Promise<LibraryError | null> => {
    const restored = await written;
    if (!restored.ok) return restored.error;
    const { added, inTrash, joined, skipped, missingImages } = restored.value;
    progress = {
      added: progress.added + added,
      inTrash: progress.inTrash + inTrash,
      joined: progress.joined + joined,
      skipped: progress.skipped + skipped,
      missingImages: progress.missingImages + missingImages,
      problems: [...progress.problems, ...problems],
      leftOut: progress.leftOut + leftOut.length,
      leftOutAddresses: [...progress.leftOutAddresses, ...leftOut].slice(0, MAX_LEFT_OUT_ADDRESSES),
    };
    onProgress?.(progress);
    return null;
  };
  const seen = new Set<BookmarkId>();
  let writing: Writing | null = null;
  for (const page of bundle.pages) {
    for await (const { problems, leftOut, ...batch } of batchesOf(bundle, page, transfers)) {
      const failure = writing && (await settle(writing));
      if (failure) return err(failure);
      for (const { bookmark } of batch.bookmarks) seen.add(bookmark.id);
      // The next batch is read meanwhile, because a browser spends most of this time on the disk.
      writing = { written: transfers.restore(batch, seen), problems, leftOut };
    }
  }
  const failure = writing && (await settle(writing));
  if (failure) return err(failure);
  const extras = await bundle.readExtras();
  const { part } = bundle;
  if (extras === null) return ok({ part, ...progress, renamed: [], others: 0, settings: null });
  const { labels, library, settings, problems, ...lists } = extras;
  const labelColors = Object.fromEntries(labels.map(({ label, color }) => [label, color]));
  const restored = await transfers.restoreExtras({ ...lists, ...library, labelColors }, isFresh);
  if (!restored.ok) return restored;
  return ok({
    part,
    ...progress,
    problems: [...progress.problems, ...problems],
    renamed: restored.value.renamed,
    others: restored.value.added,
    settings: isFresh ? settings : null,
  });
}

/** A batch in its transaction. */
interface Writing {
  readonly written: ReturnType<TransferRepository['restore']>;
  readonly problems: readonly BundleProblem[];
  readonly leftOut: readonly string[];
}

interface Batch {
  readonly bookmarks: readonly RestoredBookmark[];
  readonly images: readonly TransferredImage[];
  readonly problems: readonly BundleProblem[];
  /** The beginnings of addresses that are not taken. */
  readonly leftOut: readonly string[];
}

/** Reads a page in batches, so that its images are not in memory at once. */
async function* batchesOf(
  bundle: OpenBundle,
  page: string,
  transfers: TransferRepository,
): AsyncGenerator<Batch> {
  const lines = await bundle.readBookmarks(page);
  const highlights = await bundle.readHighlights(page);
  const byBookmark = Map.groupBy(highlights.values, ({ bookmarkId }) => bookmarkId);
  // One question for the page, because each takes longer than reading an article.
  const shown = new Set(lines.values.flatMap(shownImages));
  const known = shown.size === 0 ? shown : await transfers.knownImages([...shown]);
  let problems = [...lines.problems, ...highlights.problems];
  let leftOut: string[] = [];
  let bookmarks: RestoredBookmark[] = [];
  let images: TransferredImage[] = [];
  let bytes = 0;
  for (const line of lines.values) {
    const restored = await toRestored(bundle, line);
    if (restored === null) {
      leftOut.push(line.url.slice(0, MAX_LEFT_OUT_LENGTH));
      continue;
    }
    if (line.article !== undefined && restored.article === null) {
      problems.push({ entry: line.article.file, line: null });
    } else if (line.article?.structure !== undefined && !restored.article?.structure) {
      problems.push({ entry: line.article.structure, line: null });
    }
    bookmarks.push({ ...restored, highlights: byBookmark.get(line.id) ?? [] });
    const found = await imagesOf(bundle, line, known);
    images.push(...found);
    bytes += (restored.article?.html.length ?? 0) + sizeOfImages(found);
    if (bytes < RESTORED_BATCH_BYTES) continue;
    yield { bookmarks, images, problems, leftOut };
    [bookmarks, images, problems, leftOut, bytes] = [[], [], [], [], 0];
  }
  yield { bookmarks, images, problems, leftOut };
}

const sizeOfImages = (images: readonly TransferredImage[]): number =>
  images.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Returns null if the address is not taken. */
async function toRestored(
  bundle: OpenBundle,
  line: BundleBookmark,
): Promise<Omit<RestoredBookmark, 'highlights'> | null> {
  const key = urlKey(line.url);
  if (key === null || !(isWebAddress(line.url) || isLocalFile(line.url))) return null;
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

const shownImages = ({ icon, image, article }: BundleBookmark): readonly AssetHash[] =>
  [icon, image, ...(article?.images.map(({ hash }) => hash) ?? [])].filter((hash) => hash !== null);

/** Reads the images that a bookmark shows and the library does not have. */
async function imagesOf(
  bundle: OpenBundle,
  line: BundleBookmark,
  known: ReadonlySet<AssetHash>,
): Promise<readonly TransferredImage[]> {
  const images: TransferredImage[] = [];
  for (const hash of new Set(shownImages(line))) {
    const image = known.has(hash) ? null : await bundle.readImage(hash);
    if (image !== null) images.push({ hash, ...image });
  }
  return images;
}
