import { signal } from '@preact/signals';
import { act, cleanup, render } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import type {
  AccountCard,
  AccountStatus,
  Examination,
  Problem,
  ServerCard,
  SignInState,
} from '../../../src/service';
import { AccountPanel } from '../../../src/ui/account/account-panel';
import type { AccountStore } from '../../../src/ui/account/account-store';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { fakeBackground } from '../fake-background';

export const BASE = 'https://read.example.org/keep';

export const server = (parts: Partial<ServerCard> = {}): ServerCard => ({
  base: BASE,
  movedFrom: null,
  version: 'Readeck 0.22.2',
  ways: ['code', 'device', 'password', 'token'],
  ...parts,
});

export const ada: AccountCard = {
  id: 'ada',
  library: null,
  base: BASE,
  username: 'ada',
  credential: 'oauth',
  permissions: ['api:bookmarks:read', 'api:bookmarks:write', 'api:profile:info'],
  serverVersion: 'Readeck 0.22.2',
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

/** The server is verifying the sign-in, or could not be reached the last time. */
export const checking = (why: Problem | null = null, parts: Partial<ServerCard> = {}) =>
  ({
    kind: 'checking',
    server: server(parts),
    problem: why,
    notBefore: null,
    asks: null,
  }) satisfies SignInState;

/** An account store without behaviour. Tests set its status. */
export function fakeStore(parts: Partial<AccountStatus> = {}) {
  const none: AccountStatus = {
    active: null,
    accounts: [],
    library: null,
    signIn: null,
    signInFor: 'account',
    source: null,
    pendingRevocations: [],
  };
  return {
    background: fakeBackground(),
    status: signal<AccountStatus | null>({ ...none, ...parts }),
    examination: signal<Examination | null>(null),
    companion: signal<string | null>(null),
    onlyHere: vi.fn<AccountStore['onlyHere']>(async () => ok([])),
    findServer: vi.fn<AccountStore['findServer']>(async () => ok(null)),
    findAgain: vi.fn<AccountStore['findAgain']>(async () => ok(null)),
    use: 'account' as const,
    allow: vi.fn<AccountStore['allow']>(async () => ok(null)),
    signIn: vi.fn<AccountStore['signIn']>(async () => ok(null)),
    answerFormer: vi.fn<AccountStore['answerFormer']>(async () => ok(null)),
    signInToCompanion: vi.fn<NonNullable<AccountStore['signInToCompanion']>>(async () => ok(null)),
    switchAccount: vi.fn<AccountStore['switchAccount']>(async () => ok(null)),
    signOut: vi.fn<AccountStore['signOut']>(async () => ok(true)),
  };
}
export type FakeStore = ReturnType<typeof fakeStore>;

/** Sets another status, as the background would. */
export function become(store: FakeStore, parts: Partial<AccountStatus>): void {
  act(() => {
    const before = store.status.value;
    if (before) store.status.value = { ...before, ...parts };
  });
}

afterEach(() => {
  act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
  vi.restoreAllMocks();
});

/** Renders the panel as the settings page and the welcome page do. */
export function openPanel(
  parts: Partial<AccountStatus> = {},
  store = fakeStore(parts),
  isChecked = false,
) {
  fillBrowserGaps();
  return {
    store,
    ...render(
      <AccountPanel store={store} offerExport={() => <i>export</i>} isChecked={isChecked} />,
    ),
  };
}
