import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Browser, WxtBrowser } from 'wxt/browser';
import { createOpenTabs } from '../../../src/extension/save-tabs/open-tabs';

type Tab = Partial<Browser.tabs.Tab>;
type Listener = (id: number, change: { status?: string }, tab: Browser.tabs.Tab) => void;

const GONE = new Error('No tab with that id');
let shown: Tab[];
let held: string[];
const listeners = new Set<Listener>();
const request = vi.fn(async (_: Browser.permissions.Permissions) => true);
const reload = vi.fn(async (_: number) => {});

function open() {
  const parts = {
    permissions: {
      contains: async () => true,
      getAll: async () => ({ origins: held }),
      request,
      remove: async () => true,
    },
    tabs: {
      query: async () => shown,
      get: async (id: number) => shown.find((tab) => tab.id === id) ?? Promise.reject(GONE),
      reload,
      onUpdated: {
        addListener: (listener: Listener) => listeners.add(listener),
        removeListener: (listener: Listener) => listeners.delete(listener),
      },
    },
    runtime: { getURL: () => 'chrome-extension://leafmark/', sendMessage: async () => null },
  };
  // Only the parts that are used.
  return createOpenTabs(parts as unknown as WxtBrowser);
}

beforeEach(() => {
  shown = [];
  held = [];
  listeners.clear();
  vi.clearAllMocks();
});

describe('the open tabs', () => {
  it('are those that show a page', async () => {
    shown = [
      { id: 1, url: 'https://a.example/', title: 'A' },
      { id: 2, url: 'chrome-extension://leafmark/library.html', title: 'Library' },
      { id: 3, url: 'about:blank' },
      { id: 4 },
    ];
    expect(await open().list()).toEqual([{ id: 1, url: 'https://a.example/', title: 'A' }]);
  });

  it('need the access to sites that is not there yet, each once', async () => {
    held = ['https://server.example/*', '*://known.example/*'];
    const tabs = open();
    await tabs.isAllowed();
    const urls = [
      'https://a.example/1',
      'http://a.example:8080/2',
      'https://known.example/',
      'about:config',
    ];
    expect(await tabs.requestSites(urls)).toEqual(['*://a.example/*']);
    expect(request).toHaveBeenCalledExactlyOnceWith({ origins: ['*://a.example/*'] });
  });

  it('need no access where all sites are allowed', async () => {
    held = ['*://*/*'];
    const tabs = open();
    await tabs.isAllowed();
    expect(await tabs.requestSites(['https://a.example/'])).toEqual([]);
    expect(request).not.toHaveBeenCalled();
  });

  it('are loaded when they sleep, and awaited', async () => {
    shown = [{ id: 1, discarded: true, status: 'unloaded' }];
    let isAwake = false;
    const waking = open()
      .wake(1)
      .then(() => {
        isAwake = true;
      });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledWith(1));
    for (const listener of listeners) listener(2, { status: 'complete' }, {} as Browser.tabs.Tab);
    expect(isAwake).toBe(false);
    for (const listener of listeners) listener(1, { status: 'complete' }, {} as Browser.tabs.Tab);
    await waking;
    expect(listeners.size).toBe(0);
  });

  it('are left alone when they are awake or closed', async () => {
    shown = [{ id: 1, discarded: false, status: 'complete' }];
    await open().wake(1);
    await open().wake(9);
    expect(reload).not.toHaveBeenCalled();
  });
});
