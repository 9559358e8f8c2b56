import type { BookmarkId } from '../../domain/bookmark';
import { joinNotes } from '../../domain/excerpt';
import { HIGHLIGHT_EDIT_FIELDS, type Highlight, NOTE_MAX_LENGTH } from '../../domain/highlight';
import { joinReviews } from '../../domain/review';
import { isSameContext, withoutWhiteSpace } from '../../domain/same-quote';
import type { UnixMs } from '../../domain/time';
import type { ChangeLog } from '../database/change-log';
import { newHighlightShadow } from '../database/highlight-shadow';
import type { DeletedHighlightRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { JournalRow } from '../database/sync-rows';
import { asUnanchored } from '../database/unanchored-highlights';
import {
  aboutHighlight,
  type HighlightState,
  highlightName,
  highlightStates,
  newState,
  writeHighlightStates,
} from './highlight-states';

// These functions run inside a transaction over `HIGHLIGHT_TABLES`.

/**
 * Writes highlights that were moved to another bookmark. They are created there on the server; their
 * former annotations are left to their former bookmark.
 */
export async function putMovedHighlights(
  db: LibraryDatabase,
  rows: readonly Highlight[],
  now: UnixMs,
  log: ChangeLog | undefined,
  from: BookmarkId,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const moved = rows.map((row) => newState(newHighlightShadow(row), row));
  await writeHighlightStates(db, await highlightStates(db, ids), moved, now, log, from);
}

/** A highlight that became one with another of the same words that was there. */
export interface JoinedHighlight {
  /** The highlight that was there, before and after it got the note. */
  readonly before: Highlight;
  readonly after: Highlight;
  readonly other: Highlight;
}

/**
 * Moves the highlights of `from` to another bookmark of the same page, also the deleted ones, which can be
 * restored to it. Joins those of the same words there, as sync joins those of two devices: the colour of
 * the one that was there stays, both notes, and what holds of both reviews. Returns those that became one.
 */
export async function moveHighlights(
  db: LibraryDatabase,
  from: BookmarkId,
  to: BookmarkId,
  now: UnixMs,
  log?: ChangeLog,
): Promise<readonly JoinedHighlight[]> {
  const [there, former, deleted] = await Promise.all([
    db.highlights.where('bookmarkId').equals(to).toArray(),
    db.highlights.where('bookmarkId').equals(from).toArray(),
    db.deletedHighlights.where('bookmarkId').equals(from).toArray(),
  ]);
  for (const row of deleted) await moveDeleted(db, row, to, log);
  const joined = joinSameWords(there, former, now);
  const isJoined = new Set(joined.map(({ other }) => other.id));
  const moved = former.filter(({ id }) => !isJoined.has(id));
  await putMovedHighlights(
    db,
    // Their positions were in other articles.
    moved.map((row) => asUnanchored({ ...row, bookmarkId: to, position: null })),
    now,
    log,
    from,
  );
  const states = await highlightStates(
    db,
    joined.flatMap(({ before, other }) => [before.id, other.id]),
  );
  await writeHighlightStates(db, states, joinedStates(states, joined), now, log, from);
  return joined;
}

/** Joins each highlight of `others` with one of `there` that has the same words in the same place. */
export function joinSameWords(
  there: readonly Highlight[],
  others: readonly Highlight[],
  now: UnixMs,
): readonly JoinedHighlight[] {
  const sameWords = Map.groupBy(there, wordsOfHighlight);
  return others.flatMap((other) => {
    const same = sameWords.get(wordsOfHighlight(other)) ?? [];
    const at = same.findIndex((one) => isSameHighlight(one, other));
    const [before] = at < 0 ? [] : same.splice(at, 1);
    if (before === undefined) return [];
    const note = joinNotes([before.note, other.note], NOTE_MAX_LENGTH);
    const review = joinReviews(before.review, other.review);
    const isSame = note === before.note && review === before.review;
    const after = isSame ? before : { ...before, note, review, updated: now };
    return [{ before, after, other }];
  });
}

/** True for highlights of the same words in the same place. Places in one text decide. */
const isSameHighlight = (one: Highlight, other: Highlight): boolean =>
  one.position && other.position && one.position.textHash === other.position.textHash
    ? one.position.start < other.position.end && other.position.start < one.position.end
    : isSameContext(one.quote, other.quote);

/** Returns the states of the highlights that are left after a join. */
export function joinedStates(
  states: readonly HighlightState[],
  joined: readonly JoinedHighlight[],
): readonly HighlightState[] {
  const kept = new Map(joined.map(({ after: highlight }) => [highlight.id, highlight]));
  return states.flatMap((state) => {
    const highlight = kept.get(state.id);
    return highlight ? { ...state, highlight } : [];
  });
}

/** Moves a deleted highlight to another bookmark. */
export async function moveDeleted(
  db: LibraryDatabase,
  row: DeletedHighlightRow,
  to: BookmarkId,
  log: ChangeLog | undefined,
): Promise<void> {
  const moved = { ...row, bookmarkId: to };
  await db.deletedHighlights.put(moved);
  const { bookmarkId: from } = row;
  const sides = { before: { bookmarkId: from }, after: { bookmarkId: to } };
  log?.add([{ ...aboutHighlight(moved, from), ...sides }]);
}

/** Returns what the journal says of a highlight that two became. */
export const joinedEntry = ({
  after,
  other,
}: JoinedHighlight): Required<Pick<JournalRow, 'highlight' | 'changes'>> => ({
  highlight: highlightName(after),
  changes: HIGHLIGHT_EDIT_FIELDS.flatMap((field) =>
    after[field] === other[field] ? [] : [{ field, ours: after[field], theirs: other[field] }],
  ),
});

const wordsOfHighlight = ({ quote }: Highlight): string => withoutWhiteSpace(quote.exact);
