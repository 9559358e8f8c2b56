import { type UnixMs, unixMs } from '../../../src/domain';
import type { UserId } from '../ids';
import type { Session } from '../session';
import type { SyncChange } from './bookmark-repository';

/** What was changed or deleted since a moment, newest first (protocol.md section 11). */
export async function changedSince(
  { db }: Session,
  userId: UserId,
  since: UnixMs | null,
): Promise<readonly SyncChange[]> {
  const updates = await db
    .selectFrom('bookmarks')
    .select(['id', 'updated as time'])
    .where('user_id', '=', userId)
    .where('updated', '>=', since ?? 0)
    .orderBy('updated', 'desc')
    .orderBy('key', 'desc')
    .execute();
  const changes = updates.map(({ id, time }) => change(id, time, 'update'));
  if (since === null) return changes;
  const deletions = await db
    .selectFrom('tombstones')
    .select(['id', 'deleted_at as time'])
    .where('user_id', '=', userId)
    .where('deleted_at', '>=', since)
    .execute();
  if (deletions.length === 0) return changes;
  return [...changes, ...deletions.map(({ id, time }) => change(id, time, 'delete'))].sort(
    (a, b) => b.time - a.time,
  );
}

const change = (id: string, time: number, type: SyncChange['type']): SyncChange => ({
  id,
  time: unixMs(time),
  type,
});
