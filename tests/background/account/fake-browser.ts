import type { WxtBrowser } from 'wxt/browser';
import { FakeEvent } from '../../extension/support/fake-extension';

export const REDIRECT = 'https://abcdef.chromiumapp.org/';

/** A storage area whose contents survive the end of a worker. */
function fakeArea() {
  const kept = new Map<string, string>();
  const area = {
    kept,
    onChanged: new FakeEvent(),
    async get(keys: string | readonly string[]) {
      return Object.fromEntries(
        [keys].flat().flatMap((key) => {
          const json = kept.get(key);
          return json === undefined ? [] : [[key, JSON.parse(json)]];
        }),
      );
    },
    async set(items: object) {
      for (const [key, value] of Object.entries(items)) kept.set(key, JSON.stringify(value));
    },
    async remove(key: string) {
      kept.delete(key);
    },
    async change(keys: readonly string[], step: (stored: Record<string, unknown>) => object) {
      await area.set(step(await area.get(keys)));
    },
  };
  return area;
}

/** The part of a browser that accounts use, in memory. */
export function fakeAccountBrowser() {
  const state = {
    local: fakeArea(),
    session: fakeArea(),
    secrets: fakeArea(),
    /** The origins with a permission. */
    origins: new Set<string>(),
    alarms: new Set<string>(),
    /**
     * The user's action in the sign-in window. It rejects as browsers do when the window is closed.
     */
    window: async (_url: string): Promise<string | undefined> => {
      throw new Error('The user did not approve access.');
    },
    /** The files beside the build, by path. */
    files: new Map<string, string>(),
  };
  const browser = {
    storage: { local: state.local, session: state.session },
    permissions: {
      contains: async ({ origins }: { origins: string[] }) =>
        origins.every((origin) => state.origins.has(origin)),
      remove: async ({ origins }: { origins: string[] }) => {
        for (const origin of origins) state.origins.delete(origin);
        return true;
      },
    },
    alarms: {
      create: async (name: string) => void state.alarms.add(name),
      clear: async (name: string) => state.alarms.delete(name),
    },
    identity: {
      getRedirectURL: () => REDIRECT,
      launchWebAuthFlow: ({ url }: { url: string }) => state.window(url),
    },
    runtime: {
      id: 'leafmark',
      getURL: (path: string) => `chrome-extension://leafmark${path}`,
      getPlatformInfo: async () => ({}),
    },
  };
  const loadFile = async (address: string) => {
    const file = state.files.get(new URL(address).pathname);
    if (file === undefined) throw new TypeError('Failed to fetch');
    return new Response(file);
  };
  // The fake has only the part of the browser's type that is used.
  return Object.assign(state, { browser: browser as unknown as WxtBrowser, loadFile });
}

export type FakeAccountBrowser = ReturnType<typeof fakeAccountBrowser>;
