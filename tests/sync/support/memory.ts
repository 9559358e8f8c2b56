// A server and devices in memory with one bookmark, for tests of the merge alone: no database and no
// network, so that a property can try thousands of histories.
import type { BookmarkId } from '../../../src/domain/bookmark';
import { EDITABLE_FIELDS, pick } from '../../../src/domain/bookmark-fields';
import { labelKey } from '../../../src/domain/label';
import { newBookmark } from '../../../src/domain/new-bookmark';
import { type UnixMs, unixMs } from '../../../src/domain/time';
import type {
  BookmarkChanges,
  JournalChange,
  JournalKind,
  ServerVersion,
  SyncedBookmark,
  SyncState,
  SyncTransaction,
} from '../../../src/library';
import { waitingIntents } from '../../../src/library/outbox/waiting-intents';
import { linkCreated, versionToSend } from '../../../src/sync/merge/link-created';
import { newIntent } from '../../../src/sync/merge/queue';
import { receiveBookmark } from '../../../src/sync/merge/receive-bookmark';
import { receiveDelete } from '../../../src/sync/merge/unlink';
import { claim, recordDeleted, recordPatched } from '../../../src/sync/push/claim';
import { keyOf } from './world';

const URL_A = 'https://pages.example/a';
const NOW = unixMs(Date.parse('2026-05-01'));
// Ids of these tests have a form of their own.
const ID = 'b1' as BookmarkId;

/** Everything is sent with a create. */
const ALL = { state: true, note: true };

type Editable = (typeof EDITABLE_FIELDS)[number] | 'labels';
/** The values of a bookmark that a person can edit. */
export type Values = Pick<SyncedBookmark, Editable>;
export const valuesOf = (from: Values): Values => ({
  ...pick(from, EDITABLE_FIELDS),
  labels: from.labels.toSorted(),
});

export function startServer(values: Partial<Values>) {
  const blank = newBookmark(ID, URL_A, keyOf(URL_A), NOW);
  let version: ServerVersion | null = { ...versionToSend(blank, ALL), ...values };
  let id = 's1';
  let changes = 1;
  const gone: string[] = [];
  const change = (next: ServerVersion | null) => {
    version = next;
    changes += 1;
  };
  return {
    gone,
    get version() {
      return version;
    },
    get remote() {
      const updated: UnixMs = unixMs(NOW + changes);
      const state = { isLoaded: true, documentType: 'article', reportsNote: true } as const;
      return version && { serverId: id, version, updated, ...state };
    },
    /** Changes values as another program does. */
    edit(values: Partial<Values>) {
      if (version !== null) change({ ...version, ...values });
    },
    patch({ set, addLabels, removeLabels }: BookmarkChanges) {
      if (version === null) return null;
      const labels = new Set([...version.labels, ...addLabels]);
      for (const label of removeLabels) labels.delete(label);
      change({ ...version, ...set, labels: [...labels] });
      return version;
    },
    /** Creates the bookmark once, however often the request arrives. */
    create(sent: ServerVersion) {
      if (version !== null) return id;
      id = `s${gone.length + 1}`;
      change(sent);
      return id;
    },
    delete(serverId: string) {
      if (serverId !== id || version === null) return;
      gone.push(id);
      change(null);
    },
  };
}
type Server = ReturnType<typeof startServer>;

interface Logged {
  readonly kind: JournalKind;
  readonly changes: readonly JournalChange[];
}

/** Starts a device that has received the bookmark. */
export function startDevice(server: Server) {
  const states = new Map<BookmarkId, SyncState>();
  const journal: Logged[] = [];
  let ids = 0;
  let seq = 0;
  const all = () => [...states.values()];
  const tx: SyncTransaction = {
    now: NOW,
    deletionTime: NOW,
    newId: () => {
      ids += 1;
      // Ids of these tests have a form of their own.
      return `b${ids}` as BookmarkId;
    },
    get: (id) => states.get(id) ?? { id, bookmark: null, shadow: null, intents: [] },
    byServerId: (id) => all().find(({ shadow }) => shadow?.serverId === id) ?? null,
    byAddress: (key) => all().filter(({ bookmark }) => bookmark?.urlKey === key),
    hasNotes: true,
    put: (state) => {
      const intents = waitingIntents(state, true, NOW).map((one) => ({
        ...one,
        seq: one.seq ?? ++seq,
      }));
      states.set(state.id, { ...state, intents });
    },
    putArticle: (state) => tx.put(state),
    hasUnsentHighlights: () => false,
    moveContents: () => undefined,
    log: (kind, _, changes = []) => journal.push({ kind, changes }),
  };
  const state = () => tx.get(ID);
  const pull = () => {
    for (const id of server.gone) receiveDelete(tx, id);
    if (server.remote) receiveBookmark(tx, server.remote);
  };
  /** Sends one request. Its response may be lost. Returns false if nothing is left to send. */
  const pushOne = (isLost: boolean): boolean => {
    const claimed = claim(tx, ID, ALL);
    if ('dueAt' in claimed) return false;
    const { changes } = claimed;
    const { shadow } = claimed.state;
    const { intent, sent } = claimed.intent;
    if (intent.kind === 'create' && sent) {
      const serverId = server.create(sent);
      if (!isLost) linkCreated(tx, state(), serverId, 'answer');
    } else if (changes !== null && shadow) {
      const answered = server.patch(changes);
      if (isLost) return true;
      if (answered === null) receiveDelete(tx, shadow.serverId ?? '');
      else recordPatched(tx, ID, changes, answered);
    } else if (intent.kind === 'delete' && shadow?.serverId) {
      server.delete(shadow.serverId);
      if (!isLost) recordDeleted(tx, ID);
    }
    return true;
  };
  pull();
  return {
    journal,
    state,
    pull,
    /** Sends what waits, or one request whose response is lost. */
    push(isLost = false) {
      if (isLost) pushOne(true);
      else while (pushOne(false));
    },
    edit(values: Partial<Values>) {
      const { bookmark, ...rest } = state();
      if (bookmark === null || bookmark.trashedAt !== null) return;
      tx.put({ ...rest, bookmark: { ...bookmark, ...values } });
    },
    trash() {
      const { bookmark, intents, ...rest } = state();
      if (bookmark === null || bookmark.trashedAt !== null) return;
      const trashed = { ...bookmark, trashedAt: NOW };
      tx.put({
        ...rest,
        bookmark: trashed,
        intents: [...intents, newIntent(ID, { kind: 'delete' }, NOW)],
      });
    },
  };
}

/** Returns the labels that a three-way merge of sets has, by their keys. */
export const mergedLabels = (
  base: readonly string[],
  here: readonly string[],
  there: readonly string[],
): readonly string[] => {
  const [was, ours, theirs] = [base, here, there].map((some) => new Set(some.map(labelKey)));
  const keys = new Set([...ours!, ...theirs!]);
  return [...keys]
    .filter((key) => (was!.has(key) ? ours!.has(key) && theirs!.has(key) : true))
    .toSorted();
};
