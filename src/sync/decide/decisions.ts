import { type BookmarkId, type BookmarkPatch, err, normalLabels, unixMs } from '../../domain';
import type {
  JournalRow,
  Library,
  QueuedIntent,
  SyncDesk,
  SyncState,
  Written,
} from '../../library';
import { missing } from '../merge/adopt';
import { keepHere } from '../merge/keep-here';
import { receiveBookmark } from '../merge/receive-bookmark';
import { PERSONS_FIELDS } from '../merge/same-field';
import {
  type CollectionDecisions,
  createCollectionDecisions,
  takeCollectionBack,
} from './collection-decisions';

type DecidedLibrary = Pick<Library, 'sync' | 'bookmarks' | 'collections'>;

/** What a person decides about a bookmark that the server refused, and about what sync did. */
export interface Decisions {
  /** *Try again*: as it is, at the next round. */
  tryAgain(id: BookmarkId): Written<void>;
  /** *Discard*: what waits is dropped, and the bookmark is what the server has. */
  discard(id: BookmarkId): Written<void>;
  /** *Keep only here*: out of sync for good; what waits is dropped, the bookmark stays as it is. */
  keepOnlyHere(id: BookmarkId): Written<void>;
  readonly collections: CollectionDecisions;
  /** Puts the other value of each field in place again, as an edit. */
  takeBack(entry: JournalRow): Written<unknown>;
  /** What becomes of what a server has lost, at the next round. */
  answerLostData(answer: 'send-back' | 'accept'): Written<void>;
}

/** As of a change that was never told: the next that is told is another. */
const NEVER = unixMs(0);

export function createDecisions(library: DecidedLibrary): Decisions {
  const { sync, bookmarks } = library;
  const change = (id: BookmarkId, work: (desk: SyncDesk, state: SyncState) => void) =>
    sync.decide({ ids: [id] }, (desk) => work(desk, desk.get(id)));
  return {
    tryAgain: (id) =>
      change(id, (desk, state) => desk.put({ ...state, intents: state.intents.map(freed) })),
    discard: (id) => discard(sync, id),
    keepOnlyHere: (id) => change(id, keepHere),
    collections: createCollectionDecisions(library),
    async takeBack(entry) {
      const { bookmarkId, collection } = entry;
      if (collection) return takeCollectionBack(library, collection.id, entry);
      if (bookmarkId === null) return err({ kind: 'not-found' });
      return bookmarks.edit(bookmarkId, takenBack(entry));
    },
    answerLostData: (decision) => sync.setMeta({ decision }),
  };
}

function freed(intent: QueuedIntent): QueuedIntent {
  const { refusal, ...rest } = intent;
  return rest.state === 'attention' ? { ...rest, state: 'waiting' } : rest;
}

/** With what has the address by now of a bookmark that is gone for good here, and not there. */
async function discard(sync: Library['sync'], id: BookmarkId): Written<void> {
  const url = await sync.decide({ ids: [id] }, (desk) => desk.get(id).shadow?.version.url ?? null);
  if (!url.ok) return url;
  const query = { ids: [id], urls: url.value === null ? [] : [url.value] };
  return sync.decide(query, (desk) => discardOn(desk, desk.get(id)));
}

/**
 * A bookmark that the server has becomes what it has there, though it be gone for good here; one that
 * it has not goes to the trash, where it can be brought back from.
 */
function discardOn(desk: SyncDesk, { id, bookmark, shadow }: SyncState): void {
  desk.tell('discarded', id);
  if (bookmark === null && shadow?.serverId) {
    const { serverId, version, isLoaded } = shadow;
    desk.put({ id, bookmark, shadow: null, intents: [] });
    const updated = shadow.updated ?? NEVER;
    const remote = { serverId, version, updated, isLoaded, documentType: '' };
    receiveBookmark(desk, remote, () => false, false);
    return;
  }
  if (bookmark === null || shadow === null) {
    const trashed = bookmark && { ...bookmark, trashedAt: bookmark.trashedAt ?? desk.now };
    desk.put({ id, bookmark: trashed, shadow: null, intents: [] });
    return;
  }
  const { version } = shadow;
  const fields = Object.fromEntries(PERSONS_FIELDS.map((field) => [field, version[field]]));
  const labels = normalLabels(version.labels);
  desk.put({
    id,
    bookmark: { ...bookmark, ...fields, labels, trashedAt: null },
    shadow,
    intents: [],
  });
}

/** The patch that puts in place again what does not stand: here what was there, or the other way. */
function takenBack({ kind, changes }: JournalRow): BookmarkPatch {
  const values = changes.map(({ field, ours, theirs }) =>
    kind === 'received' ? { field, was: ours, is: theirs } : { field, was: theirs, is: ours },
  );
  const fields = values.filter(({ field }) => PERSONS_FIELDS.some((one) => one === field));
  const labels = values.find(({ field }) => field === 'labels');
  return {
    // What the journal holds of a field is a value of that field.
    ...(Object.fromEntries(fields.map(({ field, was }) => [field, was])) as BookmarkPatch),
    ...(labels && {
      addLabels: missing(labelsOf(labels.was), labelsOf(labels.is)),
      removeLabels: missing(labelsOf(labels.is), labelsOf(labels.was)),
    }),
  };
}

const labelsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((label) => typeof label === 'string') : [];
