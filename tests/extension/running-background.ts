import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  type BackgroundFailure,
  type Bookmark,
  ok,
  type PageState,
  type Result,
} from '../../src/domain';
import { startBackground } from '../../src/extension/background';
import type { Library, openLibrary } from '../../src/library';
import { capture, type TestLibrary, testLibrary } from '../library/library';
import { type FakeExtension, fakeExtension, injected, OWN_ORIGIN } from './fake-extension';

export const URL_A = 'https://example.org/a';
const POPUP = { id: 'leafmark', url: `${OWN_ORIGIN}popup.html` };

/** A background over a fake browser and a real library, anew for each test. */
export interface RunningBackground {
  readonly fake: FakeExtension;
  readonly library: Library;
  readonly tables: TestLibrary['tables'];
  readonly clock: TestLibrary['clock'];
  start(open?: typeof openLibrary): void;
  /** What the last worker left is settled. */
  recovered(): Promise<void>;
  /** Asks as the popup does. */
  ask(name: string, request: object): Promise<Result<PageState, BackgroundFailure>>;
  /** Every bookmark outside the trash, newest first. */
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
    start(open = async () => ok(test.library)) {
      const parts = {
        browser: fake.browser,
        openLibrary: open,
        removeLibrary: async () => {},
        loadDoctor: async () => {
          throw new Error('Nobody asks for it here');
        },
        loadService: async () => {
          throw new Error('Nobody signs in here');
        },
        fetchImages: noImages,
        now: () => test.clock.now,
        onOnline: fake.event('online').addListener,
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
