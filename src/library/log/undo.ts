import { ok } from '../../domain/result';
import { putArticleBack } from '../articles/put-article-back';
import { putTextBack } from '../articles/put-text-back';
import { COLLECTION_TABLES } from '../collections/collection-row';
import { putCollectionBack } from '../collections/collections';
import type { LabelRename } from '../database/bulk-rows';
import { type ChangeLog, commitLogged, LOG_TABLES } from '../database/change-log';
import { type Written, write } from '../database/commit';
import type { LogEntry } from '../database/log-rows';
import type { GroupId } from '../database/rows';
import type { Store } from '../database/store';
import { JOIN_TABLES, putJoinBack } from '../duplicates/join-bookmarks';
import { putHighlightBack } from '../highlights/put-highlights-back';
import { putRuleBack } from '../site-rules/site-rules';
import { putImportBack } from '../transfer/undo-import';
import { putBookmarksBack } from './put-back';
import {
  readUndoable,
  STEP_TABLES,
  type Undoing,
  type Undone,
  undoAct,
  undoLast,
} from './undo-steps';

const UNDOING: Undoing = {
  tables: [...new Set([...JOIN_TABLES, ...COLLECTION_TABLES, ...STEP_TABLES, 'siteRules'])],
  putBack,
};

/** Undoes an act of a person. `continueUndos` goes on with an undo that was interrupted. */
export const undo = (store: Store, id: GroupId, signal?: AbortSignal): Written<Undone | null> =>
  undoAct(store, id, UNDOING, signal);

/**
 * Goes on with the undos that were begun, oldest first, and returns those that have ended. `signal` stops
 * it after a transaction.
 */
export async function continueUndos(
  store: Store,
  signal?: AbortSignal,
): Written<readonly Undone[]> {
  const ended: Undone[] = [];
  while (!signal?.aborted) {
    const stepped = await commitLogged(store.db, UNDOING.tables, async () => {
      const group = await store.db.groups.orderBy('undoing').first();
      return ok(group === undefined ? null : await undoLast(store, group, putBack));
    });
    if (!stepped.ok) return stepped;
    if (stepped.value === null) break;
    if (stepped.value.isLast) ended.push({ group: stepped.value.by });
  }
  return ok(ended);
}

/** Lets `continueUndos` undo an act. Without effect if it is undone already, or too old. */
export const startUndo = ({ db }: Store, id: GroupId): Written<void> =>
  write(db, LOG_TABLES, async () => {
    const group = await readUndoable(db, id);
    if (group !== undefined) await db.groups.put({ ...group, undoing: 1 });
  });

/** Ends an undo early. What is left of the act can be undone later. */
export const stopUndo = ({ db }: Store, id: GroupId): Written<void> =>
  write(db, LOG_TABLES, async () => {
    const group = await db.groups.get(id);
    if (group === undefined) return;
    const { undoing, undoneBy, ...rest } = group;
    await db.groups.put(rest);
  });

function putBack(
  store: Store,
  entry: LogEntry,
  renames: readonly LabelRename[],
  log: ChangeLog,
): Promise<void> {
  switch (entry.table) {
    case 'bookmarks':
      return putBookmarksBack(store, entry, renames, log);
    case 'highlights':
      return putHighlightBack(store, entry, log);
    case 'collections':
      return putCollectionBack(store, entry, log);
    case 'siteRules':
      return putRuleBack(store, entry, log);
    case 'imports':
      return putImportBack(store, entry, log);
    case 'joins':
      return putJoinBack(store, entry, log);
    case 'articles':
      return putArticleBack(store, entry, log);
    case 'texts':
      return putTextBack(store, entry, log);
  }
}
