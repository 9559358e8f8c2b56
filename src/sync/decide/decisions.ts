import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { EDITABLE_FIELDS, type EditableField, pick } from '../../domain/bookmark-fields';
import { isSameValue, patchFieldsOf } from '../../domain/bookmark-values';
import type { CollectionId } from '../../domain/collection';
import { normalLabels } from '../../domain/label';
import { err } from '../../domain/result';
import { unixMs } from '../../domain/time';
import {
  type CollectionEdit,
  type CollectionState,
  type CollectionTransaction,
  collectionRepository,
  highlightRepository,
  isOnlyHere,
  type JournalRow,
  type Library,
  type NewCollection,
  type SyncState,
  type SyncTransaction,
  type Written,
} from '../../library';
import { everyField } from '../collections/receive-collections';
import { deleteRemote } from '../merge/join';
import { missing } from '../merge/link-created';
import { verificationsOf } from '../merge/queue';
import { receiveBookmark } from '../merge/receive-bookmark';
import { makeLocalOnly } from '../merge/unlink';
import { freed } from '../runner';
import { createHighlightDecisions, takeHighlightBack } from './highlight-decisions';

type DecidedLibrary = Pick<Library, 'sync' | 'bookmarks' | 'part'>;

/** A time before all changes, so that the next one always counts as new. */
const BEFORE_ALL_CHANGES = unixMs(0);

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
    /**
     * *Replace the server's bookmark*: creates the bookmark with its article, and then deletes the one
     * that has none. For a server that does not replace articles.
     */
    replaceOnServer: (id: BookmarkId) => change(id, replaceOnServer),
    /** *Keep only here*: excludes the bookmark from sync for good and drops the waiting changes. */
    keepLocalOnly: (id: BookmarkId) => change(id, makeLocalOnly),
    collections: createCollectionDecisions(library),
    highlights: createHighlightDecisions(library),
    /**
     * Restores the other value of each field as an edit, or what was deleted. Error `not-found` if the
     * values belong to something that is deleted, in the trash, too.
     */
    async takeBack(entry: JournalRow): Written<unknown> {
      const { bookmarkId, collection, highlight } = entry;
      // A join moves a highlight to another bookmark.
      const marked = highlight && (await library.part(highlightRepository).get(highlight.id));
      const of = marked?.bookmarkId ?? bookmarkId;
      const bookmark = of === null ? null : await bookmarks.get(of);
      const isInTrash = bookmark !== null && bookmark.trashedAt !== null;
      if (highlight && isInTrash) return err({ kind: 'not-found' });
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
  return sync.transaction(query, (tx) => discardOn(tx, tx.get(id), patchFieldsOf(hasNotes)));
}

/**
 * A bookmark that the server has gets the server's version, even if it was deleted for good here.
 * Any other goes to the trash, where it can be restored. `fields` are those that the server has.
 */
function discardOn(
  tx: SyncTransaction,
  { id, bookmark, shadow, intents }: SyncState,
  fields: readonly EditableField[],
): void {
  if (bookmark === null && shadow?.serverId) {
    tx.log('discarded', id);
    const { serverId, version, isLoaded } = shadow;
    tx.put({ id, bookmark, shadow: null, intents: [] });
    const updated = shadow.updated ?? BEFORE_ALL_CHANGES;
    const remote = { serverId, version, updated, isLoaded, documentType: '', reportsNote: true };
    receiveBookmark(tx, remote, () => false, false);
    return;
  }
  if (bookmark === null || shadow === null) {
    tx.log('discarded', id);
    const trashed = bookmark && { ...bookmark, trashedAt: bookmark.trashedAt ?? tx.deletionTime };
    tx.put({ id, bookmark: trashed, shadow: null, intents: [] });
    return;
  }
  const { version } = shadow;
  const restored = { ...pick(version, fields), labels: normalLabels(version.labels) };
  const changes = ([...fields, 'labels'] as const).flatMap((field) => {
    const [ours, theirs] = [bookmark[field], restored[field]];
    return isSameValue(ours, theirs) ? [] : [{ field, ours, theirs }];
  });
  tx.log('discarded', id, changes);
  const next = { ...bookmark, ...restored, trashedAt: null };
  const isArticle = intents.some(({ intent }) => intent.kind === 'content');
  // The article of the server counts as later than one that was discarded.
  const kept = isArticle
    ? { ...shadow, article: 'local' as const, sentCaptured: BEFORE_ALL_CHANGES }
    : shadow;
  tx.putArticle({ id, bookmark: next, shadow: kept, intents: [] });
}

function replaceOnServer(tx: SyncTransaction, { id, bookmark, shadow, intents }: SyncState): void {
  if (bookmark === null || shadow === null || !isOnlyHere(bookmark, shadow)) return;
  const look = deleteRemote(tx, id, shadow);
  tx.put({
    id,
    bookmark: { ...bookmark, serverId: null },
    shadow: null,
    intents: [...verificationsOf(intents, id), look],
  });
}

/** Returns the patch that restores the value that lost: after a merge the server's, otherwise ours. */
function takenBack({ kind, changes }: JournalRow): BookmarkPatch {
  const values = changes.map(({ field, ours, theirs }) =>
    kind === 'merged' || kind === 'joined'
      ? { field, was: theirs, is: ours }
      : { field, was: ours, is: theirs },
  );
  const fields = values.filter(({ field }) => EDITABLE_FIELDS.some((one) => one === field));
  const labels = values.find(({ field }) => field === 'labels');
  return {
    // The journal holds a value of the right type for each field.
    ...(Object.fromEntries(fields.map(({ field, was }) => [field, was])) as BookmarkPatch),
    ...(labels && {
      addLabels: missing(labelsOfValue(labels.was), labelsOfValue(labels.is)),
      removeLabels: missing(labelsOfValue(labels.is), labelsOfValue(labels.was)),
    }),
  };
}

const labelsOfValue = (value: unknown): readonly string[] =>
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

/** Restores the other value of each field, or the whole collection if it was deleted. */
async function takeCollectionBack(
  library: Pick<Library, 'part'>,
  id: CollectionId,
  { kind, changes }: JournalRow,
): Written<unknown> {
  const collections = library.part(collectionRepository);
  const values = changes.map(({ field, ours, theirs }) => [
    field,
    kind === 'merged' ? theirs : ours,
  ]);
  // The journal holds a value of the right type for each field.
  const was = Object.fromEntries(values) as CollectionEdit;
  const there = await collections.get(id);
  // Other entries do not have all of its values.
  const isWhole = kind === 'deleted-there' || kind === 'discarded';
  return there === null && isWhole
    ? collections.create(was as NewCollection)
    : collections.edit(id, was);
}
