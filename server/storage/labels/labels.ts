import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import { fold } from '../../../src/query';
import { turnOf } from '../../processes/main-thread';
import type { BookmarkRow } from '../bookmarks/bookmark';
import { changedAt, takeChange } from '../bookmarks/change-number';
import { labelsInOrder, sortedLabels, toBookmark } from '../bookmarks/columns';
import { matcher } from '../bookmarks/complete';
import { summaryOf } from '../bookmarks/summary';
import { flag } from '../database/rows';
import { lockUser, type ReadSession, type Session, type Unit } from '../database/session';
import { StorageUnavailable } from '../database/unavailable';
import { recordEvents } from '../events/events';
import { type BookmarkKey, keyRange, type UserId } from '../schema/ids';
import type { Tables } from '../schema/tables';
import { markAllUnindexed } from '../search/unindexed';

/** A label and the number of its bookmarks. */
export interface LabelCount {
  readonly name: string;
  readonly count: number;
}

/** Creates the repository of labels. Each change also updates the `updated` of the bookmarks. */
export function createLabels(session: Session) {
  return {
    /** Lists labels in the order of `sortedLabels`, all or those that match `pattern` (`matcher`). */
    list: (userId: UserId, pattern = '*') => session.search(listLabels, { userId, pattern }),
    /** Finds a label by its exact name; null when no bookmark has it. */
    async find(userId: UserId, name: string): Promise<LabelCount | null> {
      const found = counted(session, userId).where('label', '=', name);
      return (await found.executeTakeFirst()) ?? null;
    },
    /** Renames a label, or merges it into an existing one. Returns the number of its bookmarks. */
    rename: (userId: UserId, name: string, to: string) => relabel(session, userId, name, to),
    /** Removes a label from all bookmarks. Returns their number. */
    delete: (userId: UserId, name: string) => relabel(session, userId, name, null),
  };
}

/** The labels of one step, or the bookmarks of one transaction. Others run in between. */
const LABELS_PER_STEP = 100;

