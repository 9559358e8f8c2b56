import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { SyncMeta, SyncTransaction } from '../../library';
import type { SyncContext } from '../context';
import { orStopped, type Stopped, stoppedBy } from '../stop';

/** The bookmarks of one transaction. */
const NOTED_PER_TRANSACTION = 250;

/**
 * Asks if the server has a place for notes about bookmarks. If it has one now, the notes of this
 * device are queued before those of the server are received, so that neither is lost. So is the
 * deletion of a note that the server reported before this device knew of its place.
 */
export async function learnNotes(
  { library: { sync }, features }: SyncContext,
  { hasNotes: hadNotes }: SyncMeta,
): Promise<Result<unknown, Stopped>> {
  const known = await features();
  if (!known.ok) return err(stoppedBy(known.error));
  const hasNotes = known.value.includes('bookmark_notes');
  if (hasNotes === hadNotes) return ok(null);
  if (!hasNotes) return orStopped(sync.setMeta({ hasNotes }));
  const before = await queueAllNotes(sync);
  const learned = before.ok ? await orStopped(sync.setMeta({ hasNotes })) : before;
  // Notes may have been written in the meantime.
  return learned.ok ? queueAllNotes(sync) : learned;
}

async function queueAllNotes(
  sync: SyncContext['library']['sync'],
): Promise<Result<unknown, Stopped>> {
  const noted = await sync.notedBookmarks();
  for (let at = 0; at < noted.length; at += NOTED_PER_TRANSACTION) {
    const ids = noted.slice(at, at + NOTED_PER_TRANSACTION);
    const queued = await orStopped(
      sync.transaction({ ids, hasNotes: true }, (tx) => queueNotes(tx, ids)),
    );
    if (!queued.ok) return queued;
  }
  return ok(null);
}

/** An entry for the note is added when the bookmark is written. */
function queueNotes(tx: SyncTransaction, ids: readonly BookmarkId[]): void {
  for (const id of ids) tx.put(tx.get(id));
}
