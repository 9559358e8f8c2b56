import type { BookmarkId } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import {
  HIGHLIGHT_FIELD_NAMES,
  HIGHLIGHT_PLACE_FIELDS,
  type Highlight,
  type HighlightChanges,
} from '../../domain/highlight';
import type { ChangeLog } from '../database/change-log';
import type { HighlightLogEntry } from '../database/log-rows';
import type { Store } from '../database/store';
import { deleteHighlights, editedStates, restoreHighlights } from './change-highlights';
import { highlightStates, writeHighlightStates } from './highlight-states';
import { moveDeleted, putMovedHighlights } from './move-highlights';

/** The fields that follow from the quote, or from the place that a person gave without one. */
const OF_PLACE: ReadonlySet<string> = new Set([...HIGHLIGHT_PLACE_FIELDS, 'doubt']);

/** The fields that no search in a text changes. */
const MADE_FIELDS = HIGHLIGHT_FIELD_NAMES.filter(
  (field) => field === 'quote' || !OF_PLACE.has(field),
);

/**
 * Undoes a change where the highlight is as the change left it. Runs inside a transaction over
 * `HIGHLIGHT_TABLES`, `bookmarks` and the tables of the log.
 */
export async function putHighlightBack(
  store: Store,
  entry: HighlightLogEntry,
  log: ChangeLog,
): Promise<void> {
  const { from } = entry;
  if (from !== undefined) return putJoinedBack(store, entry, from, log);
  const {
    ids: [id],
    before,
    after,
  } = entry;
  if (before === null) {
    const row = await store.db.highlights.get(id);
    if (isAsMade(row, after)) await deleteHighlights(store, [id], log);
    return;
  }
  if (after === null) {
    // A join may have moved the others to another bookmark. The log has the whole of a deleted one.
    const deleted = await store.db.deletedHighlights.get(id);
    const { bookmarkId } = deleted ?? (before as Highlight);
    await restoreHighlights(store, [{ ...(before as Highlight), bookmarkId }], log);
    return;
  }
  const [state] = await highlightStates(store.db, [id]);
  const row = state?.highlight;
  if (!state || !row) return;
  const place = 'quote' in before ? 'quote' : 'position';
  const isLeft = (field: keyof HighlightChanges) =>
    isSameFieldValue(row[field] ?? null, after[field] ?? null);
  const fields = HIGHLIGHT_FIELD_NAMES.filter(
    (field) => field in before && isLeft(OF_PLACE.has(field) ? place : field),
  );
  if (fields.length === 0) return;
  const { doubt, ...rest } = { ...row, ...pick(before, fields) };
  // No later search may be certain of a place that only a person has confirmed.
  const formerDoubt = 'doubt' in before && isLeft(place) ? before.doubt : doubt;
  const edited = { ...rest, ...(formerDoubt && { doubt: formerDoubt }), updated: store.now() };
  await writeHighlightStates(
    store.db,
    [state],
    editedStates(store, state, edited),
    store.now(),
    log,
  );
}

const isAsMade = (row: Highlight | undefined, made: Partial<Highlight> | null): boolean =>
  MADE_FIELDS.every((field) => isSameFieldValue(row?.[field], made?.[field]));

/** Undoes what a join, or its undo, has done with a highlight. */
async function putJoinedBack(
  { db, now }: Store,
  { ids: [id], bookmarkId, before, after }: HighlightLogEntry,
  from: BookmarkId,
  log: ChangeLog,
): Promise<void> {
  const [[state], deleted] = await Promise.all([
    highlightStates(db, [id]),
    db.deletedHighlights.get(id),
  ]);
  const row = state?.highlight ?? undefined;
  const to = before?.bookmarkId;
  // Its former bookmark may be deleted for good.
  if (to !== undefined && (await db.bookmarks.get(to)) === undefined) return;
  if (after === null) {
    // The log has the whole of a highlight that became one with another.
    if (!row) await putMovedHighlights(db, [before as Highlight], now(), log, from);
  } else if (before === null) {
    if (state && isAsMade(row, after))
      await writeHighlightStates(db, [state], [], now(), log, from);
  } else if (to === undefined) {
    if (!state || !row || !isAsJoined(row, after)) return;
    const { note = row.note, review = row.review, updated = row.updated } = before;
    const back = { ...row, note, review, ...(row.updated === after.updated && { updated }) };
    await writeHighlightStates(db, [state], [{ ...state, highlight: back }], now(), log, from);
  } else if (deleted && deleted.bookmarkId === after.bookmarkId) {
    await moveDeleted(db, deleted, to, log);
  } else if (row && row.bookmarkId === after.bookmarkId) {
    const { doubt, ...rest } = row;
    const { position = row.position, doubt: former = doubt } = before;
    const back = { ...rest, bookmarkId: to, position, ...(former && { doubt: former }) };
    await putMovedHighlights(db, [back], now(), log, bookmarkId);
  }
}

/** True if a highlight has the note and the review that a join has given it. */
const isAsJoined = (row: Highlight, { note = row.note, review = row.review }: Partial<Highlight>) =>
  row.note === note && row.review === review;

const isSameFieldValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