const counted = ({ db }: ReadSession, userId: UserId) =>
  db
    .selectFrom('bookmark_labels')
    .select(['label as name', ({ fn }) => fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('label');

/** Lists the labels of a user that match `pattern`, in the order of `sortedLabels`. */
export async function listLabels(
  session: ReadSession,
  { userId, pattern }: { readonly userId: UserId; readonly pattern: string },
): Promise<readonly LabelCount[]> {
  const rows = await counted(session, userId).execute();
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  const matches = matcher(pattern);
  const matching: (readonly [folded: string, label: string])[] = [];
  for (const [at, name] of [...counts.keys()].entries()) {
    if (matches(name)) matching.push([fold(name), name]);
    if (at % LABELS_PER_STEP === LABELS_PER_STEP - 1) await nextTurn();
  }
  return labelsInOrder(matching).map((name) => ({ name, count: counts.get(name) ?? 0 }));
}

/** The replacement or removal of a label. */
interface Change {
  readonly userId: UserId;
  readonly name: string;
  /** The new label; null to remove the old one. */
  readonly instead: string | null;
  /** The time of the change. */
  readonly at: UnixMs;
}

/**
 * Replaces or removes the label `name` in the bookmarks that have it. Returns their number. Other
 * writers run between the transactions. If the process ends between them, some bookmarks are changed
 * and the others are not, and the same request changes the others.
 * @throws StorageUnavailable, which is partial if some are changed
 */
async function relabel(
  session: Session,
  userId: UserId,
  name: string,
  instead: string | null,
): Promise<number> {
  if (instead === name) {
    const found = counted(session, userId).where('label', '=', name);
    return (await found.executeTakeFirst())?.count ?? 0;
  }
  let count = 0;
  for (let [from] = keyRange(userId); ; ) {
    await turnOf(String(userId));
    const next = await labelledFrom(session, { userId, name, from });
    const some = next.slice(0, LABELS_PER_STEP);
    if (count === 0 && some.length === 0) return 0;
    // The last commit writes the others to the disk, even if its bookmarks have lost the label meanwhile.
    const isLast = next.length <= LABELS_PER_STEP;
    const relabelled = (unit: Unit) => relabelSome(unit, some, { userId, name, instead });
    await session.write(relabelled, isLast ? 'synced' : 'lazy').catch((fault) => {
      if (count === 0 || !(fault instanceof StorageUnavailable)) throw fault;
      throw new StorageUnavailable(fault.reason, fault.cause, true);
    });
    count += some.length;
    const first = next[LABELS_PER_STEP];
    if (first === undefined) return count;
    from = first;
  }
}

interface Labelled {
  readonly userId: UserId;
  readonly name: string;
  /** The first key. */
  readonly from: BookmarkKey;
}

/** The next bookmarks with a label, in the order of their keys: those of one step and one more. */
async function labelledFrom(
  { db }: ReadSession,
  { userId, name, from }: Labelled,
): Promise<readonly BookmarkKey[]> {
  const rows = await db
    .selectFrom('bookmark_labels')
    .select('bookmark_key as key')
    .where('user_id', '=', userId)
    .where('label', '=', name)
    .where('bookmark_key', '>=', from)
    .orderBy('bookmark_key')
    .limit(LABELS_PER_STEP + 1)
    .execute();
  return rows.map(({ key }) => key);
}

/** Changes those of some bookmarks that still have the label. */
async function relabelSome(
  unit: Unit,
  some: readonly BookmarkKey[],
  wanted: Omit<Change, 'at'>,
): Promise<void> {
  const { db, engine } = unit;
  const { userId, name } = wanted;
  await lockUser(unit, userId);
  const found = await db
    .selectFrom('bookmarks')
    .selectAll()
    .where(engine.isAmong('key', some))
    .execute();
  const rows = found.map(toBookmark).filter(({ labels }) => labels.includes(name));
  if (rows.length === 0) return;
  // The new time is later than any earlier change of these bookmarks.
  const last = await changedAt(unit, userId);
  const { seq, at } = await takeChange(unit, userId, rows.length, last + 1);
  const change = { ...wanted, at };
  const keys = rows.map(({ key }) => key);
  await writeBookmarks(
    unit,
    rows.map((row) => relabelled(row, change)),
    change,
  );
  await writeNames(unit, keys, change);
  await markAllUnindexed(unit, keys);
  const first = seq - rows.length + 1;
  const events = rows.map(({ id }, index) => ({ bookmark_id: id, seq: first + index }));
  await recordEvents(unit, events, { userId, type: 'update', time: at });
}

type Relabelled = Pick<Tables['bookmarks'], 'key' | 'labels' | 'has_labels' | 'summary'>;

function relabelled(row: BookmarkRow, { name, instead, at }: Change): Relabelled {
  const others = row.labels.filter((label) => label !== name);
  const labels = sortedLabels(instead === null ? others : [...others, instead]);
  return {
    key: row.key,
    labels: JSON.stringify(labels),
    has_labels: flag(labels.length > 0),
    summary: summaryOf({ ...row, labels, updated: at }),
  };
}

async function writeBookmarks(
  { db, engine }: Unit,
  rows: readonly Relabelled[],
  { at }: Change,
): Promise<void> {
  const columns = { key: 'whole', labels: 'text', has_labels: 'whole', summary: 'text' } as const;
  await db
    .updateTable('bookmarks')
    .from(engine.rows<Relabelled>(columns, rows).as('changed'))
    .set(({ ref }) => ({
      labels: ref('changed.labels'),
      has_labels: ref('changed.has_labels'),
      summary: ref('changed.summary'),
      updated: at,
    }))
    .whereRef('bookmarks.key', '=', 'changed.key')
    .execute();
}

/** Updates the table of labels. */
async function writeNames(
  { db, engine }: Unit,
  keys: readonly BookmarkKey[],
  { name, instead }: Change,
): Promise<void> {
  await db
    .deleteFrom('bookmark_labels')
    .where('label', '=', name)
    .where(engine.isAmong('bookmark_key', keys))
    .execute();
  if (instead === null) return;
  const { val } = sql;
  await db
    .insertInto('bookmark_labels')
    .columns(['user_id', 'bookmark_key', 'label', 'folded'])
    .expression(
      db
        .selectFrom('bookmarks')
        .select(['user_id', 'key', val(instead).as('label'), val(fold(instead)).as('folded')])
        .where(engine.isAmong('key', keys)),
    )
    // A bookmark may have had both labels.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
