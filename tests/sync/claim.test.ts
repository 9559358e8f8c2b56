import { describe, expect, it } from 'vitest';
import {
  MAX_AUTHOR_LENGTH,
  MAX_AUTHORS,
  MAX_BOOKMARK_NOTE_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../src/contract';
import type { BookmarkId } from '../../src/domain/bookmark';
import { newBookmark } from '../../src/domain/new-bookmark';
import { unixMs } from '../../src/domain/time';
import type {
  Intent,
  PatchIntent,
  QueuedIntent,
  ServerVersion,
  SyncState,
  SyncTransaction,
} from '../../src/library';
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
import { patchBody, sendablePatch } from '../../src/sync/push/patch-body';
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
  version: VERSION,
  updated: NOW,
  isLoaded: true,
  isCreatedHere: true,
  article: 'none',
};
const PATCH: PatchIntent = {
  kind: 'patch',
  set: { title: 'Ice' },
  base: { title: 'Snow' },
  addLabels: [],
  removeLabels: [],
};
const [CREATE, CONTENT, DELETE, VERIFY]: Intent[] = [
  { kind: 'create' },
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
    expect(next(one)).toMatchObject({ kind: 'patch', attempts: 1, isRepeat: false });
    expect(one.state().intents).toMatchObject([
      { state: 'sending', attempts: 1 },
      { state: 'waiting', attempts: 0 },
    ]);
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

  it('lets edits overtake an article that waits, but not its verification', () => {
    const shadow = { ...LINKED, captured: null };
    const one = start([queued(CONTENT, later), queued(VERIFY), queued(PATCH)], { shadow });
    expect(next(one)).toMatchObject({ kind: 'patch' });
    expect(one.kinds()).toEqual(['patch', 'content', 'verify']);
    const two = start([queued(CONTENT, later), queued(VERIFY)], { shadow });
    expect(next(two)).toEqual({ kind: 'nothing', dueAt: later.notBefore });
    expect(two.kinds()).toEqual(['content', 'verify']);
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
    expect(one.state().intents).toEqual([]);
    // The patch has no bookmark on the server.
    expect(one.log).toEqual(['kept-here']);
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

  it('is a check of the bookmark only when nothing else waits', () => {
    const one = start([queued(VERIFY), queued(PATCH)]);
    expect(next(one)).toMatchObject({ kind: 'patch' });
    expect({ log: one.log, left: one.kinds() }).toEqual({ log: [], left: ['patch', 'verify'] });
    expect(next(start([queued(VERIFY)]))).toMatchObject({ kind: 'verify' });
    const gone = start([queued(VERIFY)], UNLINKED);
    expect(next(gone)).toMatchObject({ kind: 'nothing' });
    expect({ log: gone.log, left: gone.kinds() }).toEqual({ log: [], left: [] });
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

describe('the patch that is sent', () => {
  const there: ServerVersion = { ...VERSION, labels: ['Ice', 'old'], readProgress: 50 };
  const sendable = (patch: Partial<PatchIntent>, hasNotes = true) =>
    sendablePatch({ ...PATCH, set: {}, base: {}, ...patch }, there, hasNotes);

  it('has a note only if the server has a place for it', () => {
    const set = { note: 'For Ada' };
    expect(sendable({ set }).set).toEqual(set);
    expect(sendable({ set }, false).set).toEqual({});
  });

  it('adds no label that the server has in another spelling, unless it is renamed', () => {
    expect(sendable({ addLabels: ['ice', 'Old', 'new', 'Ice'] }).addLabels).toEqual(['new', 'Ice']);
    expect(sendable({ addLabels: ['ice'], removeLabels: ['Ice'] })).toMatchObject({
      addLabels: ['ice'],
      removeLabels: ['Ice'],
    });
  });

  it("removes a label in the server's spelling, too", () => {
    expect(sendable({ removeLabels: ['ice', 'gone'] }).removeLabels).toEqual([
      'ice',
      'gone',
      'Ice',
    ]);
  });

  it('has no reading position behind that of the server, unless it was set back', () => {
    const set = { readProgress: 40, readAnchor: '#p4' };
    expect(sendable({ set, base: { readProgress: 10, readAnchor: '' } }).set).toEqual({});
    expect(sendable({ set, base: { readProgress: 60, readAnchor: '#p6' } }).set).toEqual(set);
  });

  it('has only values that the service takes', () => {
    const set = { siteName: '', published: 'in May', excerpt: 'Ice', title: 'T'.repeat(10_000) };
    const { title, ...others } = sendable({ set }).set;
    expect(title?.length).toBeLessThan(10_000);
    expect(others).toEqual({});
    const published = '2020-01-02T03:04:05+02:00';
    expect(patchBody(sendable({ set: { published } })).published).toBe('2020-01-02T01:04:05Z');
    expect(sendable({ set: { published: null } }).set).toEqual({ published: null });
  });

  it('has texts and lists that are cut to what the service takes, between two characters', () => {
    const long = (length: number) => `${'x'.repeat(length - 1)}🍃`;
    const set = {
      title: long(MAX_TITLE_LENGTH),
      siteName: long(MAX_SITE_NAME_LENGTH),
      note: long(MAX_BOOKMARK_NOTE_LENGTH),
      authors: Array(MAX_AUTHORS + 1).fill(long(MAX_AUTHOR_LENGTH)),
    };
    expect(sendable({ set }).set).toEqual({
      title: 'x'.repeat(MAX_TITLE_LENGTH - 1),
      siteName: 'x'.repeat(MAX_SITE_NAME_LENGTH - 1),
      note: 'x'.repeat(MAX_BOOKMARK_NOTE_LENGTH - 1),
      authors: Array(MAX_AUTHORS).fill('x'.repeat(MAX_AUTHOR_LENGTH - 1)),
    });
  });
});
