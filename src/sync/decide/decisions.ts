import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { EDITABLE_FIELDS, type EditableField, pick } from '../../domain/bookmark-fields';
import type { CollectionId } from '../../domain/collection';
import { normalLabels } from '../../domain/label';
import { err } from '../../domain/result';
import { unixMs } from '../../domain/time';
import type {
  CollectionEdit,
  CollectionState,
  CollectionTransaction,
  JournalRow,
  Library,
  NewCollection,
  SyncState,
  SyncTransaction,
  Written,
} from '../../library';
import { everyField } from '../collections/receive-collections';
import { missing } from '../merge/link-created';
import { receiveBookmark } from '../merge/receive-bookmark';
import { makeLocalOnly } from '../merge/unlink';
import { freed } from '../runner';
import { createHighlightDecisions, takeHighlightBack } from './highlight-decisions';

type DecidedLibrary = Pick<Library, 'sync' | 'bookmarks' | 'collections' | 'part'>;

/** A time before all changes, so that the next one always counts as new. */
const NEVER = unixMs(0);

export type Decisions = ReturnType<typeof createDecisions>;

/** A person's decisions about changes that the server refused, and about the journal. */
export function createDecisions(library: DecidedLibrary) {
  const { sync, bookmarks } = library;
  const change = (id: BookmarkId, work: (tx: SyncTransaction, state: SyncState) => void) =>
    sync.transaction({ ids: [id] }, (tx) => work(tx, tx.get(id)));
  return {
    /** *Try again*: sends the change unchanged in the next round. */
    tryAgain: (id: BookmarkId) =>
      change(id, (tx, state) => tx.put({ ...state, intents: state.intents.map(freed) })),
    /** *Discard*: drops the waiting changes and restores the version of the server. */
    discard: (id: BookmarkId) => discard(sync, id),
    /** *Keep only here*: excludes the bookmark from sync for good and drops the waiting changes. */
    keepLocalOnly: (id: BookmarkId) => change(id, makeLocalOnly),
    collections: createCollectionDecisions(library),
    highlights: createHighlightDecisions(library),
    /** Restores the other value of each field as an edit. */
    async takeBack(entry: JournalRow): Written<unknown> {
      const { bookmarkId, collection, highlight } = entry;
      if (highlight) return takeHighlightBack(library, highlight.id, entry);
      if (collection) return takeCollectionBack(library, collection.id, entry);
      if (bookmarkId === null) return err({ kind: 'not-found' });
      return bookmarks.edit(bookmarkId, takenBack(entry));
    },
    /** Sets what the next round does about data that a server has lost. */
    answerLostData: (decision: 'send-back' | 'accept') => sync.setMeta({ decision }),
  };
}

/**
 * Also loads the bookmark that has the address by now, for one that is deleted for good here and
 * not on the server.
 */
async function discard(sync: Library['sync'], id: BookmarkId): Written<void> {
  const url = await sync.transaction({ ids: [id] }, (tx) => tx.get(id).shadow?.version.url ?? null);
  if (!url.ok) return url;
  const query = { ids: [id], urls: url.value === null ? [] : [url.value] };
  const { hasNotes } = await sync.meta();
  const fields = EDITABLE_FIELDS.filter((field) => field !== 'note' || hasNotes);
  return sync.transaction(query, (tx) => discardOn(tx, tx.get(id), fields));
}

/**
 * A bookmark that the server has gets the server's version, even if it was deleted for good here.
 * Any other goes to the trash, where it can be restored. `fields` are those that the server has.
 */
function discardOn(
  tx: SyncTransaction,
  { id, bookmark, shadow }: SyncState,
  fields: readonly EditableField[],
): void {
  tx.log('discarded', id);
  if (bookmark === null && shadow?.serverId) {
    const { serverId, version, isLoaded } = shadow;
    tx.put({ id, bookmark, shadow: null, intents: [] });
    const updated = shadow.updated ?? NEVER;
    const remote = { serverId, version, updated, isLoaded, documentType: '', reportsNote: true };
    receiveBookmark(tx, remote, () => false, false);
    return;
  }
  if (bookmark === null || shadow === null) {
    const trashed = bookmark && { ...bookmark, trashedAt: bookmark.trashedAt ?? tx.now };
    tx.put({ id, bookmark: trashed, shadow: null, intents: [] });
    return;
  }
  const { version } = shadow;
  const labels = normalLabels(version.labels);
  tx.put({
    id,
    bookmark: { ...bookmark, ...pick(version, fields), labels, trashedAt: null },
    shadow,
    intents: [],
  });
}

/**
 * Returns the patch that restores the value that lost: for received changes the local one,
 * otherwise the server's.
 */
function takenBack({ kind, changes }: JournalRow): BookmarkPatch {
  const values = changes.map(({ field, ours, theirs }) =>
    kind === 'received' ? { field, was: ours, is: theirs } : { field, was: theirs, is: ours },
  );
  const fields = values.filter(({ field }) => EDITABLE_FIELDS.some((one) => one === field));
  const labels = values.find(({ field }) => field === 'labels');
  return {
    // The journal holds a value of the right type for each field.
    ...(Object.fromEntries(fields.map(({ field, was }) => [field, was])) as BookmarkPatch),
    ...(labels && {
      addLabels: missing(labelsOf(labels.was), labelsOf(labels.is)),
      removeLabels: missing(labelsOf(labels.is), labelsOf(labels.was)),
    }),
  };
}

const labelsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((label) => typeof label === 'string') : [];

/** A person's decisions about a collection that the server refused, as for bookmarks. */
function createCollectionDecisions({ sync }: Pick<Library, 'sync'>) {
  const change =
    (work: (tx: CollectionTransaction, row: CollectionState) => void) => (id: CollectionId) =>
      sync.collectionTransaction((tx) => {
        const row = tx.get(id);
        if (row !== null) work(tx, row);
      });
  return {
    tryAgain: change((tx, row) => tx.put({ ...row, entry: row.entry && freed(row.entry) })),
    /** Deletes a collection that the server never had; `takeBack` creates it again. */
    discard: change(discardCollection),
    keepLocalOnly: change((tx, row) => {
      tx.put({ ...row, isKeptHere: true, base: null, tried: {} });
      tx.log('kept-here', row);
    }),
  };
}

function discardCollection(tx: CollectionTransaction, row: CollectionState): void {
  tx.log('discarded', row, everyField(row));
  if (row.base === null) tx.remove(row.id);
  else tx.put({ ...row, ...row.base, deletedAt: null, tried: {}, entry: null });
}

/** Restores the other value of each field. Creates the collection again if it is gone. */
async function takeCollectionBack(
  { collections }: Pick<Library, 'collections'>,
  id: CollectionId,
  { kind, changes }: JournalRow,
): Written<unknown> {
  const values = changes.map(({ field, ours, theirs }) => [
    field,
    kind === 'merged' ? theirs : ours,
  ]);
  // The journal holds a value of the right type for each field.
  const was = Object.fromEntries(values) as CollectionEdit;
  const there = await collections.get(id);
  if (there !== null || was.name === undefined) return collections.edit(id, was);
  return collections.create(was as NewCollection);
}
