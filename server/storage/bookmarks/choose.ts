import { type Expression, type SqlBool, sql } from 'kysely';
import type { ReadStatus } from '../../../src/contract';
import { fold, patternOf, type TextTerm } from '../../../src/query';
import { flag } from '../database/rows';
import type { ReadSession } from '../database/session';
import type { WordTerm } from '../database/word-index';
import { keyRange, type UserId } from '../schema/ids';
import type { BookmarkSearch, UserSearch } from './bookmark-search';

/** Returns the words that a match must contain. */
export const searchedWords = ({ query }: BookmarkSearch): readonly WordTerm[] =>
  query.terms.filter(({ isExcluded }) => !isExcluded).flatMap(wordTermsOf);

function wordTermsOf({ field, text, isPrefix }: TextTerm): readonly WordTerm[] {
  if (field === 'label') return [];
  const pattern = patternOf(text, isPrefix);
  return pattern === null ? [] : [{ field, pattern }];
}

/** Selects the bookmarks that match a search, without an order. */
export const choose = (session: ReadSession, search: UserSearch) =>
  conditionsOf(session, search).reduce(
    (query, condition) => query.where(condition),
    session.db.selectFrom('bookmarks').where('user_id', '=', search.userId),
  );

/** Returns the conditions under which a bookmark of the user matches a search. */
export function conditionsOf(
  { engine }: ReadSession,
  { userId, search }: UserSearch,
): readonly Expression<SqlBool>[] {
  const range = keyRange(userId);
  const words = searchedWords(search);
  const excluded = (term: TextTerm): Expression<SqlBool>[] =>
    term.isExcluded
      ? wordTermsOf(term).map(
          (word) => sql<SqlBool>`key not in ${engine.words.found([word], range)}`,
        )
      : [];
  return [
    ...filters(search),
    ...annotated(userId, search),
    ...(search.ids === null ? [] : [engine.isAmong('id', search.ids)]),
    ...(words.length > 0 ? [sql<SqlBool>`key in ${engine.words.found(words, range)}`] : []),
    ...search.query.terms.flatMap((term) =>
      term.field === 'label' ? [labelled(userId, term)] : excluded(term),
    ),
  ];
}

function annotated(
  userId: UserId,
  { hasAnnotations }: BookmarkSearch,
): readonly Expression<SqlBool>[] {
  if (hasAnnotations === null) return [];
  const having = sql`(select bookmark_key from annotations where user_id = ${userId})`;
  return [hasAnnotations ? sql<SqlBool>`key in ${having}` : sql<SqlBool>`key not in ${having}`];
}

/** Compares the whole label, or its folded beginning (protocol.md section 13). */
function labelled(userId: UserId, { text, isPrefix, isExcluded }: TextTerm): Expression<SqlBool> {
  const folded = fold(text);
  const holds = isPrefix
    ? sql`folded >= ${folded} and folded < ${`${folded}\u{10FFFF}`}`
    : sql`label = ${text}`;
  const having = sql`(select bookmark_key from bookmark_labels where user_id = ${userId} and ${holds})`;
  return isExcluded ? sql<SqlBool>`key not in ${having}` : sql<SqlBool>`key in ${having}`;
}

const PROGRESS: Readonly<Record<ReadStatus, Expression<SqlBool>>> = {
  unread: sql<SqlBool>`read_progress = 0`,
  reading: sql<SqlBool>`read_progress between 1 and 99`,
  read: sql<SqlBool>`read_progress = 100`,
};

function filters(search: BookmarkSearch): Expression<SqlBool>[] {
  const is = (column: string, value: boolean | null) =>
    value === null ? [] : [sql<SqlBool>`${sql.ref(column)} = ${flag(value)}`];
  const { types, readStatus, isLoaded, createdFrom, createdTo } = search;
  return [
    ...is('is_favourite', search.isFavourite),
    ...is('is_archived', search.isArchived),
    ...is('has_errors', search.hasErrors),
    ...is('has_labels', search.hasLabels),
    ...(isLoaded === null ? [] : [isLoaded ? sql<SqlBool>`state <> 2` : sql<SqlBool>`state = 2`]),
    ...(types === null ? [] : [anyOf(types.map((type) => sql<SqlBool>`known_type = ${type}`))]),
    ...(readStatus === null ? [] : [anyOf(readStatus.map((status) => PROGRESS[status]))]),
    ...(createdFrom === null ? [] : [sql<SqlBool>`created >= ${createdFrom}`]),
    ...(createdTo === null ? [] : [sql<SqlBool>`created <= ${createdTo}`]),
  ];
}

const anyOf = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  conditions.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
