import type { BookmarkId } from '../../domain/bookmark';
import { BOOKMARK_FIELD_NAMES, BOOKMARK_FIELDS } from '../../domain/bookmark-fields';
import { isEmptyValue, isSameValue, patchFieldsOf } from '../../domain/bookmark-values';
import { COLLECTION_FIELD_NAMES, SYNCED_COLLECTION_FIELDS } from '../../domain/collection';
import { labelKey } from '../../domain/label';
import { DEFAULT_RETENTION, type Retention } from '../../domain/retention';
import { NOT_REVIEWED } from '../../domain/review';
import { inSteps } from '../database/in-steps';
import { isOpenJob } from '../database/job-rows';
import { isPageEntry } from '../database/log-entries';
import type { LogEntry } from '../database/log-rows';
import type { OutboxRow } from '../database/outbox-rows';
import type { BookmarkRow, CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import { repository } from '../database/store';
import type { JournalRow, ShadowRow } from '../database/sync-rows';
import { readPairs } from '../duplicates/duplicates';
import { readJobs } from '../jobs/jobs';
import { readColors } from '../labels/labels';
import { readDays } from '../statistics/statistics';

/**
 * The kinds of data that only this device has, in the order in which a person reads them. After the
 * library is removed here, a sign-in brings everything else back.
 */
const ONLY_HERE_KINDS = [
  'unsent',
  'trash',
  'pages',
  'articles',
  'files',
  'highlights',
  'reviews',
  'notes',
  'excerpts',
  'details',
  'collections',
  'imports',
  'drafts',
  'earlierArticles',
  'deletedHighlights',
  'earlierValues',
  'labelColors',
  'siteRules',
  'retention',
  'distinctPairs',
  'readingDays',
] as const;

export type OnlyHereKind = (typeof ONLY_HERE_KINDS)[number];

export interface OnlyHere {
  readonly kind: OnlyHereKind;
  /** At least 1. */
  readonly count: number;
}

type Counts = Record<OnlyHereKind, number>;

export const onlyHereRepository = repository({
  /**
   * Lists what this device has and the server does not. If `isServerAnew`, the server has nothing. It
   * reads all bookmarks.
   */
  async list({ db }, isServerAnew: boolean): Promise<readonly OnlyHere[]> {
    const counts: Counts = {
      ...(await countsOfPages(db, isServerAnew)),
      ...(await countsOfOthers(db, isServerAnew)),
    };
    return ONLY_HERE_KINDS.flatMap((kind) =>
      counts[kind] > 0 ? { kind, count: counts[kind] } : [],
    );
  },
});

const ONLY_HERE_PER_READ = 500;

type PageKind =
  | 'trash'
  | 'pages'
  | 'articles'
  | 'highlights'
  | 'reviews'
  | 'notes'
  | 'excerpts'
  | 'details';

async function countsOfPages(
  db: LibraryDatabase,
  isServerAnew: boolean,
): Promise<Pick<Counts, PageKind>> {
  const meta = (await db.meta.get('sync'))?.sync;
  const { hasNotes = false, hasReviews = false, stop = null } = meta ?? {};
  const counts = {
    trash: 0,
    articles: 0,
    highlights: 0,
    reviews: 0,
    notes: 0,
    excerpts: 0,
    details: 0,
  };
  // An address that is being saved has no bookmark yet.
  let pages = await db.pendingCaptures.count();
  // Sync keeps the pages that the server has lost until a person has decided about them.
  if (stop?.kind === 'server-lost-data' && !isServerAnew) {
    pages += stop.missing + stop.older;
    counts.highlights += stop.highlights ?? 0;
  }
  const steps = inSteps(
    ONLY_HERE_PER_READ,
    '' as BookmarkId,
    (after) => db.bookmarks.where('id').above(after),
    ({ id }) => id,
  );
  for await (const rows of steps) {
    const ids = rows.map(({ id }) => id);
    const [shadows, queued] = await Promise.all([
      db.shadows.bulkGet(ids),
      db.outbox.where('bookmarkId').anyOf(ids).toArray(),
    ]);
    const waiting = new Set(queued.map((entry) => entry.kind === 'bookmark' && entry.bookmarkId));
    const sent: BookmarkId[] = [];
    for (const [at, row] of rows.entries()) {
      const shadow = shadows[at] ?? null;
      const isWaiting = waiting.has(row.id);
      if (row.trashedAt !== null) counts.trash += 1;
      else if (isServerAnew || (!isWaiting && !shadow?.serverId)) pages += 1;
      else {
        sent.push(row.id);
        counts.articles += Number(shadow?.article === 'local');
        counts.notes += Number(!hasNotes && row.note !== '');
        counts.excerpts += Number(LOCAL_FIELDS.some((field) => !isEmptyValue(row[field])));
        counts.details += Number(!isWaiting && shadow !== null && differs(row, shadow, hasNotes));
      }
    }
    counts.highlights += await db.highlightShadows
      .where('bookmarkId')
      .anyOf(sent)
      .filter(({ localOnly, isDeleted }) => localOnly !== null && !isDeleted)
      .count();
    if (hasReviews) continue;
    counts.reviews += await db.highlights
      .where('bookmarkId')
      .anyOf(sent)
      .filter(({ review }) => review !== NOT_REVIEWED)
      .count();
  }
  return { ...counts, pages };
}

/** The fields that no server has. */
const LOCAL_FIELDS = BOOKMARK_FIELD_NAMES.filter((field) => BOOKMARK_FIELDS[field].wire === null);
const LOCAL_COLLECTION_FIELDS = COLLECTION_FIELD_NAMES.filter(
  (field) => !SYNCED_COLLECTION_FIELDS.some((synced) => synced === field),
);

/** True if the server has another value of something that a person sets, and nothing waits to be sent. */
function differs(row: BookmarkRow, { version }: ShadowRow, hasNotes: boolean): boolean {
  const keys = (labels: readonly string[]) => labels.map(labelKey).toSorted();
  return (
    row.created < version.created ||
    !isSameValue(keys(row.labels), keys(version.labels)) ||
    patchFieldsOf(hasNotes).some((field) => !isSameValue(row[field], version[field]))
  );
}

async function countsOfOthers(
  db: LibraryDatabase,
  isServerAnew: boolean,
): Promise<Omit<Counts, PageKind>> {
  const [rules, colors, pairs, days, actions, imports] = await Promise.all([
    readRetention(db),
    readColors(db),
    readPairs(db),
    readDays(db),
    readJobs(db, 'bulk'),
    readJobs(db, 'import'),
  ]);
  return {
    unsent:
      (await db.outbox.filter((entry) => !isInternal(entry)).count()) +
      actions.filter(isOpenJob).length,
    collections: await db.collections
      .filter((row) => isOnlyHere(row) || (isServerAnew && row.deletedAt === null))
      .count(),
    // No server has them.
    files: await db.articles.where('original.hash').above('').count(),
    imports: imports.filter(isOpenJob).length,
    drafts: await db.drafts.count(),
    earlierArticles: await db.revisions.count(),
    deletedHighlights: await db.deletedHighlights.count(),
    earlierValues: (await db.journal.filter(hasEarlierValue).count()) + (await countReplaced(db)),
    labelColors: Object.keys(colors).length,
    siteRules: await db.siteRules.count(),
    retention: RETENTION_RULES.filter((rule) => rules[rule] !== DEFAULT_RETENTION[rule]).length,
    distinctPairs: pairs.length,
    readingDays: days.length,
  };
}

const isInternal = (entry: OutboxRow): boolean => entry.kind === 'bookmark' && !!entry.isInternal;

// Objects of this type have no other keys.
const RETENTION_RULES = Object.keys(DEFAULT_RETENTION) as (keyof Retention)[];

const isOnlyHere = (row: CollectionRow): boolean =>
  row.deletedAt === null &&
  (row.isKeptHere || LOCAL_COLLECTION_FIELDS.some((field) => !isEmptyValue(row[field])));

/** Returns the number of acts that replaced or removed words of a person. */
async function countReplaced(db: LibraryDatabase): Promise<number> {
  const groups = new Set<number>();
  await db.log.each(({ group, entries }) => {
    const isWords = (value: unknown) => typeof value === 'string' || Array.isArray(value);
    const hasWords = entries.some((entry) =>
      Object.values(replacedValues(entry)).some((value) => isWords(value) && !isEmptyValue(value)),
    );
    if (hasWords) groups.add(group);
  });
  return groups.size;
}

/**
 * Returns the words of a person that a change replaced or removed. A join keeps those of all its
 * bookmarks, and the words of an article are not those of a person.
 */
function replacedValues(entry: LogEntry): object {
  switch (entry.table) {
    case 'bookmarks':
      return isPageEntry(entry) ? {} : entry.before;
    case 'highlights':
      return entry.from ? {} : (entry.before ?? {});
    case 'collections':
    case 'siteRules':
      return entry.before ?? {};
    case 'imports':
    case 'joins':
    case 'articles':
    case 'texts':
      return {};
  }
}

/** True if the journal has a value that a person deleted, or that gave way to another one. */
const hasEarlierValue = (row: JournalRow): boolean =>
  row.changes.length > 0 && row.kind !== 'received' && row.kind !== 'sent';
