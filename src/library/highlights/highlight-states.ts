import type { BookmarkId } from '../../domain/bookmark';
import { HIGHLIGHT_FIELD_NAMES, type Highlight, type HighlightId } from '../../domain/highlight';
import type { UnixMs } from '../../domain/time';
import type { ChangeLog } from '../database/change-log';
import {
  type HighlightShadow,
  isHighlightWaiting,
  UNLINKED_HIGHLIGHT,
} from '../database/highlight-shadow';
import type { HighlightLogEntry } from '../database/log-rows';
import { type HighlightEntry, type Queued, queuedAt } from '../database/outbox-rows';
import type { LibraryDatabase } from '../database/schema';
import type { HighlightName } from '../database/sync-rows';
import { allOf, outboxEntriesOf, writeEntries } from '../outbox/outbox';

/** A highlight with its sync state. */
export interface HighlightState {
  readonly id: HighlightId;
  /** null: it is deleted, and only its annotations are left. */
  readonly highlight: Highlight | null;
  readonly shadow: HighlightShadow;
  /** Its entry in the outbox; null: there is none, or a new one is made if something waits. */
  readonly entry: Queued<HighlightEntry> | null;
}

// These functions run inside a transaction over these tables.
export const HIGHLIGHT_TABLES = ['highlights', 'deletedHighlights', 'highlightShadows', 'outbox'];

/** Returns a state that is queued anew. */
export const newState = (
  shadow: HighlightShadow,
  highlight: Highlight | null,
  entry: HighlightState['entry'] = null,
): HighlightState => ({ id: shadow.id, highlight, shadow, entry });

export const newHighlightEntry = (
  { id, bookmarkId }: HighlightShadow,
  now: UnixMs,
  notBefore: UnixMs = now,
): Queued<HighlightEntry> => ({
  ...queuedAt(now, notBefore),
  kind: 'highlight',
  highlightId: id,
  of: bookmarkId,
});

/** Returns the state with an entry if something waits, and otherwise with none. */
export const queuedState = (state: HighlightState, now: UnixMs): HighlightState => ({
  ...state,
  entry: isHighlightWaiting(state.shadow, state.highlight)
    ? (state.entry ?? newHighlightEntry(state.shadow, now))
    : null,
});

/** Reads the states of highlights by their ids. Those that do not exist are left out. */
export async function highlightStates(
  db: LibraryDatabase,
  ids: readonly HighlightId[],
): Promise<readonly HighlightState[]> {
  const shadows = await db.highlightShadows.bulkGet([...ids]);
  const pages = new Set(shadows.flatMap((shadow) => shadow?.bookmarkId ?? []));
  const known = new Map((await highlightStatesOf(db, [...pages])).map((one) => [one.id, one]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Reads the states of all highlights of bookmarks. */
export async function highlightStatesOf(
  db: LibraryDatabase,
  bookmarkIds: readonly BookmarkId[],
): Promise<readonly HighlightState[]> {
  const [rows, shadows, entries] = await Promise.all([
    allOf(db.highlights, 'bookmarkId', bookmarkIds),
    allOf(db.highlightShadows, 'bookmarkId', bookmarkIds),
    outboxEntriesOf(db, 'highlight', 'of', bookmarkIds),
  ]);
  const highlights = new Map(rows.map((row) => [row.id, row]));
  const queued = new Map(entries.map((entry) => [entry.highlightId, entry]));
  return shadows.map((shadow) =>
    newState(shadow, highlights.get(shadow.id) ?? null, queued.get(shadow.id)),
  );
}

/**
 * Replaces states by others, and what of them waits to be sent. `log` gets what can be undone. `from` is
 * the bookmark from which a join moves them.
 */
export async function writeHighlightStates(
  db: LibraryDatabase,
  before: readonly HighlightState[],
  after: readonly HighlightState[],
  now: UnixMs,
  log?: ChangeLog,
  from?: BookmarkId,
): Promise<void> {
  log?.add(loggedChanges(before, after, from));
  const queued = (state: HighlightState) => queuedState(state, now);
  const { changed, gone } = await writeEntries(db, before, after, queued);
  const deleted = changed.flatMap(({ id, highlight }) => (highlight === null ? [id] : []));
  await Promise.all([
    db.highlights.bulkPut(changed.flatMap(({ highlight }) => highlight ?? [])),
    db.highlights.bulkDelete([...gone, ...deleted]),
    db.highlightShadows.bulkPut(changed.map(({ shadow }) => shadow)),
    db.highlightShadows.bulkDelete([...gone]),
  ]);
}

/** Returns what an entry of the log says of its highlight. */
export const aboutHighlight = (highlight: Highlight, from?: BookmarkId) => ({
  table: 'highlights' as const,
  ids: [highlight.id] as const,
  bookmarkId: highlight.bookmarkId,
  name: highlightName(highlight).text,
  ...(from && { from }),
});

const LOGGED_HIGHLIGHT_FIELDS = [...HIGHLIGHT_FIELD_NAMES, 'doubt', 'bookmarkId'] as const;

function loggedChanges(
  before: readonly HighlightState[],
  after: readonly HighlightState[],
  from: BookmarkId | undefined,
): readonly HighlightLogEntry[] {
  const shown = (states: readonly HighlightState[]) =>
    new Map(states.flatMap(({ id, highlight }) => (highlight ? [[id, highlight] as const] : [])));
  const [were, are] = [shown(before), shown(after)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((id): HighlightLogEntry[] => {
    const [old, next] = [were.get(id) ?? null, are.get(id) ?? null];
    const one = next ?? old;
    if (one === null) return [];
    const about = aboutHighlight(one, from);
    if (old === null || next === null) return [{ ...about, before: old, after: next }];
    const changed = LOGGED_HIGHLIGHT_FIELDS.filter(
      (field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(next[field] ?? null),
    );
    if (changed.length === 0) return [];
    // The undo of a join leaves no trace.
    const fields = from === undefined ? changed : [...changed, 'updated' as const];
    return [{ ...about, before: valuesOf(old, fields), after: valuesOf(next, fields) }];
  });
}

/** Returns the values of fields. One that is absent is null. */
const valuesOf = (highlight: Highlight, fields: readonly (keyof Highlight)[]) =>
  // Each name has its own value.
  Object.fromEntries(
    fields.map((field) => [field, highlight[field] ?? null]),
  ) as Partial<Highlight>;

/** The length of the text of a highlight in a list of changes, in UTF-16 code units. */
const LISTED_QUOTE_LENGTH = 80;

export const highlightName = ({ id, quote }: Highlight): HighlightName => ({
  id,
  text: quote.exact.slice(0, LISTED_QUOTE_LENGTH),
});

/**
 * Unlinks the highlights of bookmarks that are on the server under another id or no longer there.
 * They are created there again. Returns their former states.
 */
export async function unlinkHighlights(
  db: LibraryDatabase,
  bookmarkIds: readonly BookmarkId[],
  now: UnixMs,
): Promise<readonly HighlightState[]> {
  if (bookmarkIds.length === 0) return [];
  const before = await highlightStatesOf(db, bookmarkIds);
  // The annotations of deleted highlights are gone with the bookmark.
  const after = before.flatMap(({ highlight, shadow }) =>
    highlight === null ? [] : newState({ ...shadow, ...UNLINKED_HIGHLIGHT }, highlight),
  );
  await writeHighlightStates(db, before, after, now);
  return before;
}
