import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import type { Collection } from '../../domain/collection';
import { ok } from '../../domain/result';
import type { UrlKey } from '../../domain/url-identity';
import { COLLECTION_TABLES, newCollection, writeCollections } from '../collections/collection-row';
import { type ChangeLog, dropGroup, LOG_TABLES } from '../database/change-log';
import { commit, type Dispose, type Written, write } from '../database/commit';
import type { NotTaken } from '../database/import-rows';
import { type BundleCounts, type ImportJob, isOpenJob } from '../database/job-rows';
import { watch } from '../database/live';
import type { AccountKey, CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import {
  changeJob,
  countUnknownJobs,
  dropJob,
  JOB_TABLES,
  readJob,
  readJobs,
  readPart,
} from '../jobs/jobs';
import { CHANGE_TABLES } from '../outbox/change-bookmarks';
import { addReady, makeReady, RESTORE_TABLES, withFreeAddress } from './add-pages';
import { addPart, type ImportRows } from './import-parts';
import { joinImported, restoreImported, shownRows } from './join-imported';
import { finishWithExtras, restoreBatch } from './restore-job';
import type { RestoredBookmark, TransferredImage } from './transferred';

export interface NewImport
  extends Pick<
    ImportJob,
    'fileName' | 'format' | 'choices' | 'startedAt' | 'total' | 'hasRepeats' | 'source'
  > {
  /** The settings that a bundle has, for a library that is empty. */
  readonly settings?: BundleCounts['settings'];
}

/** Rows of a file to import in one transaction. */
export interface ImportBatch extends ImportRows {
  readonly bookmarks: readonly RestoredBookmark[];
  /** Images of its bookmarks. */
  readonly images?: readonly TransferredImage[];
  /** Collections whose names the library has are not added. */
  readonly collections?: readonly Collection[];
}

/** True for an import from a server. It reads a library, and its images come with its articles. */
export const isFromServer = ({ format }: Pick<ImportJob, 'format'>): boolean => format === 'server';

/** True for an import of our own export. */
export const isBundle = ({ format }: Pick<ImportJob, 'format'>): boolean => format === 'bundle';

/** Bookmarks of one part of an import whose articles have images. */
export interface ImportImages {
  readonly job: number;
  readonly part: number;
  readonly ids: readonly BookmarkId[];
}

/** An import as a person sees it. */
export interface ShownImport extends ImportJob {
  readonly isUndoing: boolean;
}

/** Older jobs are forgotten when a new one starts. */
const MAX_JOBS = 20;

const isPaused = ({ state }: ImportJob) => state === 'paused';
const isUnfinished = (job: ShownImport) => isOpenJob(job) || job.isUndoing;
const isWork = ({ state }: ImportJob) => state === 'running';
const hasSettings = ({ state, bundle }: ImportJob) => state !== 'undone' && !!bundle?.settings;
const hasImages = ({ state, isUndoing, images, imageParts, parts }: ShownImport) =>
  state === 'finished' && !isUndoing && images > 0 && imageParts < parts;

export type ImportRepository = ReturnType<typeof importRepository>;

/**
 * Imports of files. An import is a job in the library: each batch is one transaction with its outbox
 * entries and the number of rows that are done. So it can be interrupted anywhere, continued by any
 * context that has the file. Pages change the state of a job, and the background does its work. It is
 * undone as a whole by the log, which a page does.
 */
export const importRepository = repository({
  /** Returns an id for a new bookmark. */
  newId: ({ newId }): BookmarkId => newId(),

  /** Returns those of `keys` that are addresses of bookmarks outside the trash. */
  async knownKeys(store, keys: readonly UrlKey[]): Promise<ReadonlySet<UrlKey>> {
    return new Set((await shownRows(store, keys)).map(({ urlKey }) => urlKey));
  },

  /** Returns the images of `hashes` that are stored already. */
  async knownImages({ db }, hashes: readonly AssetHash[]): Promise<ReadonlySet<AssetHash>> {
    const uses = await db.assetUses.bulkGet([...hashes]);
    return new Set(uses.flatMap((use) => use?.hash ?? []));
  },

  labels: ({ db }): Promise<readonly string[]> => db.labels.toCollection().primaryKeys(),

  /** Stores a paused job and returns its id; null if another import is not finished. */
  start: ({ db }, { settings = null, ...job }: NewImport): Written<number | null> =>
    commit(db, [...JOB_TABLES, ...LOG_TABLES, 'bookmarks'], async () => {
      const jobs = await readShown(db);
      if (jobs.some(isUnfinished)) return ok(null);
      for (const { id, group } of jobs.slice(0, Math.max(0, jobs.length + 1 - MAX_JOBS))) {
        if (group !== null) await dropGroup(db, group);
        await dropJob(db, id);
      }
      const wasEmpty = (await db.bookmarks.count()) === 0;
      const bundle = { ...NO_BUNDLE_COUNTS, wasEmpty, settings: wasEmpty ? settings : null };
      return ok(await db.jobs.add({ ...job, ...NEW_IMPORT_JOB, ...(isBundle(job) && { bundle }) }));
    }),

  async get({ db }, id: number): Promise<ImportJob | null> {
    return (await readJob(db, 'import', id)) ?? null;
  },

  /** Returns a job that is to be worked on; null if there is none. */
  async next({ db }): Promise<ImportJob | null> {
    return (await readJobs(db, 'import')).find(isWork) ?? null;
  },

  /** All of the server of an import has been read. It has so many bookmarks. */
  sourceRead: ({ db }, id: number, total: number): Written<void> =>
    changeJob(db, 'import', id, () => ({ isSourceRead: true, total })),

  /** Returns the last import of a library into which a server was read; null if there is none. */
  async ofSource({ db }, source: AccountKey): Promise<ImportJob | null> {
    return (await readJobs(db, 'import')).findLast((job) => job.source === source) ?? null;
  },

  /** Calls `listener` while there is such a job, or settings of a bundle that are not stored. */
  watchWork: (store, listener: () => void): Dispose =>
    watchAny(store, (job) => isWork(job) || hasSettings(job), listener),

  /** Returns a job whose settings are to be stored; null if there is none. */
  async withSettings({ db }): Promise<ImportJob | null> {
    return (await readJobs(db, 'import')).find(hasSettings) ?? null;
  },

  /** The settings of a bundle are stored. */
  settingsStored: ({ db }, id: number): Written<void> =>
    changeJob(db, 'import', id, ({ bundle }) =>
      bundle ? { bundle: { ...bundle, settings: null } } : false,
    ),

  resume: ({ db }, id: number): Written<void> =>
    changeJob(db, 'import', id, (job) => isPaused(job) && { state: 'running', problem: null }),

  /** Pauses a running job. It stops before its next batch. */
  pause: ({ db }, id: number, problem: string | null): Written<void> =>
    changeJob(db, 'import', id, ({ state }) => state === 'running' && { state: 'paused', problem }),

  /** Calls `listener` with all jobs, oldest first. */
  watch: (store, listener: (jobs: readonly ShownImport[]) => void): Dispose =>
    watch(store, () => readShown(store.db), listener),

  /** Calls `listener` with the number of long tasks that only another version knows. */
  watchUnknown: (store, listener: (count: number) => void): Dispose =>
    watch(store, () => countUnknownJobs(store.db), listener),

  add,
  restore: restoreBatch,
  restoreExtras: finishWithExtras,

  /** Finishes a running or paused job. What was added stays. */
  finish: ({ db }, id: number, end: Pick<ImportJob, 'isCancelled' | 'problem'>): Written<void> =>
    changeJob(
      db,
      'import',
      id,
      (job) => (isPaused(job) || job.state === 'running') && { ...end, state: 'finished' },
    ),

  /** Returns the rows that were not taken. */
  async *notTaken({ db }, id: number): AsyncGenerator<NotTaken> {
    for (let number = 0; ; number += 1) {
      const part = await readPart(db, { id, kind: 'import' }, number);
      if (part === undefined) return;
      yield* part.notTaken;
    }
  },

  /** Returns the next bookmarks of a finished job whose images were not requested; null for none. */
  async nextImages({ db }): Promise<ImportImages | null> {
    const job = (await readShown(db)).find(hasImages);
    if (job === undefined) return null;
    const part = await readPart(db, job, job.imageParts);
    const articles = await db.articles.bulkGet(part?.added.map(({ id }) => id) ?? []);
    const ids = articles.flatMap((article) => (article?.images.length ? article.bookmarkId : []));
    return { job: job.id, part: job.imageParts, ids };
  },

  /** Calls `listener` while there are such bookmarks. */
  watchImages: (store, listener: () => void): Dispose => watchAny(store, hasImages, listener),

  /** Stores that the images of these bookmarks were requested, and counts those that are stored. */
  imagesRequested: ({ db }, { job: id, part, ids }: ImportImages): Written<void> =>
    write(db, [...JOB_TABLES, 'articles'], async () => {
      const job = await readJob(db, 'import', id);
      if (job === undefined || job.imageParts !== part) return;
      const articles = await db.articles.bulkGet([...ids]);
      const images = articles.flatMap((article) => article?.images ?? []);
      const kept = images.filter(({ hash }) => hash !== null).length;
      const imagesKept = job.imagesKept + kept;
      await db.jobs.put({ ...job, imageParts: part + 1, imagesKept });
    }),
});

/** Reads the jobs, oldest first. An undo of one is in the log. */
async function readShown(db: LibraryDatabase): Promise<readonly ShownImport[]> {
  const [jobs, undoing] = await Promise.all([
    readJobs(db, 'import'),
    db.groups.orderBy('undoing').primaryKeys(),
  ]);
  return jobs.map((job) => ({
    ...job,
    isUndoing: job.group !== null && undoing.includes(job.group),
  }));
}

const NEW_IMPORT_JOB = {
  kind: 'import',
  state: 'paused',
  group: null,
  isCancelled: false,
  problem: null,
  done: 0,
  added: 0,
  joined: 0,
  notTaken: 0,
  parts: 0,
  kept: 0,
  images: 0,
  imagesKept: 0,
  imageParts: 0,
} as const;

const NO_BUNDLE_COUNTS = { inTrash: 0, missingImages: 0, others: 0 };

/** Calls `listener` while a job is as wanted. */
const watchAny = (store: Store, isWanted: (job: ShownImport) => boolean, listener: () => void) =>
  watch(
    store,
    () => readShown(store.db),
    (jobs) => {
      if (jobs.some(isWanted)) listener();
    },
  );

const ADD_IMPORTED_TABLES = [...RESTORE_TABLES, ...COLLECTION_TABLES, ...CHANGE_TABLES];

/** Adds the next rows of an import, as `addPart` does. */
async function add(store: Store, id: number, batch: ImportBatch): Written<ImportJob | null> {
  const { db } = store;
  const { images = [], collections = [] } = batch;
  const ready = await makeReady({ bookmarks: batch.bookmarks, images });
  return addPart(store, id, batch, ADD_IMPORTED_TABLES, async (job, log) => {
    const { skipsDuplicates } = job.choices;
    const came = batch.bookmarks.map(({ bookmark }) => bookmark);
    const back = skipsDuplicates ? await restoreImported(store, came) : [];
    const bookmarks = skipsDuplicates
      ? await withFreeAddress(db, ready.bookmarks)
      : ready.bookmarks;
    const fresh = (await addReady(store, { ...ready, bookmarks })).added;
    const added = fresh.map(({ bookmark }) => bookmark);
    const taken = new Set([...added, ...back].map(({ urlKey }) => urlKey));
    const here = came.filter(({ urlKey }) => !taken.has(urlKey));
    const joined = await joinImported(store, here, log);
    const ofServer = await addCollections(store, collections, log);
    const toLoad = isFromServer(job) ? [] : fresh.flatMap(({ article }) => article?.images ?? []);
    return {
      added,
      back,
      here: here.map(({ url, urlKey }) => ({ url, isJoined: joined.has(urlKey) })),
      notTaken: ofServer.here.map(({ name }) => ({
        row: null,
        reason: 'collection-here',
        text: name,
      })),
      change: { images: job.images + toLoad.length },
    };
  });
}

/** Adds collections whose names are free. */
async function addCollections(
  { db, now }: Store,
  collections: readonly Collection[],
  log: ChangeLog,
): Promise<{ readonly here: readonly Collection[] }> {
  if (collections.length === 0) return { here: [] };
  const rows = await db.collections.toArray();
  const names = new Set(rows.filter(isShown).map(({ name }) => name));
  const isFree = ({ name }: Collection) => !names.has(name);
  const added = collections.filter(isFree);
  await writeCollections(db, [], added.map(newCollection), now(), log);
  return { here: collections.filter((one) => !isFree(one)) };
}

const isShown = ({ deletedAt }: Pick<CollectionRow, 'deletedAt'>): boolean => deletedAt === null;
