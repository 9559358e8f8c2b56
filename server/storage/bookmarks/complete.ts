import { fold } from '../../../src/query';
import { parsed } from '../database/rows';
import type { ReadSession } from '../database/session';
import type { UserId } from '../schema/ids';
import type { COMPLETABLE } from './bookmark';
import { sortedLabels } from './columns';

type Completable = (typeof COMPLETABLE)[number];

interface Completion {
  readonly userId: UserId;
  readonly field: Completable;
  readonly pattern: string;
  readonly limit: number;
}

/** Lists the values of `field` that match `pattern`, ignoring case and accents (protocol.md section 7.9). */
export async function complete(
  session: ReadSession,
  { userId, field, pattern, limit }: Completion,
): Promise<readonly string[]> {
  const values = (await valuesOf(session, userId, field)).filter(matcher(pattern));
  return sortedLabels(values).slice(0, limit);
}

async function valuesOf(
  { db }: ReadSession,
  userId: UserId,
  field: Completable,
): Promise<readonly string[]> {
  if (field === 'label') {
    const rows = await db
      .selectFrom('bookmark_labels')
      .select('label')
      .distinct()
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ label }) => label);
  }
  const column = ({ author: 'authors', site: 'site', title: 'title' } as const)[field];
  const rows = await db
    .selectFrom('bookmarks')
    .select(`${column} as value`)
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  const values = rows.map(({ value }) => value);
  return field === 'author' ? values.flatMap((json) => parsed<string[]>(json)) : values;
}

/** Returns a function that matches a text with `pattern`, where `*` matches any text. */
export function matcher(pattern: string): (text: string) => boolean {
  if (pattern === '*') return () => true;
  const [first = '', ...others] = pattern.split('*').map(fold);
  const last = others.pop();
  return (text) => {
    const folded = fold(text);
    if (last === undefined) return folded === first;
    if (!folded.startsWith(first)) return false;
    // A regular expression made from user input could take exponential time.
    let at = first.length;
    for (const part of others) {
      at = folded.indexOf(part, at);
      if (at < 0) return false;
      at += part.length;
    }
    return folded.length - last.length >= at && folded.endsWith(last);
  };
}
