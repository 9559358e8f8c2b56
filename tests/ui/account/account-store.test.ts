import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import { urlKey } from '../../../src/domain/url-identity';
import type { AccountStatus } from '../../../src/service';
import { createAccountStore } from '../../../src/ui/account/account-store';
import { createDraftMirror } from '../../../src/ui/bookmarks/draft-store';
import { createPendingActions } from '../../../src/ui/bookmarks/pending-actions';
import { createSnapshotStore } from '../../../src/ui/bookmarks/snapshot';
import { activeLibraryMirror, libraryMirrorKey } from '../../../src/ui/mirror';
import { fakeBackground } from '../fake-background';

const ADA = {
  id: 'a',
  library: 'a',
  base: 'https://read.example.org',
  username: 'ada',
  credential: 'oauth',
  permissions: [] as string[],
  serverVersion: '1',
  signedInAt: 1,
  signedOutAt: null,
} as const;
const SIGNED_IN: AccountStatus = {
  active: 'a',
  accounts: [ADA],
  library: 'a',
  signIn: null,
  signInFor: 'account',
  source: null,
  pendingRevocations: [],
};
const SUCCESS = ok(null);

let setStatus: (status: AccountStatus) => void;
const background = fakeBackground({ companion: async () => ok('http://localhost:8438') });
const deps = {
  background,
  companion: background,
  watchStatus(listener: (status: AccountStatus) => void) {
    setStatus = listener;
  },
  watchExamination: vi.fn(),
  onlyHere: async () => ok([]),
  askForOrigins: vi.fn<Parameters<typeof createAccountStore>[0]['askForOrigins']>(),
};

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  deps.askForOrigins.mockResolvedValue(ok(['https://read.example.org/*']));
});

describe('the account store', () => {
  it('requests the permission before anything else, and publishes the new status', async () => {
    const store = createAccountStore(deps, localStorage);
    const found = store.findServer('read.example.org', '');
    expect(deps.askForOrigins).toHaveBeenCalledWith('read.example.org');
    expect(await found).toEqual(SUCCESS);
    const allowed = ['https://read.example.org/*'];
    const request = { address: 'read.example.org', headers: '', allowed, use: 'account' };
    expect(background.findServer).toHaveBeenCalledWith(request);
  });

  it('finds the server of an account again by the account id, which has its headers', async () => {
    const store = createAccountStore(deps, localStorage);
    const found = store.findAgain(ADA);
    expect(deps.askForOrigins).toHaveBeenCalledWith(ADA.base);
    expect(await found).toEqual(SUCCESS);
    const request = { id: 'a', allowed: ['https://read.example.org/*'] };
    expect(background.findAgain).toHaveBeenCalledWith(request);
    expect(background.findServer).not.toHaveBeenCalled();
  });

  it('does not look for a server when the user declines the permission', async () => {
    const problem = { kind: 'not-allowed', detail: '', waitMs: null } as const;
    deps.askForOrigins.mockResolvedValue(err(problem));
    const store = createAccountStore(deps, localStorage);
    expect(await store.findServer('read.example.org', '')).toEqual(ok(problem));
    expect(background.findServer).not.toHaveBeenCalled();
  });

  it('offers the companion server by its address', async () => {
    const store = createAccountStore(deps, localStorage);
    await vi.waitFor(() => expect(store.companion.value).toBe('http://localhost:8438'));
    await store.signInToCompanion?.();
    expect(deps.askForOrigins).toHaveBeenCalledWith('http://localhost:8438');
    const request = { allowed: ['https://read.example.org/*'] };
    expect(background.signInToCompanion).toHaveBeenCalledWith(request);
  });
});

describe('the mirror of the active library', () => {
  it('has the library of the last status', () => {
    expect(activeLibraryMirror(localStorage).read()).toBeNull();
    const store = createAccountStore(deps, localStorage);
    setStatus(SIGNED_IN);
    expect(store.status.value).toEqual(SIGNED_IN);
    expect(activeLibraryMirror(localStorage).read()).toBe('a');
    setStatus({ ...SIGNED_IN, active: null, library: null });
    expect(activeLibraryMirror(localStorage).read()).toBeNull();
  });

  it.each([
    ['a sign-in', (store: Store) => store.signIn({ way: 'code' })],
    ['a sign-in to the companion', (store: Store) => store.signInToCompanion?.()],
    ['another account', (store: Store) => store.switchAccount('b')],
    ['a sign-out', (store: Store) => store.signOut('a', true)],
  ])('is unknown once %s was requested', async (_, act) => {
    const store = createAccountStore(deps, localStorage);
    setStatus(SIGNED_IN);
    await act(store);
    expect(activeLibraryMirror(localStorage).read()).toBeUndefined();
  });

  it('is unknown during a sign-in, which may end while no page is open', () => {
    createAccountStore(deps, localStorage);
    const problem = { kind: 'offline', detail: '', waitMs: null } as const;
    setStatus({ ...SIGNED_IN, signIn: { kind: 'not-found', base: ADA.base, problem } });
    expect(activeLibraryMirror(localStorage).read()).toBeUndefined();
  });

  it('stores names that look like special values', () => {
    for (const name of ['?', '=', '']) {
      activeLibraryMirror(localStorage).write(name);
      expect(activeLibraryMirror(localStorage).read()).toBe(name);
    }
  });

  it('is removed with the other mirrors when a library is removed', async () => {
    const snapshot = {
      view: 'all',
      rows: [],
      counts: { unread: 0, all: 0, favourites: 0, archive: 0, trash: 0 },
    } as const;
    const [mine, other] = ['a', 'b'].map((name) => createSnapshotStore(localStorage, name));
    for (const snapshots of [mine, other]) snapshots?.write(snapshot);
    const key = urlKey('https://example.org/') ?? expect.fail();
    for (const name of ['a', 'b']) createDraftMirror(localStorage, name, key).write({ title: 'x' });
    const action = { kind: 'trash', id: 'b1' as BookmarkId } as const;
    for (const name of ['a', 'b', null]) createPendingActions(localStorage, name).add(action);
    for (const name of ['a', 'b']) {
      localStorage.setItem(libraryMirrorKey('review', name), '{"fromDay":1,"count":3}');
    }
    const store = createAccountStore(deps, localStorage);
    setStatus(SIGNED_IN);
    await store.signOut('a', false);
    expect(localStorage.getItem(libraryMirrorKey('review', 'a'))).toBeNull();
    expect(localStorage.getItem(libraryMirrorKey('review', 'b'))).not.toBeNull();
    expect([mine?.read(), other?.read()]).toEqual([null, snapshot]);
    const drafts = ['a', 'b'].map((name) => createDraftMirror(localStorage, name, key).read());
    expect(drafts).toMatchObject([{}, { title: 'x' }]);
    expect(drafts[0]).toEqual({});
    const pending = ['a', 'b', null].map((name) => createPendingActions(localStorage, name).read());
    expect(pending).toEqual([[], [action], [action]]);
  });
});

type Store = ReturnType<typeof createAccountStore>;
