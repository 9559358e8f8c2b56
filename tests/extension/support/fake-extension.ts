import type { Browser, WxtBrowser } from 'wxt/browser';

export const OWN_ORIGIN = 'chrome-extension://leafmark/';

type Listener = (...args: never[]) => unknown;

/** An event of the browser, with its listeners and a way to fire it. */
export class FakeEvent {
  readonly listeners = new Set<Listener>();
  addListener = (listener: Listener) => void this.listeners.add(listener);
  removeListener = (listener: Listener) => void this.listeners.delete(listener);
  fire(...args: unknown[]): unknown[] {
    return [...this.listeners].map((listener) => listener(...(args as never[])));
  }
}

export interface FakeTab {
  id: number;
  url?: string;
  title?: string;
  favIconUrl?: string;
  status?: 'loading' | 'complete';
  incognito?: boolean;
  active?: boolean;
}

/** The result of `capture.js` in a document that was loaded before the click. */
export const injected = (outcome: unknown, documentSince = 0, status = 200, html = '') => [
  { result: { outcome, documentSince, status, html } },
];

export interface Injection {
  readonly target: { readonly tabId: number };
  readonly files?: readonly string[];
  readonly func?: unknown;
  readonly args?: readonly unknown[];
  readonly injectImmediately?: boolean;
}

interface Button {
  text: string;
  title: string;
}

