import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { newBookmark } from '../../src/domain/new-bookmark';
import { unixMs } from '../../src/domain/time';
import type { Intent, QueuedIntent, SyncState, SyncTransaction } from '../../src/library';
import { versionToSend } from '../../src/sync/merge/link-created';
import { newIntent } from '../../src/sync/merge/queue';
import {
  claim,
  recordDeleted,
  recordFailed,
  recordNotFound,
  recordVerified,
  retryLater,
} from '../../src/sync/push/claim';
import { SET_ASIDE } from '../../src/sync/stop';
import { keyOf } from './support/world';

const NOW = unixMs(1_700_000_000_000);
const ID = 'b1' as BookmarkId;
const URL_A = 'https://pages.example/a';
const BOOKMARK = newBookmark(ID, URL_A, keyOf(URL_A), NOW);
const SENDS = { state: true, note: true };
const VERSION = versionToSend(BOOKMARK, SENDS);
const LINKED: SyncState['shadow'] = {
  bookmarkId: ID,
  serverId: 's1',
  version: { ...VERSION, title: 'Snow' },
  updated: NOW,
  isLoaded: true,
  isCreatedHere: true,
  article: 'none',
};
const [CREATE, PATCH, CONTENT, DELETE, VERIFY]: Intent[] = [
  { kind: 'create' },
  { kind: 'patch' },
  { kind: 'content' },
  { kind: 'delete' },
  { kind: 'verify', others: [] },
];
const queued = (intent: Intent | undefined, change: Partial<QueuedIntent> = {}): QueuedIntent => ({
  ...newIntent(ID, intent!, NOW),
  ...change,
});
const tried = { attempts: 1, sent: VERSION };
const later = { notBefore: unixMs(NOW + 1000) };

/** One bookmark in memory. */
function start(intents: readonly QueuedIntent[], more: Partial<SyncState> = {}) {
  let state: SyncState = { id: ID, bookmark: BOOKMARK, shadow: LINKED, intents, ...more };
  const log: string[] = [];
  const tx = {
    now: NOW,
    hasNotes: true,
    get: () => state,
    put: (next: SyncState) => {
      state = next;
    },
    byAddress: () => [state],
    log: (kind: string) => log.push(kind),
    // Nothing here uses its other functions.
  } as unknown as SyncTransaction;
  return { tx, log, state: () => state, kinds: () => state.intents.map((one) => one.intent.kind) };
}
const next = ({ tx }: ReturnType<typeof start>) => claim(tx, ID, SENDS);
const UNLINKED = { shadow: null };

describe('the next request for a bookmark', () => {
  it('is its first intent, which is marked', () => {
    const one = start([queued(PATCH), queued(DELETE)]);
    const changes = { set: { title: URL_A }, addLabels: [], removeLabels: [] };
    expect(next(one)).toMatchObject({ kind: 'patch', attempts: 1, isRepeat: false, changes });
    expect(one.state().intents).toMatchObject([
      { state: 'sending', attempts: 1, intent: { fields: ['title'] } },
      { state: 'waiting', attempts: 0 },
    ]);
    // The server may have them from now on.
    expect(one.state().shadow?.tried).toEqual(changes);
    expect(next(one)).toMatchObject({ kind: 'patch', attempts: 2, isRepeat: true });
  });

  it('waits for the time of the first intent, and for a person', () => {
    expect(next(start([queued(PATCH, later), queued(DELETE)]))).toEqual({
      kind: 'nothing',
      dueAt: later.notBefore,
    });
    const refused = start([queued(PATCH), queued(PATCH, { state: 'attention' })]);
    expect(next(refused)).toEqual({ kind: 'nothing', dueAt: null });
    expect(next(start([]))).toEqual({ kind: 'nothing', dueAt: null });
  });

  it('waits for an article that waits, before a verification', () => {
    const shadow = { ...LINKED, captured: null };
    const one = start([queued(CONTENT, later), queued(VERIFY)], { shadow });
    expect(next(one)).toEqual({ kind: 'nothing', dueAt: later.notBefore });
    expect(one.kinds()).toEqual(['content', 'verify']);
  });

  it('creates the bookmark as it is now, with all intents up to a deletion', () => {
    const one = start([queued(CREATE), queued(PATCH)], UNLINKED);
    const claimed = next(one);
    expect(claimed).toMatchObject({ kind: 'create', isNeeded: true, intent: { sent: VERSION } });
    expect(one.state().intents.map(({ state }) => state)).toEqual(['sending', 'sending']);
    const two = start(
      [queued(CREATE, tried), queued(PATCH), queued(DELETE), queued(CREATE)],
      UNLINKED,
    );
    expect(next(two)).toMatchObject({ kind: 'create', isNeeded: false, isRepeat: true });
    const states = two.state().intents.map(({ state }) => state);
    expect(states).toEqual(['sending', 'sending', 'waiting', 'waiting']);
  });

  it('keeps the version of a create that was tried before', () => {
    const sent = { ...VERSION, title: 'Before' };
    const one = start([queued(CREATE, { attempts: 1, sent })], UNLINKED);
    expect(next(one)).toMatchObject({ isRepeat: true, intent: { sent: { title: 'Before' } } });
  });

  it('is none for a create that is deleted before it was tried', () => {
    const one = start([queued(CREATE), queued(DELETE), queued(PATCH)], UNLINKED);
    expect(next(one)).toMatchObject({ kind: 'nothing' });
    expect({ log: one.log, left: one.kinds() }).toEqual({ log: [], left: [] });
    const waits = start([queued(CREATE), queued(DELETE, later)], UNLINKED);
    expect(next(waits)).toEqual({ kind: 'nothing', dueAt: later.notBefore });
    const alone = start([queued(CREATE), queued(DELETE)], UNLINKED);
    expect(next(alone)).toMatchObject({ kind: 'nothing' });
    expect({ log: alone.log, left: alone.kinds() }).toEqual({ log: [], left: [] });
  });

  it('is none for a create of a bookmark that is gone', () => {
    const one = start([queued(CREATE)], { ...UNLINKED, bookmark: null });
    expect(next(one)).toMatchObject({ kind: 'nothing' });
    expect(one.kinds()).toEqual([]);
  });

  it('drops what a server cannot have, and says so in the journal', () => {
    const content = start([queued(CONTENT), queued(PATCH)]);
    expect(next(content)).toMatchObject({ kind: 'patch' });
    expect({ log: content.log, left: content.kinds() }).toEqual({
      log: ['kept-here'],
      left: ['patch'],
    });
    const local = start([queued(PATCH), queued(PATCH)], { shadow: { ...LINKED!, serverId: null } });
    expect(next(local)).toMatchObject({ kind: 'nothing' });
    expect({ log: local.log, left: local.kinds() }).toEqual({ log: ['kept-here'], left: [] });
  });

  it('is the create behind a deletion of a bookmark that is not on the server', () => {
    const one = start([queued(DELETE), queued(PATCH), queued(CREATE)], UNLINKED);
    expect(next(one)).toMatchObject({ kind: 'create' });
    expect({ log: one.log, left: one.kinds() }).toEqual({ log: [], left: ['create'] });
  });

  it('is a check of a bookmark that is on the server', () => {
    expect(next(start([queued(VERIFY)]))).toMatchObject({ kind: 'verify' });
    const gone = start([queued(VERIFY)], UNLINKED);
    expect(next(gone)).toMatchObject({ kind: 'nothing' });
    expect({ log: gone.log, left: gone.kinds() }).toEqual({ log: [], left: [] });
  });
});

