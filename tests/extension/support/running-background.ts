import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Accounts } from '../../../src/background/account/accounts';
import type { BackgroundSync } from '../../../src/background/sync/background-sync';
import type { Bookmark } from '../../../src/domain/bookmark';
import type { BackgroundFailure, PageState } from '../../../src/domain/page-state';
import { ok, type Result } from '../../../src/domain/result';
import { type BackgroundDependencies, startBackground } from '../../../src/extension/background';
import type { Backups } from '../../../src/extension/transfer/backups';
import type { ImportSourceReader } from '../../../src/extension/transfer/import-source';
import type { Library, openLibrary } from '../../../src/library';
import { capture, type TestLibrary, testLibrary } from '../../library/library';
import { type FakeExtension, fakeExtension, injected, OWN_ORIGIN } from './fake-extension';

export const URL_A = 'https://example.org/a';
const POPUP = { id: 'leafmark', url: `${OWN_ORIGIN}popup.html` };

/** Accounts of a user who is not signed in. */
const NO_ACCOUNTS: Accounts = {
  handlers: {} as Accounts['handlers'], // None of these messages is sent.
  resume: async () => {},
  comeBack: async () => null,
  current: async () => null,
  tokenRefused: async () => {},
  refreshPermissions: async () => {},
  source: async () => null,
  leaveSource: async () => {},
};
export const NO_SYNC: BackgroundSync = {
  run: async () => {},
  stop() {},
  restart: async () => {},
  addPort: () => {},
  handlers: {
    ...({} as BackgroundSync['handlers']), // None of its other messages is sent.
    fetchArticle: async () => ok('signed-out'),
  },
};

const NO_BACKUPS: Backups = {
  run: async () => {},
  runIfDue: async () => {},
  schedule: async () => {},
  begin: async () => {},
};
const NO_SOURCE: ImportSourceReader = {
  run: async () => {},
  read: async () => false,
  settle: async () => {},
};

/** A background over a fake browser and a real library. Each test gets a new one. */
export interface RunningBackground {
  readonly fake: FakeExtension;
  readonly library: Library;
  readonly tables: TestLibrary['tables'];
  readonly clock: TestLibrary['clock'];
  start(open?: typeof openLibrary, changed?: Partial<BackgroundDependencies>): void;
  /** Waits until the work of the last worker is cleaned up. */
  recovered(): Promise<void>;
  /** Sends a message as the popup does. */
  ask(name: string, request: object): Promise<Result<PageState, BackgroundFailure>>;
  /** All bookmarks outside the trash, newest first. */
  all(): Promise<readonly Bookmark[]>;
  buttonShows(tabId: number, text: string, title: string): Promise<void>;
}

export function useBackground(): RunningBackground {
  let fake: FakeExtension;
  let test: TestLibrary;
  let recovered: Promise<void> = Promise.resolve();
  beforeEach(async () => {
    fake = fakeExtension();
    test = await testLibrary();
    fake.executeScript = async () =>
      injected({ kind: 'captured', capture: capture({ url: URL_A, title: 'Captured' }) });
  });
  afterEach(() => recovered); // The library is closed next.

  async function* noImages() {}

  return {
    get fake() {
      return fake;
    },
    get library() {
      return test.library;
    },
    get tables() {
      return test.tables;
    },
    get clock() {
      return test.clock;
    },
    start(open = async () => ok(test.library), changed = {}) {
      const parts = {
        browser: fake.browser,
        openLibrary: open,
        removeLibrary: async () => {},
        createAccounts: () => NO_ACCOUNTS,
        createSync: () => NO_SYNC,
        createBackups: () => NO_BACKUPS,
        createImportSource: () => NO_SOURCE,
        loadFile: async () => Response.error(),
        fetchImages: noImages,
        indexLibrary: async () => {},
        workOnImports: async () => {},
        capturePage: async () => null,
        request: () => Promise.reject(new TypeError('Not in this test')),
        now: () => test.clock.now,
        onOnline: fake.event('online').addListener,
        afterWakeUp: Promise.resolve(),
        ...changed,
      };
      ({ recovered } = startBackground(parts));
    },
    recovered: () => recovered,
    ask: (name, request) =>
      new Promise((resolve) => {
        fake.event('runtime.onMessage').fire({ name, request }, POPUP, resolve);
      }),
    all: async () =>
      (await test.library.bookmarks.page({ view: 'all', limit: 50, after: null })).rows,
    buttonShows: (tabId, text, title) =>
      vi.waitFor(() => expect(fake.button(tabId)).toEqual({ text, title })),
  };
}
