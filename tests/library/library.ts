import { IDBFactory } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import type { Capture, LoadedImage, Metadata } from '../../src/capture/capture';
import type { CaptureReport } from '../../src/domain/article';
import type { BookmarkId } from '../../src/domain/bookmark';
import { MERGED_FIELDS, pick } from '../../src/domain/bookmark-fields';
import { blankValues } from '../../src/domain/bookmark-values';
import { countWords, readingTimeMinutes } from '../../src/domain/reading-time';
import { type UnixMs, unixMs } from '../../src/domain/time';
import {
  type BookmarkEntry,
  bulkRepository,
  collectionRepository,
  type Done,
  type DraftRepository,
  draftRepository,
  type Library,
  type LibraryOptions,
  labelColorRepository,
  localOnlyShadow,
  type NewPage,
  openLibrary,
  recentChanges,
  type Shadow,
  unsentChanges,
} from '../../src/library';
import { unpackText } from '../../src/library/articles/stored-text';
import { addMany } from '../../src/library/bookmarks/save-page';
import { fromRow } from '../../src/library/database/bookmark-rows';
import { LibraryDatabase } from '../../src/library/database/schema';
import { repository } from '../../src/library/database/store';
import { latestJournal, refusedRows } from '../../src/library/sync/sync-status';
import { idleDatabases } from './idle-database';

/** A library with the parts that pages add, and what only tests read. */
export type LibraryOfTests = Library & {
  readonly bookmarks: Library['bookmarks'] & ReturnType<typeof manyPages>;
  readonly sync: SyncOfTests;
  readonly collections: ReturnType<typeof collectionRepository>;
  readonly drafts: DraftRepository;
  readonly labelColors: ReturnType<typeof labelColorRepository>;
};

/** Reads of the state of sync. */
const syncReads = repository({
  attention: async ({ db }) => (await refusedRows(db)).filter((row) => row.kind === 'bookmark'),
  journal: ({ db }, limit: number) => latestJournal(db, limit),
});

/** Adds many pages at once. */
const manyPages = repository({ addMany });

type SyncOfTests = Library['sync'] & ReturnType<typeof syncReads>;

/** A library in a new browser, with a clock that the test controls. */
export interface TestLibrary {
  readonly library: LibraryOfTests;
  /** The tables, over a separate connection. */
  readonly tables: LibraryDatabase;
  readonly indexedDB: IDBFactory;
  readonly clock: { now: UnixMs };
  /**
   * Opens the library in another context of the same profile, such as a page beside the background.
   */
  another(options?: Partial<LibraryOptions>): Promise<LibraryOfTests>;
  /** Closes all connections before the end of the test. */
  close(): void;
}

/** Confirms the clock of a test, as a server with the same time does. */
export async function confirmClock({
  library,
  clock,
}: Pick<TestLibrary, 'library' | 'clock'>): Promise<void> {
  value(await library.sync.confirmTime(clock.now));
}

/** The entries of bookmarks in the outbox, in their order. */
export const queuedIntents = async ({ outbox }: LibraryDatabase): Promise<BookmarkEntry[]> =>
  (await outbox.orderBy('seq').toArray()).filter((row) => row.kind === 'bookmark');

/** Puts all bookmarks on a server as they are, and deletes those in the trash there. */
export async function putOnServer(tables: LibraryDatabase): Promise<void> {
  await knowOnServer(tables, await tables.bookmarks.toCollection().primaryKeys());
  await tables.outbox.clear();
}