describe('a change that is made while another one is sent', () => {
  it('keeps the changes of a request that the server has certainly not received out of what it may have', () => {
    const one = start([queued(PATCH)]);
    const before = { set: { note: 'Ice' }, addLabels: [], removeLabels: [] };
    one.tx.put({ ...one.state(), shadow: { ...LINKED!, tried: before } });
    const claimed = next(one);
    if ('dueAt' in claimed) throw new Error('nothing is due');
    expect(one.state().shadow?.tried?.set).toEqual({ note: '', title: URL_A });
    recordFailed(one.tx, claimed, { kind: 'refused', refusal: { kind: 'invalid', detail: '' } });
    expect(one.state().shadow?.tried).toEqual(before);
    expect(one.state().intents).toMatchObject([{ state: 'attention' }]);
  });

  it('stays in what the server may have after a request without a response', () => {
    const one = start([queued(PATCH)]);
    const claimed = next(one);
    if ('dueAt' in claimed) throw new Error('nothing is due');
    recordFailed(one.tx, claimed, { kind: 'later', waitMs: 1, isTried: true, isItemFailure: true });
    expect(one.state().shadow?.tried?.set).toEqual({ title: URL_A });
  });
});

describe('the result of a request for a bookmark', () => {
  it('leaves only the next create and what follows it after a deletion', () => {
    const one = start([queued(DELETE), queued(PATCH), queued(CREATE), queued(PATCH)]);
    recordDeleted(one.tx, ID);
    expect(one.state()).toMatchObject({ shadow: null, bookmark: { serverId: null } });
    expect(one.kinds()).toEqual(['create', 'patch']);
  });

  it('leaves what follows the deletion of a create that never arrived', () => {
    const one = start([queued(CREATE), queued(PATCH), queued(DELETE), queued(CREATE)], UNLINKED);
    recordNotFound(one.tx, ID);
    expect(one.kinds()).toEqual(['create']);
    const alone = start([queued(CREATE), queued(DELETE)], UNLINKED);
    recordNotFound(alone.tx, ID);
    expect(alone.kinds()).toEqual([]);
  });

  it('removes a check that was made, and writes no journal', () => {
    const one = start([queued(VERIFY, { seq: 1 }), queued(PATCH, { seq: 2 })]);
    recordVerified(one.tx, ID, one.state().intents[0]!);
    expect({ log: one.log, left: one.kinds() }).toEqual({ log: [], left: ['patch'] });
  });

  it('sets all intents of a failed create free again', () => {
    const one = start([queued(CREATE), queued(PATCH)], UNLINKED);
    const claimed = next(one);
    if ('dueAt' in claimed) throw new Error('nothing is due');
    recordFailed(one.tx, claimed, SET_ASIDE);
    expect(one.state().intents).toMatchObject([
      { state: 'waiting', attempts: 1, notBefore: NOW + SET_ASIDE.waitMs },
      { state: 'waiting', attempts: 0, notBefore: NOW },
    ]);
    expect(one.log).toEqual([]);
    const early = start([queued(CREATE)], UNLINKED);
    next(early);
    retryLater(early.tx, ID, later.notBefore);
    expect(early.state().intents).toMatchObject([{ attempts: 0, notBefore: later.notBefore }]);
    recordFailed(one.tx, claimed, { kind: 'refused', refusal: { kind: 'invalid', detail: '' } });
    expect(one.state().intents[0]).toMatchObject({ state: 'waiting' });
    expect(one.log).toEqual(['refused']);
  });
});
