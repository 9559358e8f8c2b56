import { signal } from '@preact/signals';
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';
import { ok, type Result } from '../../../src/domain/result';
import type { SendWays } from '../../../src/ui/settings/send-store';
import { SettingsPage } from '../../../src/ui/settings/settings-page';
import type { Shortcut, ShortcutChange } from '../../../src/ui/settings/shortcuts-section';
import { page, testLibrary } from '../../library/library';
import { fakeStore } from '../account/fake-store';
import { memorySettings } from '../reader/open-article';
import { fakeSync } from '../sync/fake-sync';
import { fakeBackups } from './fake-backups';

export const GIGABYTE = 1e9;
export const disk = {
  estimate: vi.fn(async () => ({ usage: 2 * GIGABYTE, quota: 100 * GIGABYTE })),
  persist: vi.fn(async () => false),
  persisted: vi.fn(async () => false),
};
/** The answer to whether the window is that of a phone. */
export const phone = Object.assign(new EventTarget(), { matches: false });
export const keys = new Map<string, string>();
export const list = async (): Promise<Shortcut[]> =>
  [...keys].map(([name, k]) => ({ name, keys: k }));
export const isAllowed = signal<boolean | null>(false);
export const hosts = signal<readonly string[] | null>([]);
export const highlightSites = {
  hosts,
  allow: vi.fn(async () => true),
  revoke: vi.fn(async () => {}),
};
export const imageAccess = {
  isAllowed,
  request: vi.fn(async () => true),
  revoke: vi.fn(async () => {}),
};
export const isBadgeAllowed = signal<boolean | null>(false);
export const savedBadge = {
  isAllowed: isBadgeAllowed,
  request: vi.fn(async () => true),
  revoke: vi.fn(async () => {}),
};
export const browserPage = {
  kind: 'browser-page',
  open: vi.fn(async () => {}),
} as const;
export const here = {
  kind: 'here',
  set: vi.fn(async (name: string, chosen: string): Promise<Result<void, string>> => {
    keys.set(name, chosen);
    return ok(undefined);
  }),
} as const;

/** The ways of a program to send highlights on. */
export const ways: { -readonly [Name in keyof SendWays]: SendWays[Name] } = {
  pickFolder: null,
  downloads: null,
  background: { libraryChanged: vi.fn(async () => ok(null)) },
};

/** Goes to a section by its address, as its link does. */
export function goTo(section: string): void {
  window.location.hash = `#/${section}`;
}

export const SECTIONS = [
  ...['account', 'sync', 'saving', 'reader', 'images', 'highlights', 'site-rules', 'backup'],
  ...['send', 'storage', 'shortcuts', 'private', 'about'],
];

export async function open(
  change: ShortcutChange = browserPage,
  sync = fakeSync({}, 'nobody'),
  isWebApp = false,
) {
  const { library, clock } = await testLibrary({ storage: disk });
  await library.bookmarks.save(page());
  const settings = memorySettings();
  const view = render(
    <SettingsPage
      deps={{
        sync,
        accounts: fakeStore(),
        settings,
        ...(!isWebApp && {
          extension: {
            imageAccess,
            savedBadge,
            highlightSites,
            backups: fakeBackups().store,
            shortcuts: { list, change },
          },
        }),
        library: Promise.resolve(ok(library)),
        offerExport: () => <i>export</i>,
        sending: { ...ways },
        version: '1.2.3',
      }}
    />,
  );
  if (window.location.hash === '#/storage') await screen.findByText('1 bookmark');
  return { ...view, settings, library, clock };
}

/** Resets what the page is given before each test, and removes the page after it. */
export function useSettingsPage(): void {
  beforeEach(() => {
    window.location.hash = '';
    phone.matches = false;
    vi.stubGlobal('matchMedia', () => phone);
    isAllowed.value = false;
    Object.assign(ways, { pickFolder: null, downloads: null });
    isBadgeAllowed.value = false;
    keys.clear();
    keys.set('_execute_action', 'Alt+Shift+D').set('save-page', 'Alt+Shift+J');
  });

  afterEach(() => {
    act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
    vi.clearAllMocks();
  });
}
