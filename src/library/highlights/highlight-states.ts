import type { BookmarkId } from '../../domain/bookmark';
import { joinNotes } from '../../domain/excerpt';
import {
  HIGHLIGHT_FIELD_NAMES,
  HIGHLIGHT_LOOK_FIELDS,
  type Highlight,
  type HighlightId,
  NOTE_MAX_LENGTH,
} from '../../domain/highlight';
import { isSameContext, withoutWhiteSpace } from '../../domain/same-quote';
import type { UnixMs } from '../../domain/time';
import type { ChangeLog } from '../database/change-log';
import {
  type HighlightShadow,
  isHighlightWaiting,
  newHighlightShadow,
  UNLINKED_HIGHLIGHT,
} from '../database/highlight-shadow';
import type { HighlightLogEntry } from '../database/log-rows';
import { type HighlightEntry, type Queued, queuedAt } from '../database/outbox-rows';
import type { LibraryDatabase } from '../database/schema';
import type { HighlightName, JournalRow } from '../database/sync-rows';
import { asUnanchored } from '../database/unanchored-highlights';
import { allOf, entriesOf, writeEntries } from '../outbox/outbox';

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
    entriesOf(db, 'highlight', 'of', bookmarkIds),
  ]);
  const highlights = new Map(rows.map((row) => [row.id, row]));
  const queued = new Map(entries.map((entry) => [entry.highlightId, entry]));
  return shadows.map((shadow) =>
    newState(shadow, highlights.get(shadow.id) ?? null, queued.get(shadow.id)),
  );
}

/** Replaces states by others, and what of them waits to be sent. `log` gets what can be undone. */
export async function writeHighlightStates(
  db: LibraryDatabase,
  before: readonly HighlightState[],
  after: readonly HighlightState[],
  now: UnixMs,
  log?: ChangeLog,
): Promise<void> {
  log?.add(loggedChanges(before, after));
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

const LOGGED_FIELDS = [...HIGHLIGHT_FIELD_NAMES, 'doubt'] as const;

function loggedChanges(
  before: readonly HighlightState[],
  after: readonly HighlightState[],
): readonly HighlightLogEntry[] {
  const shown = (states: readonly HighlightState[]) =>
    new Map(states.flatMap(({ id, highlight }) => (highlight ? [[id, highlight] as const] : [])));
  const [were, are] = [shown(before), shown(after)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((id): HighlightLogEntry[] => {
    const [old, next] = [were.get(id) ?? null, are.get(id) ?? null];
    const one = old ?? next;
    if (one === null) return [];
    const { text: name } = highlightName(one);
    const about = { table: 'highlights', ids: [id], bookmarkId: one.bookmarkId, name } as const;
    if (old === null || next === null) return [{ ...about, before: old, after: next }];
    const fields = LOGGED_FIELDS.filter(
      (field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(next[field] ?? null),
    );
    if (fields.length === 0) return [];
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
const NAME_LENGTH = 80;

export const highlightName = ({ id, quote }: Highlight): HighlightName => ({
  id,
  text: quote.exact.slice(0, NAME_LENGTH),
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

/**
 * Writes highlights that were moved to another bookmark. They are created there on the server; their
 * former annotations are left to their former bookmark.
 */
export async function putMovedHighlights(
  db: LibraryDatabase,
  rows: readonly Highlight[],
  now: UnixMs,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const moved = rows.map((row) => newState(newHighlightShadow(row), row));
  await writeHighlightStates(db, await highlightStates(db, ids), moved, now);
}

/** The highlights that moved from one bookmark of a page to another one. */
export interface MovedHighlights {
  /** All as they were before. */
  readonly former: readonly Highlight[];
  /** The deleted highlights, which can be restored to the other bookmark. */
  readonly deleted: readonly HighlightId[];
  /** Those that became one with a highlight of the same words that was there. */
  readonly joined: readonly JoinedHighlight[];
}

export interface JoinedHighlight {
  /** The highlight that was there, before and after it got the note. */
  readonly before: Highlight;
  readonly after: Highlight;
  readonly other: Highlight;
}

/**
 * Moves the highlights of `from` to another bookmark of the same page, and joins those of the same words
 * there, as sync joins those of two devices: the colour of the one that was there stays, and both notes.
 */
export async function moveHighlights(
  db: LibraryDatabase,
  from: BookmarkId,
  to: BookmarkId,
  now: UnixMs,
): Promise<MovedHighlights> {
  const [there, former, deleted] = await Promise.all([
    db.highlights.where('bookmarkId').equals(to).toArray(),
    db.highlights.where('bookmarkId').equals(from).toArray(),
    db.deletedHighlights.where('bookmarkId').equals(from).toArray(),
  ]);
  await db.deletedHighlights.bulkPut(deleted.map((row) => ({ ...row, bookmarkId: to })));
  const joined: JoinedHighlight[] = [];
  const sameWords = Map.groupBy(there, wordsOf);
  for (const other of former) {
    const same = sameWords.get(wordsOf(other)) ?? [];
    const at = same.findIndex((one) => isSameContext(one.quote, other.quote));
    const [before] = at < 0 ? [] : same.splice(at, 1);
    if (before === undefined) continue;
    const note = joinNotes([before.note, other.note], NOTE_MAX_LENGTH);
    const after = note === before.note ? before : { ...before, note, updated: now };
    joined.push({ before, after, other });
  }
  const isJoined = new Set(joined.map(({ other }) => other.id));
  const moved = former.filter(({ id }) => !isJoined.has(id));
  await putMovedHighlights(
    db,
    // Their positions were in other articles.
    moved.map((row) => asUnanchored({ ...row, bookmarkId: to, position: null })),
    now,
  );
  const states = await highlightStates(
    db,
    joined.flatMap(({ before, other }) => [before.id, other.id]),
  );
  const kept = new Map(joined.map(({ after: highlight }) => [highlight.id, highlight]));
  const after = states.flatMap((state) => {
    const highlight = kept.get(state.id);
    return highlight ? { ...state, highlight } : [];
  });
  await writeHighlightStates(db, states, after, now);
  return { former, deleted: deleted.map(({ id }) => id), joined };
}

/** Returns what the journal says of a highlight that two became. */
export const joinedEntry = ({
  after,
  other,
}: JoinedHighlight): Required<Pick<JournalRow, 'highlight' | 'changes'>> => ({
  highlight: highlightName(after),
  changes: HIGHLIGHT_LOOK_FIELDS.flatMap((field) =>
    after[field] === other[field] ? [] : [{ field, ours: after[field], theirs: other[field] }],
  ),
});

const wordsOf = ({ quote }: Highlight): string => withoutWhiteSpace(quote.exact);
