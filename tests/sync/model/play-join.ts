import { duplicateRepository } from '../../../src/library';
import { undo, value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './actions';
import type { Players } from './players';

/**
 * Joins all bookmarks of a device into one, as *Find duplicates* does, and may undo that at once.
 */
export async function playJoin(
  { all, expected }: Players,
  { device: at, url, isUndone }: Action & { kind: 'join' },
): Promise<void> {
  const { library, tables } = all[at]!.device;
  const rows = await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
  const kept = rows.find(({ urlKey }) => urlKey === keyOf(url));
  const others = rows.filter((row) => row !== kept);
  if (kept === undefined || others.length === 0) return;
  const duplicates = library.part(duplicateRepository);
  const joining = { keep: kept.id, others: others.map(({ id }) => id) };
  const joined = value(await duplicates.join([joining]));
  // A label that one of them lost elsewhere meanwhile is now on the kept bookmark.
  for (const label of others.flatMap(({ labels }) => labels)) expected.united.add(label);
  if (isUndone) await undo({ library }, joined);
  else for (const { urlKey } of others) expected.joined.add(urlKey);
}