/** The part of a browser that the background uses, in memory. Other functions do not exist. */
export function fakeExtension() {
  const tabs = new Map<number, FakeTab>();
  const buttons = new Map<number, Partial<Button>>();
  let everywhere: Button = { text: '', title: '' };
  const stored = new Map<string, unknown>();
  const session = new Map<string, unknown>();
  const menus: Record<string, unknown>[] = [];
  const alarms = new Map<string, object>();
  const created: string[] = [];
  const events: Record<string, FakeEvent> = {};
  const event = (name: string) => {
    events[name] ??= new FakeEvent();
    return events[name];
  };
  const state = {
    tabs,
    menus,
    alarms,
    stored,
    events,
    /** The addresses of the tabs that were opened. */
    created,
    defaultSuggestion: '',
    optionsOpened: 0,
    hasAllSites: false,
    /** True if a click in a page lets the background ask for a permission, and the person agrees. */
    takesClickOfPage: false,
    /** The origins that the user has allowed, apart from all sites. */
    origins: new Set<string>(),
    registered: [] as object[],
    /** The messages to tabs. */
    told: [] as (readonly [tabId: number, message: unknown])[],
    installType: 'normal',
    /** Returns the result of `capture.js`, or rejects as the browser does. */
    executeScript: async (_: Injection): Promise<{ result?: unknown }[]> => [],
    connect: (_tabId: number): unknown => {
      throw new Error('No page listens');
    },
    event,
    /** The button of a tab. Without a value of its own, a tab has the default. */
    button: (tabId?: number): Button => ({
      ...everywhere,
      ...(tabId !== undefined && buttons.get(tabId)),
    }),
    addTab(tab: FakeTab) {
      const whole = { status: 'complete' as const, incognito: false, active: true, ...tab };
      if (whole.active) for (const other of tabs.values()) other.active = false;
      tabs.set(tab.id, whole);
      return whole as unknown as Browser.tabs.Tab;
    },
  };
  const setButton = (tabId: number | undefined, change: Partial<Button>) => {
    if (tabId === undefined) {
      everywhere = { ...everywhere, ...change };
      return;
    }
    if (!tabs.has(tabId)) throw new Error(`No tab with id: ${tabId}`);
    buttons.set(tabId, { ...buttons.get(tabId), ...change });
  };
  const browser = {
    runtime: {
      id: 'leafmark',
      getURL: (path: string) => OWN_ORIGIN + path.replace(/^\//, ''),
      openOptionsPage: async () => {
        state.optionsOpened += 1;
      },
      getPlatformInfo: async () => ({ os: 'linux' }),
      onMessage: event('runtime.onMessage'),
      onInstalled: event('runtime.onInstalled'),
      onStartup: event('runtime.onStartup'),
      onConnect: event('runtime.onConnect'),
    },
    tabs: {
      get: async (id: number) => {
        const tab = tabs.get(id);
        if (!tab) throw new Error(`No tab with id: ${id}`);
        return tab;
      },
      query: async ({ active }: { active?: boolean }) =>
        [...tabs.values()].filter((tab) => active === undefined || tab.active === active),
      create: async ({ url }: { url: string }) => void created.push(url),
      connect: (id: number) => state.connect(id),
      sendMessage: async (id: number, message: unknown) => void state.told.push([id, message]),
      onActivated: event('tabs.onActivated'),
      onUpdated: event('tabs.onUpdated'),
      onRemoved: event('tabs.onRemoved'),
    },
    scripting: {
      executeScript: (injection: Injection) => state.executeScript(injection),
      insertCSS: async () => {},
      getRegisteredContentScripts: async () => state.registered,
      registerContentScripts: async (scripts: readonly object[]) =>
        void state.registered.push(...scripts),
      updateContentScripts: async (scripts: readonly object[]) =>
        void state.registered.splice(0, 1, ...scripts),
      unregisterContentScripts: async () => void state.registered.splice(0),
    },
    action: {
      setBadgeText: async ({ tabId, text }: { tabId?: number; text: string }) =>
        setButton(tabId, { text }),
      setTitle: async ({ tabId, title }: { tabId?: number; title: string }) =>
        setButton(tabId, { title }),
      setBadgeBackgroundColor: async () => {},
      setBadgeTextColor: async () => {},
      getBadgeText: async ({ tabId }: { tabId?: number }) => state.button(tabId).text,
      getTitle: async ({ tabId }: { tabId?: number }) => state.button(tabId).title,
    },
    storage: {
      session: {
        get: async (key: string) =>
          Object.fromEntries([...session].filter(([name]) => name === key)),
        set: async (items: object) => {
          for (const [key, value] of Object.entries(items)) session.set(key, value);
        },
        remove: async (key: string) => void session.delete(key),
      },
      local: {
        get: async (key: string | null) =>
          Object.fromEntries([...stored].filter(([name]) => key === null || name === key)),
        set: async (items: object) => {
          for (const [key, value] of Object.entries(items)) stored.set(key, value);
        },
        remove: async (key: string) => void stored.delete(key),
        onChanged: event('storage.local.onChanged'),
      },
    },
    permissions: {
      contains: async ({ origins }: { origins: readonly string[] }) =>
        state.hasAllSites || origins.every((origin) => state.origins.has(origin)),
      request: async ({ origins }: { origins: readonly string[] }) => {
        if (!state.takesClickOfPage) throw new Error('only from a user input handler');
        for (const origin of origins) state.origins.add(origin);
        return true;
      },
      onAdded: event('permissions.onAdded'),
      onRemoved: event('permissions.onRemoved'),
    },
    management: { getSelf: async () => ({ installType: state.installType }) },
    alarms: {
      get: async (name: string) => alarms.get(name),
      create: async (name: string, alarm: object) => void alarms.set(name, alarm),
      clear: async (name: string) => alarms.delete(name),
      onAlarm: event('alarms.onAlarm'),
    },
    commands: { onCommand: event('commands.onCommand') },
    contextMenus: {
      removeAll: async () => void menus.splice(0),
      create: (menu: Record<string, unknown>) => void menus.push(menu),
      onClicked: event('contextMenus.onClicked'),
    },
    omnibox: {
      setDefaultSuggestion: async ({ description }: { description: string }) => {
        state.defaultSuggestion = description;
      },
      onInputStarted: event('omnibox.onInputStarted'),
      onInputChanged: event('omnibox.onInputChanged'),
      onInputEntered: event('omnibox.onInputEntered'),
    },
  };
  // The fake has only the part of the browser's type that is used.
  return Object.assign(state, { browser: browser as unknown as WxtBrowser });
}

export type FakeExtension = ReturnType<typeof fakeExtension>;