/** Takes bookmarks as they are for the versions of a server, which has none that is in the trash. */
export async function knowOnServer(
  { bookmarks, shadows }: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<void> {
  const rows = await bookmarks.bulkGet([...ids]);
  const known = rows.flatMap((row) => {
    if (row === undefined) return [];
    return { ...row, serverId: row.trashedAt === null ? `server-${row.id}` : null };
  });
  await bookmarks.bulkPut(known);
  await shadows.bulkDelete(known.map(({ id }) => id));
  const there = known.filter(({ serverId }) => serverId !== null);
  await shadows.bulkPut(
    there.map((row) => {
      const { serverId } = row;
      return { ...localOnlyShadow(fromRow(row)), serverId, isCreatedHere: true };
    }),
  );
}

/** The changes that bookmarks send, in the order of their entries. */
export async function unsentOf(tables: LibraryDatabase) {
  const queued = await queuedIntents(tables);
  const ids = queued.flatMap(({ bookmarkId, intent }) =>
    intent.kind === 'patch' ? [bookmarkId] : [],
  );
  const [rows, shadows] = await Promise.all([
    tables.bookmarks.bulkGet(ids),
    tables.shadows.bulkGet(ids),
  ]);
  return ids.map((id, at) => ({ id, ...unsentChanges(rows[at]!, shadows[at]!, true) }));
}

/** The entry of a collection or a highlight in the outbox. */
export const entryOf = async ({ outbox }: LibraryDatabase, id: string) =>
  (await outbox.toArray()).find((row) => Object.values(row).includes(id));

/** The articles that are kept beside the present one, last replaced first, with their HTML. */
export async function earlierArticles({ revisions }: LibraryDatabase, id: BookmarkId) {
  const rows = await revisions.where('bookmarkId').equals(id).sortBy('id');
  const unpacked = rows
    .reverse()
    .map(async (row) => ({ ...row, html: await unpackText(row.body) }));
  return Promise.all(unpacked);
}

export async function testLibrary(options: Partial<LibraryOptions> = {}): Promise<TestLibrary> {
  const { indexedDB = new IDBFactory() } = options;
  const clock = { now: unixMs(1_700_000_000_000) };
  const opened: Closable[] = [];
  const follow = (connection: Closable) => {
    opened.push(connection);
    closeAfterTest(connection);
  };
  let made = 0;
  const another = async (more: Partial<LibraryOptions> = {}) => {
    const library = await openLibrary({
      account: null,
      newId: () => {
        made += 1;
        return `b${String(made).padStart(6, '0')}`;
      },
      now: () => clock.now,
      indexedDB,
      storage: {},
      ...options,
      ...more,
    });
    if (!library.ok) throw new Error(JSON.stringify(library.error));
    follow(library.value);
    const { bookmarks, part, sync } = library.value;
    return {
      ...library.value,
      bookmarks: { ...bookmarks, ...part(manyPages) },
      sync: { ...sync, ...part(syncReads) },
      collections: part(collectionRepository),
      drafts: part(draftRepository),
      labelColors: part(labelColorRepository),
    };
  };
  const library = await another();
  const tables = new LibraryDatabase(options.account ?? null, indexedDB);
  await tables.open();
  follow(tables);
  return { library, tables, indexedDB, clock, another, close: () => closeAll(opened) };
}

interface Closable {
  close(): void;
}

/** The connections of the running test, and whether they are closed when it has finished. */
const ofTest = { opened: new Set<Closable>(), isFollowed: false };

/**
 * Closes a connection when the running test has finished. A hook of this module would run only for the first
 * file of a process. Dexie tells each write to all open databases, so those of earlier files would slow down
 * the later ones.
 */
function closeAfterTest(connection: Closable): void {
  ofTest.opened.add(connection);
  if (ofTest.isFollowed) return;
  // Once for a test: Vitest keeps what has called it, and a test may open thousands of libraries.
  onTestFinished(async () => {
    ofTest.isFollowed = false;
    await idleDatabases();
    closeAll(ofTest.opened);
  });
  ofTest.isFollowed = true;
}

function closeAll(connections: Iterable<Closable>): void {
  for (const connection of [...connections]) {
    connection.close();
    ofTest.opened.delete(connection);
  }
}

/** The shadow of a bookmark that is kept on this device only. */
export const shadowOf = (bookmarkId: BookmarkId): Shadow => ({
  bookmarkId,
  serverId: null,
  updated: null,
  isLoaded: true,
  isCreatedHere: false,
  article: 'none',
  version: {
    ...pick(blankValues(), [...MERGED_FIELDS, 'labels', 'wordCount', 'readingTimeMinutes']),
    url: 'https://example.org/b',
    hasArticle: true,
    created: unixMs(1_700_000_000_000),
  },
});

const NO_METADATA: Metadata = {
  title: 'A page',
  siteName: '',
  authors: [],
  published: null,
  lang: 'en',
  textDirection: null,
  description: '',
  canonicalUrl: null,
  iconUrl: null,
  imageUrl: null,
  keywords: [],
  type: 'article',
};

export interface PageParts extends Partial<Metadata> {
  readonly url?: string;
  readonly html?: string | null;
  readonly images?: readonly string[];
  readonly excerpt?: string;
  readonly warnings?: CaptureReport['warnings'];
}

/** A capture of a page. With `html: null` the page has no text. */
export function capture(parts: PageParts = {}): Capture {
  const { url = 'https://example.org/a', html = '<p>One two three</p>', ...more } = parts;
  const { images = [], excerpt = '', warnings = [], ...metadata } = more;
  const text = html?.replace(/<[^>]*>/g, ' ') ?? '';
  const { lang } = { ...NO_METADATA, ...metadata };
  const wordCount = countWords(text, lang);
  return {
    url,
    metadata: { ...NO_METADATA, ...metadata },
    excerpt,
    article:
      html === null
        ? null
        : {
            html,
            textLength: text.length,
            wordCount,
            readingTimeMinutes: readingTimeMinutes(wordCount, lang),
            images: images.map((src) => ({ url: src, width: null, height: null })),
          },
    report: {
      words: wordCount,
      imagesKept: 0,
      imagesDropped: 0,
      warnings,
      kind: 'article',
    },
  };
}

export const page = (parts: PageParts = {}) =>
  ({ kind: 'captured', capture: capture(parts) }) as const;

export const address = (parts: Partial<Extract<NewPage, { kind: 'address' }>> = {}): NewPage => ({
  kind: 'address',
  url: 'https://example.org/a',
  title: 'A page',
  excerpt: '',
  reason: 'failed',
  ...parts,
});

/** An image with the bytes of `text`. */
export const loaded = (url: string, text: string): LoadedImage => ({
  kind: 'loaded',
  url,
  bytes: new TextEncoder().encode(text),
  mimeType: 'image/png',
  width: 100,
  height: 200,
});

/** Unwraps a result, or fails the test with its error. */
export function value<T, E>(result: { ok: true; value: T } | { ok: false; error: E }): T {
  if (!result.ok) throw new Error(`Expected ok, got ${JSON.stringify(result.error)}`);
  return result.value;
}

/**
 * Renames a label on all bookmarks outside the trash; with null it is deleted. Returns the job; null:
 * there was nothing to change.
 */
export async function relabel(
  library: Library,
  from: string,
  to: string | null,
): Promise<number | null> {
  const bulk = library.part(bulkRepository);
  const job = value(await bulk.relabel([{ from, to }]));
  value(await bulk.run());
  return job;
}

/** Undoes what a person has done. */
export async function undo(
  { library }: { readonly library: Pick<Library, 'part'> },
  { group }: Done<unknown>,
): Promise<void> {
  if (group !== null) value(await library.part(recentChanges).undo(group));
}

/** Returns the last thing that a person has done. */
export const lastChange = ({ part }: Pick<Library, 'part'>): Promise<Done<null>> =>
  new Promise((resolve) => {
    const stop = part(recentChanges).watch(1, ([last]) => {
      resolve({ value: null, group: last?.group.id ?? null });
      stop();
    });
  });

/** Undoes an action on many bookmarks. */
export async function undoJob(
  { library, tables }: Pick<TestLibrary, 'library' | 'tables'>,
  id: number | null,
): Promise<void> {
  const job = id === null ? undefined : await tables.jobs.get(id);
  if (job?.group) value(await library.part(recentChanges).undo(job.group));
}

/** Deletes for good what is in the trash. */
export async function emptyTrash({ library, tables }: Pick<TestLibrary, 'library' | 'tables'>) {
  const rows = await tables.bookmarks.toArray();
  const trash = rows.flatMap(({ id, trashedAt }) => (trashedAt === null ? [] : [id]));
  value(await library.bookmarks.purge(trash));
}
