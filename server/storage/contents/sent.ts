import type { Insertable } from 'kysely';
import type { BookmarkKey } from '../ids';
import { insertStatement } from '../insert-statement';
import type { ResourceTable } from '../schema/content-tables';
import type { Session, Unit } from '../session';
import { slot, statement } from '../statement';
import type { SentFile } from './content';

/** The kind of what waits to be extracted. Its rows go when the files of the bookmark are put. */
export const SENT = 'sent';

/** Their order is that of their names. */
const nameOf = (index: number) => `${SENT}/${String(index).padStart(5, '0')}`;

const removeSent = statement<never, [key: BookmarkKey]>((db) =>
  db
    .deleteFrom('resources')
    .where('bookmark_key', '=', slot<BookmarkKey>(0))
    .where('kind', '=', SENT),
);

const insert = insertStatement<Insertable<ResourceTable>>('resources');

/** Keeps what was sent with a bookmark in the place of what was sent before. */
export async function putSent(
  unit: Unit,
  key: BookmarkKey,
  files: readonly SentFile[],
): Promise<void> {
  await removeSent(unit, key);
  for (const [index, { url, contentType, hash, sizeBytes }] of files.entries()) {
    await insert(unit, {
      bookmark_key: key,
      name: nameOf(index),
      hash,
      kind: SENT,
      content_type: contentType,
      url,
      width: 0,
      height: 0,
      size: sizeBytes,
    });
  }
}

/** What was sent with a bookmark and waits; empty once it was extracted. */
export async function sentOf({ db }: Session, key: BookmarkKey): Promise<readonly SentFile[]> {
  const rows = await db
    .selectFrom('resources')
    .select(['url', 'content_type', 'hash', 'size'])
    .where('bookmark_key', '=', key)
    .where('kind', '=', SENT)
    .orderBy('name')
    .execute();
  return rows.map(({ url, content_type, hash, size }) => ({
    url,
    contentType: content_type,
    hash,
    sizeBytes: size,
  }));
}
