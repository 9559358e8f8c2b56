import { describe, expect, it, vi } from 'vitest';
import { ok } from '../../src/domain/result';
import { createToastStore } from '../../src/ui/components/toasts';
import { askToInstall, followInstalling } from '../../web/installing';
import { page as savedPage, testLibrary, value } from '../library/library';

interface Browser {
  readonly standalone?: boolean;
  readonly isMac?: boolean;
  readonly isApp?: boolean;
  readonly isSecure?: boolean;
}

/** The window of a browser, as far as the question needs it. */
function pageIn({ standalone, isMac = false, isApp = false, isSecure = true }: Browser) {
  const navigator = {
    maxTouchPoints: isMac ? 0 : 5,
    ...(standalone !== undefined && { standalone }),
  };
  return Object.assign(new EventTarget(), {
    navigator,
    isSecureContext: isSecure,
    matchMedia: () => ({ matches: isApp }),
    ...(isMac && { safari: {} }),
  }) as unknown as Window;
}

/** Says that the app can be installed, as Chromium does. */
function offer(page: Window) {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  page.dispatchEvent(event);
  return { prompt, event };
}

const SAFARI: readonly [name: string, browser: Browser, kind: string | undefined][] = [
  ['Safari on a phone', { standalone: false }, 'home-screen'],
  ['an app of the home screen', { standalone: true }, undefined],
  ['Safari on a Mac', { isMac: true }, 'dock'],
  ['an app of the Dock', { isMac: true, isApp: true }, undefined],
  ['another browser', {}, undefined],
  [
    'Safari without https, where nothing is kept',
    { standalone: false, isSecure: false },
    undefined,
  ],
];

/** A library and the question for it. */
async function asked(page: Window) {
  localStorage.clear();
  const { library } = await testLibrary();
  const store = createToastStore();
  const askAgain = () => askToInstall(followed, Promise.resolve(ok(library)), localStorage, store);
  const followed = followInstalling(page);
  askAgain();
  return { library, store, askAgain };
}

describe('the hint to install the web app', () => {
  it.each(SAFARI)('finds out how in %s', (_, browser, kind) => {
    expect(followInstalling(pageIn(browser)).value?.kind).toBe(kind);
  });

  it('comes with the first page, once in each browser, and installs by one press', async () => {
    const page = pageIn({});
    const { library, store, askAgain } = await asked(page);
    const { prompt, event } = offer(page);
    expect(event.defaultPrevented).toBe(true);
    expect(store.toasts.value).toEqual([]);
    value(await library.bookmarks.save(savedPage()));
    await vi.waitFor(() => expect(store.toasts.value).toHaveLength(1));
    const [question] = store.toasts.value;
    expect(question).toMatchObject({ isLasting: true, choice: { name: 'Install the app' } });
    store.dismiss(question!.id);
    askAgain();
    offer(page);
    await new Promise((done) => setTimeout(done));
    expect(store.toasts.value).toEqual([]);
    question?.choice?.choose();
    expect(prompt).toHaveBeenCalledTimes(1);
  });

  it('leaves the page as soon as the app is installed in another way', async () => {
    const page = pageIn({});
    const { library, store } = await asked(page);
    offer(page);
    value(await library.bookmarks.save(savedPage()));
    await vi.waitFor(() => expect(store.toasts.value).toHaveLength(1));
    page.dispatchEvent(new Event('appinstalled'));
    expect(store.toasts.value).toEqual([]);
  });

  it('is gone as soon as the app is installed or the browser has asked', async () => {
    const page = pageIn({});
    const followed = followInstalling(page);
    offer(page);
    page.dispatchEvent(new Event('appinstalled'));
    expect(followed.value).toBeNull();
    offer(page);
    if (followed.value?.kind === 'prompt') followed.value.install();
    expect(followed.value).toBeNull();
  });

  it('warns that Safari empties a site, and says what keeps it', async () => {
    const { library, store } = await asked(pageIn({ standalone: false }));
    value(await library.bookmarks.save(savedPage()));
    await vi.waitFor(() => expect(store.toasts.value).toHaveLength(1));
    expect(store.toasts.value[0]).toMatchObject({ isLasting: true, choice: null });
    expect(store.toasts.value[0]?.message).toMatch(/may empty.*Add to Home Screen/);
  });
});
