import { signal } from '@preact/signals';
import { act, cleanup, configure, render } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import { ok } from '../../../src/domain';
import type {
  AccountCard,
  AccountStatus,
  Problem,
  ServerCard,
  SignInState,
} from '../../../src/service';
import { AccountPanel } from '../../../src/ui/account/account-panel';
import type { AccountStore, Examination } from '../../../src/ui/account/account-store';
import { fillBrowserGaps } from '../../support/browser-gaps';

// A busy machine takes longer than the second that is the standard.
configure({ asyncUtilTimeout: 8000 });

export const BASE = 'https://read.example.org/keep';

export const server = (parts: Partial<ServerCard> = {}): ServerCard => ({
  base: BASE,
  isPlain: false,
  movedFrom: null,
  version: '0.22.2',
  ways: ['code', 'device', 'password', 'token'],
  ...parts,
});

export const ada: AccountCard = {
  id: 'ada',
  library: null,
  base: BASE,
  username: 'ada',
  credential: 'oauth',
  serverVersion: '0.22.2',
  signedInAt: Date.UTC(2026, 2, 14, 12),
  signedOutAt: null,
};

export const bob: AccountCard = {
  ...ada,
  id: 'bob',
  library: 'bob',
  username: 'bob',
  base: 'http://nas.lan:8000',
};

export const problem = (kind: Problem['kind'], detail = ''): Problem => ({
  kind,
  detail,
  waitMs: null,
});

export const choosing = (parts: Partial<ServerCard> = {}, why: Problem | null = null) =>
  ({ kind: 'choosing', server: server(parts), problem: why }) satisfies SignInState;

/** The server is being asked, or could not be the last time. */
export const checking = (why: Problem | null = null, parts: Partial<ServerCard> = {}) =>
  ({
    kind: 'checking',
    server: server(parts),
    problem: why,
    notBefore: null,
  }) satisfies SignInState;

/** An account store that does nothing by itself; what it shows is set by the test. */
export function fakeStore(parts: Partial<AccountStatus> = {}) {
  const none: AccountStatus = {
    active: null,
    accounts: [],
    library: null,
    signIn: null,
    pendingRevocations: [],
  };
  return {
    status: signal<AccountStatus | null>({ ...none, ...parts }),
    examination: signal<Examination | null>(null),
    companion: signal<string | null>(null),
    find: vi.fn<AccountStore['find']>(async () => ok(null)),
    findAgain: vi.fn<AccountStore['findAgain']>(async () => ok(null)),
    signIn: vi.fn<AccountStore['signIn']>(async () => ok(null)),
    signInToCompanion: vi.fn<AccountStore['signInToCompanion']>(async () => ok(null)),
    poke: vi.fn(),
    cancel: vi.fn(async () => {}),
    switchTo: vi.fn<AccountStore['switchTo']>(async () => ok(null)),
    countUnsent: vi.fn<AccountStore['countUnsent']>(async () => ok(0)),
    signOut: vi.fn<AccountStore['signOut']>(async () => ok(true)),
    examine: vi.fn<AccountStore['examine']>(async () => ok(null)),
  };
}
export type FakeStore = ReturnType<typeof fakeStore>;

/** Shows another status, as when the background has changed it. */
export function become(store: FakeStore, parts: Partial<AccountStatus>): void {
  act(() => {
    const before = store.status.value;
    if (before) store.status.value = { ...before, ...parts };
  });
}

afterEach(() => {
  act(cleanup); // Preact clears effects up after the paint, which no test waits for.
  vi.restoreAllMocks();
});

/** The panel as options and welcome page have it. */
export function openPanel(parts: Partial<AccountStatus> = {}, store = fakeStore(parts)) {
  fillBrowserGaps();
  return { store, ...render(<AccountPanel store={store} />) };
}
