import { ok, type UnixMs } from '../../domain';
import { toRow } from '../bookmark-row';
import { COUNTED_TABLES, writeBookmarks } from '../counters';
import type { OutboxRow } from '../intents';
import { rememberPageValues } from '../page-values';
import type { Written } from '../repository';
import type { BookmarkChange, BookmarkRow } from '../rows';
import type { Store } from '../store';
import { commit } from '../write';
import { type DeskContents, openDesk } from './desk';
import type { DeskQuery, SyncDesk, SyncedBookmark, SyncState } from './sync-repository';
import { writeShadows } from './write-shadows';

const TABLES = [...COUNTED_TABLES, 'outbox', 'shadows', 'journal'];

/** Lets `decide` work on what is asked for, and writes what it put, all of it or nothing. */
export const decideOver = <T>(
  store: Store,
  query: DeskQuery,
  decide: (desk: SyncDesk) => T,
): Written<T> =>
  commit(store.db, TABLES, async () => {
    const contents = await openDesk(store, query);
    const decided = decide(contents.desk);
    await write(store, contents);
    return ok(decided);
  });

async function write({ db }: Store, contents: DeskContents): Promise<void> {
  const { desk, before, after, rows, entries, meta } = contents;
  const changed = [...after.values()].flatMap((state) => {
    const old = before.get(state.id);
    return old === state ? [] : withOwnArticle(old, state);
  });
  const bookmarks = changed.flatMap(({ id, bookmark }): BookmarkChange[] => {
    if (bookmark === null || bookmark === before.get(id)?.bookmark) return [];
    const row = rows.get(id) ?? null;
    return [{ before: row, after: rowOf(row, bookmark, desk.now) }];
  });
  const shadows = changed.filter(({ id, shadow }) => shadow !== (before.get(id)?.shadow ?? null));
  const { puts, adds, deletes } = intentChanges(contents, changed);
  await Promise.all([
    bookmarks.length > 0 && writeBookmarks(db, bookmarks),
    writeShadows(
      db,
      shadows.map(({ id, shadow }) => ({ before: before.get(id)?.shadow ?? null, after: shadow })),
    ),
    db.outbox.bulkDelete(deletes),
    db.outbox.bulkPut(puts),
    db.outbox.bulkAdd(adds),
    db.journal.bulkAdd(entries),
    meta.after !== meta.before && db.meta.put({ key: 'sync', sync: meta.after }),
  ]);
}

/** A new article of which the server is not told: what is here is nowhere else. */
function withOwnArticle(before: SyncState | undefined, state: SyncState): SyncState {
  const isDropped = hasContent(before) && !hasContent(state);
  if (!isDropped || state.shadow?.article !== 'here') return state;
  return { ...state, shadow: { ...state.shadow, article: 'own' } };
}

const hasContent = (state: SyncState | undefined): boolean =>
  state?.intents.some(({ intent }) => intent.kind === 'content') ?? false;

/** What a server or another device wrote over the page's own word is a person's. */
function rowOf(before: BookmarkRow | null, bookmark: SyncedBookmark, now: UnixMs): BookmarkRow {
  if (before === null) return toRow(bookmark);
  return toRow({ ...rememberPageValues(before, { ...before, ...bookmark }), updated: now });
}

function intentChanges({ before }: DeskContents, changed: readonly SyncState[]) {
  const puts: OutboxRow[] = [];
  const adds: Omit<OutboxRow, 'seq'>[] = [];
  const deletes: number[] = [];
  for (const state of changed) {
    const old = before.get(state.id)?.intents ?? [];
    if (old === state.intents) continue;
    const kept = new Set(state.intents.map(({ seq }) => seq));
    deletes.push(...old.flatMap(({ seq }) => (seq === null || kept.has(seq) ? [] : [seq])));
    for (const intent of state.intents) {
      const { seq, ...rest } = intent;
      if (seq === null) adds.push(rest);
      else if (!old.includes(intent)) puts.push({ ...rest, seq });
    }
  }
  return { puts, adds, deletes };
}
