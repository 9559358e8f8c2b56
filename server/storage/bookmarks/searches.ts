import type { ReadSession, Session, Unit } from '../database-session';
import { listLabels } from '../labels';
import { complete } from './complete';
import { countMatches, findKeys, findPage, type UserSearch } from './find-keys';
import { changedSince, findInOrder } from './sync-bookmarks';

/**
 * The reads that a person can make expensive. SQLite does them in another process, so their inputs and
 * outputs are plain data.
 */
const SEARCHES = {
  page: findPage,
  keys: findKeys,
  count: countMatches,
  changes: changedSince,
  inOrder: findInOrder,
  complete,
  labels: listLabels,
};

type Searches = typeof SEARCHES;
export type SearchKind = keyof Searches;
export type SearchInput<K extends SearchKind> = Parameters<Searches[K]>[1];
export type SearchOutput<K extends SearchKind> = Awaited<ReturnType<Searches[K]>>;
/** The kinds with a `BookmarkSearch`. */
export type SearchOfBookmarks = {
  [K in SearchKind]: SearchInput<K> extends UserSearch ? K : never;
}[SearchKind];

/** Does a search with the connection of `session`. */
export const doSearch = <K extends SearchKind>(
  session: ReadSession,
  kind: K,
  input: SearchInput<K>,
): Promise<SearchOutput<K>> => {
  // The type checker cannot relate the function and its input.
  const run = SEARCHES[kind] as unknown as (
    session: ReadSession,
    input: SearchInput<K>,
  ) => Promise<SearchOutput<K>>;
  return run(session, input);
};

/** Returns the session of repositories that are part of a transaction. */
export function sessionOf(unit: Unit): Session {
  return {
    ...unit,
    write: (work) => work(unit),
    search: (kind, input) => doSearch(unit, kind, input),
  };
}
