import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { EDITABLE_FIELDS, pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import { isLonger } from '../../domain/duplicates';
import { joinNotes } from '../../domain/excerpt';
import { type Highlight, type HighlightId, NOTE_MAX_LENGTH } from '../../domain/highlight';
import { JOINED_FLAGS } from '../../domain/join-values';
import { joinReviews } from '../../domain/review';
import { isSameContext, withoutWhiteSpace } from '../../domain/same-quote';
import { SECOND_MS, type UnixMs } from '../../domain/time';
import { isKnownField, PAGE_WORD_FIELDS } from '../bookmarks/page-values';
import { toRow } from '../database/bookmark-rows';
import type { ChangeLog } from '../database/change-log';
import { pageEntries } from '../database/log-entries';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { asUnanchored } from '../database/unanchored-highlights';
import { moveJoined } from '../duplicates/join-bookmarks';
import { type JoinedPart, type JoinedRows, joinRows } from '../duplicates/join-rows';
import { restoredStates } from '../highlights/change-highlights';
import {
  type HighlightState,
  highlightStatesOf,
  writeHighlightStates,
} from '../highlights/highlight-states';
import { keepBytes } from '../images/add-images';
import { articleAssets, bookmarkAssets } from '../images/assets';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { withOwnArticles } from '../outbox/outbox';
import type { Prepared, ReadyPage } from './add-pages';

/** A bookmark of the library, and one of a bundle that gives it what it lacks. */
interface RestoredJoin {
  readonly into: BookmarkId;
  readonly came: Prepared;
  /** True if it has just come back from the trash. Its undo brings it there again. */
  readonly isBack: boolean;
}

/**
 * Gives bookmarks of the library what those of a bundle with the same addresses have and they lack, by
 * the rules of a join, inside a transaction over `JOIN_TABLES`. Returns those that lacked something. `log`
 * gets what can be undone.
 */
export async function joinRestored(
  store: Store,
  joins: readonly RestoredJoin[],
  images: ReadyPage['images'],
  log: ChangeLog,
): Promise<ReadonlySet<BookmarkId>> {
  const { db } = store;
  const byTarget = Map.groupBy(joins, ({ into }) => into);
  const ids = [...byTarget.keys()];
  const [rows, articles, owned, all] = await Promise.all([
    db.bookmarks.bulkGet(ids),
    db.articles.bulkGet(ids),
    withOwnArticles(db, ids),
    highlightStatesOf(db, ids),
  ]);
  const byBookmark = Map.groupBy(all, ({ shadow }) => shadow.bookmarkId);
  const changes: BookmarkChange[] = [];
  const joined = new Set<BookmarkId>();
  for (const [at, row] of rows.entries()) {
    const own = row && byTarget.get(row.id);
    if (!own) continue;
    const came = own.map((one) => one.came);
    const changeLog = own.some(({ isBack }) => isBack) ? undefined : log;
    const keep = { row, article: articles[at] ?? null, isOwn: owned.has(row.id) };
    const after = joinRows(
      keep,
      came.map((one) => readPart(one, keep)),
      store.now(),
    );
    const hasChanged = isChanged(keep, after);
    if (hasChanged) {
      const used = [...bookmarkAssets(after.after), ...articleAssets(after.article)];
      await keepBytes(db, [...images.values()], new Set(used));
      const change = { before: row, after: toRow(after.after) };
      changeLog?.add(pageEntries([change], after.article !== null));
      await moveJoined(db, keep, after, store.now(), changeLog);
      changes.push(change);
    }
    // A new article has marked its highlights.
    const states = hasChanged
      ? await highlightStatesOf(db, [row.id])
      : (byBookmark.get(row.id) ?? []);
    const text = (after.article ?? keep.article)?.paragraphs;
    const highlights = came.flatMap((one) => placedHighlights(one, row.id, text));
    const isMarked = await addHighlights(store, states, highlights, changeLog);
    if (hasChanged || isMarked) joined.add(row.id);
  }
  await changeBookmarks(db, changes, store.now());
  return joined;
}

/**
 * Returns what a bookmark of the bundle has to give. The article of the server comes by itself, so that
 * of the bundle is taken only if a person has changed it, or if it has more.
 */
function readPart({ bookmark, article }: Prepared, keep: JoinedPart): JoinedPart {
  const { hasOwnArticle, isLocalOnly, ...plain } = bookmark;
  const { content, wordCount } = keep.row;
  const isSame = article !== null && isSameValue(article.paragraphs, keep.article?.paragraphs);
  const isOwn = hasOwnArticle === true && article !== null && !isSame;
  const isOnServer = content.kind === 'address' && content.reason === 'on-server';
  const isWanted = isOwn || !isOnServer || isLonger(article?.wordCount ?? 0, wordCount);
  const row = toRow(isSameSave(plain, keep.row) ? earlierStateOf(plain, keep.row) : plain);
  return { row, article: isWanted ? article : null, isOwn };
}

/** Servers keep whole seconds. */
const isSameSave = (a: Pick<Bookmark, 'created'>, b: Pick<Bookmark, 'created'>): boolean =>
  Math.floor(a.created / SECOND_MS) === Math.floor(b.created / SECOND_MS);

/**
 * Returns an earlier state of a bookmark of the library, which may have changed since then: it gives only
 * the values that the library does not know, and no flags.
 */
function earlierStateOf<Came extends Bookmark>(came: Came, row: BookmarkRow): Came {
  const known = PAGE_WORD_FIELDS.filter((field) => isKnownField(row, field));
  return { ...came, ...pick(row, [...known, ...JOINED_FLAGS]) };
}

const CHANGED_FIELDS = [
  ...EDITABLE_FIELDS,
  ...(['labels', 'excerpt', 'description', 'icon', 'image', 'created'] as const),
];

const isChanged = ({ row }: JoinedPart, { after, article }: JoinedRows): boolean =>
  article !== null || CHANGED_FIELDS.some((field) => !isSameValue(row[field], after[field]));

/** Returns the highlights for a bookmark of the library. Places in another text do not hold. */
function placedHighlights(
  { article, highlights }: Prepared,
  bookmarkId: BookmarkId,
  text: readonly number[] | undefined,
): readonly Highlight[] {
  const isSameText = article !== null && isSameValue(article.paragraphs, text);
  return highlights.map((highlight) => {
    if (isSameText) return { ...highlight, bookmarkId };
    return asUnanchored({ ...highlight, bookmarkId, position: null });
  });
}

/**
 * Adds the highlights that a bookmark lacks, and the notes and answers that equal ones lack. Returns true if it
 * lacked any.
 */
async function addHighlights(
  store: Store,
  own: readonly HighlightState[],
  came: readonly Highlight[],
  log: ChangeLog | undefined,
): Promise<boolean> {
  const { db, now } = store;
  const here = new Map<HighlightId, Highlight>();
  const byText = new Map<string, HighlightId[]>();
  const put = (one: Highlight) => {
    if (!here.has(one.id)) {
      const key = withoutWhiteSpace(one.quote.exact);
      byText.set(key, [...(byText.get(key) ?? []), one.id]);
    }
    here.set(one.id, one);
  };
  const sameAs = ({ id, quote }: Highlight): Highlight | undefined =>
    here.get(id) ??
    (byText.get(withoutWhiteSpace(quote.exact)) ?? [])
      .flatMap((other) => here.get(other) ?? [])
      .find((other) => isSameContext(other.quote, quote));
  for (const { highlight } of own) if (highlight !== null) put(highlight);
  const changed = new Set<HighlightId>();
  for (const one of came) {
    const same = sameAs(one);
    const next = same ? withAnswers(same, one, now()) : one;
    if (next === same) continue;
    put(next);
    changed.add(next.id);
  }
  const before = own.filter(({ id }) => changed.has(id));
  const edited = before.filter(({ highlight }) => highlight !== null);
  const isEdited = new Set(edited.map(({ id }) => id));
  const added = [...changed].flatMap((id) => (isEdited.has(id) ? [] : (here.get(id) ?? [])));
  const free = await underFreeIds(store, added);
  await db.deletedHighlights.bulkDelete(free.map(({ id }) => id));
  const after = [
    ...edited.map((state) => ({ ...state, highlight: here.get(state.id) ?? null })),
    ...restoredStates(before, free),
  ];
  await writeHighlightStates(db, before, after, now(), log);
  return changed.size > 0;
}

function withAnswers(highlight: Highlight, came: Highlight, now: UnixMs): Highlight {
  const note = joinNotes([highlight.note, came.note], NOTE_MAX_LENGTH);
  const review = joinReviews(highlight.review, came.review);
  const isSame = note === highlight.note && review === highlight.review;
  return isSame ? highlight : { ...highlight, note, review, updated: now };
}

/** Gives new ids to highlights whose ids those of other bookmarks have. */
async function underFreeIds(
  { db, newId }: Store,
  highlights: readonly Highlight[],
): Promise<readonly Highlight[]> {
  const shadows = await db.highlightShadows.bulkGet(highlights.map(({ id }) => id));
  return highlights.map((highlight, at) => {
    const owner = shadows[at]?.bookmarkId ?? highlight.bookmarkId;
    // The library makes all ids in the same way.
    const free = () => newId() as string as HighlightId;
    return owner === highlight.bookmarkId ? highlight : { ...highlight, id: free() };
  });
}
