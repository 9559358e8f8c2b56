import { type Selectable, sql } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import type { SyncedBookmark } from '../bookmarks/bookmark';
import { flag } from '../database/rows';
import type { Session, Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import { rowConversions } from '../schema/column';
import type { BlobHash, BookmarkKey } from '../schema/ids';
import { TABLES, type Tables } from '../schema/tables';
import { markUnindexed } from '../search/unindexed';
import {
  blobBytesOf,
  blobPiecesOf,
  bytesOfMany,
  collectGarbage,
  type PackedBlob,
  packBlob,
  storeBlob,
} from './blobs';
import type { ContentChange, ContentRow, ResourceRow, SentFile } from './content';
import {
  fileOf,
  putResources,
  putSent,
  removeSent,
  resourceOf,
  resourcesOf,
  resourcesOfMany,
  type SentAt,
  sentOf,
} from './resources';
import {
  clearRevisions,
  keepRevision,
  type NewRevision,
  removeRevision,
  revisionOf,
  revisionsOf,
  whenRoom,
} from './revisions';

const { toRow } = rowConversions(TABLES.contents);

const findByKey = statement<Selectable<Tables['contents']>, [key: BookmarkKey]>((db) =>
  db.selectFrom('contents').selectAll().where('bookmark_key', '=', slot<BookmarkKey>(0)),
);

/**
 * Creates the repository of articles, files and other data of a bookmark. These writes do not change
 * `updated`: the change of the bookmark that comes with them does.
 */
export function createContents(session: Session) {
  const { db, engine } = session;
  return {
    /** Returns null when nothing was written yet. */
    async find(key: BookmarkKey): Promise<ContentRow | null> {
      const [row] = await findByKey(session, key);
      return row ? toRow(row) : null;
    },
    /** Returns the contents of those `keys` that have one. */
    async findMany(keys: readonly BookmarkKey[]): Promise<ReadonlyMap<BookmarkKey, ContentRow>> {
      const rows = await db
        .selectFrom('contents')
        .selectAll()
        .where(engine.isAmong('bookmark_key', keys))
        .execute();
      return new Map(rows.map((row) => [row.bookmark_key, toRow(row)]));
    },
    articles: (bookmarks: readonly ArticleSize[]) => articlesOf(session, bookmarks),
    put: (key: BookmarkKey, content: ContentChange) =>
      session.write((unit) => putContent(unit, key, content)),
    /** Stores bytes. A resource must refer to them within half an hour. */
    async storeBlob(bytes: Uint8Array): Promise<BlobHash> {
      const blob = await packBlob(bytes);
      await session.write((unit) => storeBlob(unit, blob));
      return blob.hash;
    },
    /** Does the same with bytes that are packed already. */
    storePacked: (blob: PackedBlob) => session.write((unit) => storeBlob(unit, blob)),
    resources: (key: BookmarkKey) => resourcesOf(session, key),
    resourcesOfMany: (keys: readonly BookmarkKey[]) => resourcesOfMany(session, keys),
    filesOf: (resources: readonly ResourceRow[]) => filesOf(session, resources),
    putResources: (key: BookmarkKey, resources: readonly ResourceRow[]) =>
      session.write((unit) => putResources(unit, key, resources)),
    resource: (bookmarkId: string, name: string) => resourceOf(session, bookmarkId, name),
    file: (bookmarkId: string, name: string) => fileOf(session, bookmarkId, name),
    /** Stores the files of a page that was sent with a bookmark until `removeSent`, in this order. */
    putSent: (key: BookmarkKey, files: readonly SentFile[], at: SentAt = 0) =>
      session.write((unit) => putSent(unit, key, files, at)),
    sent: (key: BookmarkKey, at: SentAt = 0) => sentOf(session, key, at),
    removeSent: (key: BookmarkKey, at: SentAt = 0) =>
      session.write((unit) => removeSent(unit, key, at)),
    keepRevision: (key: BookmarkKey, revision: NewRevision) =>
      session.write((unit) => keepRevision(unit, key, revision)),
    removeRevision: (key: BookmarkKey, id: string) =>
      session.write((unit) => removeRevision(unit, key, id)),
    whenRoom: (key: BookmarkKey, at: SentAt) => session.write((unit) => whenRoom(unit, key, at)),
    revisions: (key: BookmarkKey) => revisionsOf(session, key),
    revision: (key: BookmarkKey, id: string) => revisionOf(session, key, id),
    clearRevisions: (before: UnixMs) => clearRevisions(session, before),
    bytes: (hash: BlobHash) => blobBytesOf(session, hash),
    pieces: (hash: BlobHash) => blobPiecesOf(session, hash),
    collectGarbage: () => session.write(collectGarbage),
  };
}

/** Writes the present fields. The others stay unchanged; in a new row they are empty. */
const upsert = statement<never, readonly (BookmarkKey | string | number | null)[]>((db) => {
  const merged = (column: Exclude<keyof Tables['contents'], 'bookmark_key'>, isPresent: number) =>
    sql<never>`case when ${slot<number>(isPresent)} = 1
      then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`contents.${column}`)} end`;
  return db
    .insertInto('contents')
    .values({
      bookmark_key: slot<BookmarkKey>(0),
      article: slot<string | null>(1),
      text: slot<string>(3),
      links: slot<string>(5),
      props: slot<string>(7),
      log: slot<string>(9),
      changed: slot<number>(11),
    })
    .onConflict((conflict) =>
      conflict.column('bookmark_key').doUpdateSet({
        article: merged('article', 2),
        text: merged('text', 4),
        links: merged('links', 6),
        props: merged('props', 8),
        log: merged('log', 10),
        changed: slot<number>(11),
      }),
    );
});

async function putContent(unit: Unit, key: BookmarkKey, content: ContentChange): Promise<void> {
  const { article, text, links, props, log } = content;
  const isPresent = (value: unknown) => flag(value !== undefined);
  await upsert(
    unit,
    key,
    article ?? null,
    isPresent(article),
    text ?? '',
    isPresent(text),
    JSON.stringify(links ?? []),
    isPresent(links),
    JSON.stringify(props ?? {}),
    isPresent(props),
    log ?? '',
    isPresent(log),
    unit.now(),
  );
  if (text !== undefined) await markUnindexed(unit, key);
}

/** A bookmark and the size of its article in bytes. */
type ArticleSize = Pick<SyncedBookmark, 'key' | 'articleBytes'>;

/** Reads the articles of bookmarks in their order, in batches that fit into memory. */
async function* articlesOf(
  session: Session,
  bookmarks: readonly ArticleSize[],
): AsyncGenerator<ReadonlyMap<BookmarkKey, string | null>> {
  for (const some of runsOf(bookmarks, ({ articleBytes }) => articleBytes)) {
    const keys = some.map(({ key }) => key);
    const found = await readArticles(session, keys);
    yield new Map(keys.map((key) => [key, found.get(key) ?? null]));
  }
}

async function readArticles({ db, engine }: Session, keys: readonly BookmarkKey[]) {
  const rows = await db
    .selectFrom('contents')
    .select(['bookmark_key', 'article'])
    .where(engine.isAmong('bookmark_key', keys))
    .execute();
  return new Map(rows.map(({ bookmark_key, article }) => [bookmark_key, article]));
}

/** A file whose bytes can be read once, in pieces. */
interface ReadableFile extends ResourceRow {
  readonly pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[];
}

/**
 * Reads `resources` with their bytes in their order, small files in batches and large ones in pieces. A
 * file whose bytes are missing is left out.
 */
async function* filesOf(
  session: Session,
  resources: readonly ResourceRow[],
): AsyncGenerator<ReadableFile> {
  for (const some of runsOf(resources, ({ sizeBytes }) => sizeBytes)) {
    const [first] = some;
    if (first !== undefined && first.sizeBytes > MAX_BYTES_PER_READ) {
      const pieces = await blobPiecesOf(session, first.hash);
      if (pieces) yield { ...first, pieces };
      continue;
    }
    const found = await bytesOfMany(session, [...new Set(some.map(({ hash }) => hash))]);
    for (const resource of some) {
      const bytes = found.get(resource.hash);
      if (bytes) yield { ...resource, pieces: [bytes] };
    }
  }
}

/** The most bytes that are read at once. A single larger item is read alone. */
const MAX_BYTES_PER_READ = 1024 * 1024;

/** Splits `items` into batches of limited size, in their order. */
function* runsOf<T>(
  items: readonly T[],
  sizeBytesOf: (item: T) => number,
): Generator<readonly T[]> {
  let run: T[] = [];
  let total = 0;
  for (const item of items) {
    const size = sizeBytesOf(item);
    if (run.length > 0 && total + size > MAX_BYTES_PER_READ) {
      yield run;
      run = [];
      total = 0;
    }
    run.push(item);
    total += size;
  }
  if (run.length > 0) yield run;
}
