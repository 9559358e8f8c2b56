import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Accounts } from '../../../src/background/account/accounts';
import { createParts } from '../../../src/background/background';
import { platformPorts } from '../../../src/background/ports';
import type { BackgroundSync } from '../../../src/background/sync/background-sync';
import type { Bookmark } from '../../../src/domain/bookmark';
import type { BackgroundFailure, PageState } from '../../../src/domain/page-state';
import { ok, type Result } from '../../../src/domain/result';
import { type ExtensionPorts, startExtension } from '../../../src/extension/background';
import { browserPorts } from '../../../src/extension/browser-ports';
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

const NOTHING_TO_DO = {
  accounts: NO_ACCOUNTS,
  sync: NO_SYNC,
  backups: NO_BACKUPS,
  importSource: NO_SOURCE,
};

/** A worker that has nothing to index. */
const idleWorker = () => {
  const target = new EventTarget();
  const addEventListener = target.addEventListener.bind(target);
  const postMessage = () => void target.dispatchEvent(new Event('message'));
  return { addEventListener, postMessage, terminate() {} };
};

/** The ports of a background over a fake browser, without a network. */
export function portsOf(fake: FakeExtension): Omit<ExtensionPorts, 'openLibrary'> {
  const notHere = () => Promise.reject(new TypeError('Not in this test'));
  return {
    ...platformPorts(),
    ...browserPorts(fake.browser),
    browser: fake.browser,
    network: { onOnline: fake.event('online').addListener, connection: () => undefined },
    removeLibrary: async () => {},
    secrets: { get: notHere, set: notHere, change: notHere, remove: notHere },
    app: notHere,
    loadFile: notHere,
    async *fetchImages() {},
    startSearchWorker: idleWorker,
    workOnImports: async () => {},
    capturePage: async () => null,
    request: notHere,
    writeTexts: notHere,
    writer: { write: notHere, release: async () => {} },
    emptyFile: () => '',
    afterWakeUp: Promise.resolve(),
  };
}

/** A background over a fake browser and a real library. Each test gets a new one. */
export interface RunningBackground {
  readonly fake: FakeExtension;
  readonly library: Library;
  readonly tables: TestLibrary['tables'];
  readonly clock: TestLibrary['clock'];
  start(open?: typeof openLibrary, changed?: Partial<ExtensionPorts>): void;
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
      const ports = {
        ...portsOf(fake),
        openLibrary: open,
        now: () => test.clock.now,
        ...changed,
      };
      const made = { ...createParts(ports), ...NOTHING_TO_DO };
      ({ recovered } = startExtension(ports, made));
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
