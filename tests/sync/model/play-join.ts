import { duplicateRepository } from '../../../src/library';
import { value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './history';
import type { Players } from './players';

/** Makes one of all pages of a device, as after *Find duplicates*, and may take it back at once. */
export async function playJoin(
  { all, asked }: Players,
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
  // What one of them lost elsewhere meanwhile the other has now.
  for (const label of others.flatMap(({ labels }) => labels)) asked.united.add(label);
  if (isUndone) value(await duplicates.takeBack(joined));
  else for (const { urlKey } of others) asked.joined.add(urlKey);
}
