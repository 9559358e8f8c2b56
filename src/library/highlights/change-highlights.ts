import { pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import {
  HIGHLIGHT_FIELD_NAMES,
  HIGHLIGHT_PLACE_FIELDS,
  type Highlight,
  type HighlightChanges,
  type HighlightDoubt,
  type HighlightId,
  type HighlightPosition,
} from '../../domain/highlight';
import { UNDO_MS, type UnixMs, unixMs } from '../../domain/time';
import type { ChangeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import {
  type HighlightShadow,
  newHighlightShadow,
  UNLINKED_HIGHLIGHT,
} from '../database/highlight-shadow';
import type { LogEntry } from '../database/log-rows';
import type { HighlightRow } from '../database/rows';
import type { Store } from '../database/store';
import {
  type HighlightState,
  highlightStates,
  newHighlightEntry,
  newState,
  writeHighlightStates,
} from './highlight-states';
import { joinedStates, joinSameWords } from './move-highlights';

// The functions that write run inside a transaction over `HIGHLIGHT_TABLES` and those of the log.

interface HighlightEdit {
  readonly changes: HighlightChanges;
  /** The result of a search after the changes, if they give no position. */
  readonly doubt: HighlightDoubt | undefined;
}

/** Sets the fields that differ. */
export async function editHighlight(
  store: Store,
  state: HighlightState,
  given: HighlightEdit,
  log: ChangeLog,
): Promise<void> {
  const { highlight: row } = state;
  if (row === null) return;
  const changes = withClearedPositions(given.changes);
  const before = { pagePosition: null, ...row };
  const changed = HIGHLIGHT_FIELD_NAMES.filter(
    (field) => changes[field] !== undefined && !isSameValue(changes[field], before[field]),
  );
  if (changed.length === 0) return;
  const { db, now } = store;
  const next = { ...row, ...pick(changes, changed), updated: now() };
  const found = changes.position ?? given.doubt;
  const edited = found ? withResult(next, found) : next;
  await writeHighlightStates(db, [state], editedStates(store, state, edited), now(), log);
}

/** Deletes highlights and returns them. Unknown ids are skipped. */
export async function deleteHighlights(
  store: Store,
  ids: readonly HighlightId[],
  log: ChangeLog,
): Promise<readonly Highlight[]> {
  const { db, now } = store;
  const states = (await highlightStates(db, ids)).filter(({ highlight }) => highlight);
  const rows = states.flatMap(({ highlight }) => highlight ?? []);
  const deletedAt = await deletionTime(store);
  await db.deletedHighlights.bulkPut(rows.map((row) => ({ ...row, deletedAt })));
  await writeHighlightStates(db, states, deletedStates(states, now()), now(), log);
  return rows;
}

/**
 * Restores deleted highlights, also inside a transaction over `bookmarks`. One whose words another
 * highlight has now, which may have come from another device, becomes one with it. Returns those of a
 * bookmark.
 */
export async function restoreHighlights(
  { db, now }: Store,
  highlights: readonly Highlight[],
  log: ChangeLog,
): Promise<readonly Highlight[]> {
  const bookmarks = await db.bookmarks.bulkGet(highlights.map((each) => each.bookmarkId));
  const restored = highlights.filter((_, at) => bookmarks[at] !== undefined);
  const ids = restored.map(({ id }) => id);
  const states = await highlightStates(db, ids);
  const isHere = new Set(states.flatMap(({ highlight }) => highlight?.id ?? []));
  const gone = restored.filter(({ id }) => !isHere.has(id));
  const pages = Map.groupBy(gone, ({ bookmarkId }) => bookmarkId);
  const there = await db.highlights
    .where('bookmarkId')
    .anyOf([...pages.keys()])
    .toArray();
  const thereOf = Map.groupBy(there, ({ bookmarkId }) => bookmarkId);
  const joined = [...pages].flatMap(([page, some]) =>
    joinSameWords(thereOf.get(page) ?? [], some, now()),
  );
  const isJoined = new Set(joined.map(({ other }) => other.id));
  const back = gone.filter(({ id }) => !isJoined.has(id));
  // A highlight that became one with another stays restorable: the undo of that does not delete it.
  await db.deletedHighlights.bulkDelete(ids.filter((id) => !isJoined.has(id)));
  const changed = await highlightStates(
    db,
    joined.map(({ before }) => before.id),
  );
  const before = states.filter(({ id }) => !isHere.has(id) && !isJoined.has(id));
  const after = [...restoredStates(before, back), ...joinedStates(changed, joined)];
  await writeHighlightStates(db, [...before, ...changed], after, now(), log);
  return restored;
}

/** True for a note that goes on with what was typed last. One that removes half of the text does not. */
export function isTypedOn(last: LogEntry, next: LogEntry): boolean {
  if (last.table !== 'highlights' || next.table !== 'highlights') return false;
  const [before, after] = [noteOf(next.before), noteOf(next.after)];
  const isNext = last.ids[0] === next.ids[0] && before !== null && noteOf(last.after) === before;
  if (!isNext || after === null) return false;
  const removed = removedLength(before, after);
  return removed <= 1 || removed * 2 < before.length;
}

/** Returns the note of a side that has nothing else. */
const noteOf = (side: Partial<Highlight> | null): string | null =>
  side !== null && Object.keys(side).length === 1 ? (side.note ?? null) : null;

/** Returns the length of the part of a text that an edit replaced. */
function removedLength(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.length - start - end;
}

/**
 * Returns the states after an edit. An annotation cannot move to another text, so a highlight with
 * another quote is created again, and its annotations are deleted.
 */
export function editedStates(
  store: Store,
  state: HighlightState,
  edited: Highlight,
): readonly HighlightState[] {
  const { highlight: before, shadow } = state;
  if (edited.quote === before?.quote) {
    const isPlaced = isPlacedAgain(before, edited, shadow);
    return [
      { ...state, highlight: edited, shadow: isPlaced ? { ...shadow, localOnly: null } : shadow },
    ];
  }
  const isThere = shadow.parts.length > 0 || shadow.attempted !== null;
  const replacedBy = edited.id;
  const replaced = { ...shadow, id: newId(store), isDeleted: true, deleted: null, replacedBy };
  return [
    newState({ ...shadow, ...UNLINKED_HIGHLIGHT }, edited),
    ...(isThere ? [newState(replaced, null)] : []),
  ];
}

/** True if a person has given a highlight the place that it had to have to be sent. */
const isPlacedAgain = (before: Highlight, edited: Highlight, { localOnly }: HighlightShadow) =>
  (localOnly === 'note-only' && !edited.isNoteOnly) ||
  (localOnly === 'not-found' && edited.position !== null && edited.position !== before.position);

/** Returns the states after a deletion. Nothing is left of a highlight that the server never had. */
const deletedStates = (states: readonly HighlightState[], now: UnixMs): readonly HighlightState[] =>
  states.flatMap(({ shadow, highlight: deleted }) => {
    if (shadow.parts.length === 0 && shadow.creates === 0) return [];
    const gone = { ...shadow, isDeleted: true, deleted, localOnly: null };
    return newState(gone, null, newHighlightEntry(gone, now, unixMs(now + UNDO_MS)));
  });

/**
 * Returns restored states, also of highlights without a state. A highlight whose deletion the server may
 * have is created there again.
 */
export function restoredStates(
  states: readonly HighlightState[],
  rows: readonly Highlight[],
): readonly HighlightState[] {
  const known = new Map(states.map(({ id, shadow }) => [id, shadow]));
  return rows.map((row) => {
    const former = known.get(row.id);
    // The annotations of another bookmark are left to it.
    const shadow = former?.bookmarkId === row.bookmarkId ? former : newHighlightShadow(row);
    const link = shadow.isDeleteTried ? UNLINKED_HIGHLIGHT : {};
    return newState({ ...shadow, ...link, isDeleted: false, deleted: null }, row);
  });
}

// The only place that creates ids of this type.
export const newId = ({ newId: make }: Store): HighlightId => make() as string as HighlightId;

export function withResult(
  row: HighlightRow,
  found: HighlightPosition | HighlightDoubt,
): HighlightRow {
  if (typeof found === 'string') return { ...row, doubt: found };
  const { doubt, ...rest } = row;
  return { ...rest, position: found };
}

function withClearedPositions(changes: HighlightChanges): HighlightChanges {
  const isPlaced = HIGHLIGHT_PLACE_FIELDS.some((field) => changes[field] !== undefined);
  return isPlaced ? { position: null, pagePosition: null, ...changes } : changes;
}
