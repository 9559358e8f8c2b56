// The popup loads it after its first paint. A test that ends meanwhile would stop that with an error.
import { addMany } from '../../../src/library/bookmarks/save-page';
import '../../../src/ui/current-page/page-contents';
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import type { Bookmark } from '../../../src/domain/bookmark';
import type { PageState } from '../../../src/domain/page-state';
import { ok, type Result } from '../../../src/domain/result';
import { UNDO_MS } from '../../../src/domain/time';
import type { ImportedPage, Library, LibraryError } from '../../../src/library';
import type { ExtensionBackground } from '../../../src/messages/background-client';
import { createSnapshotStore } from '../../../src/ui/bookmarks/snapshot';
import type { MirrorStorage } from '../../../src/ui/mirror';
import { Popup } from '../../../src/ui/popup/popup';
import { createPopup } from '../../../src/ui/popup/popup-model';
import type { SyncStore } from '../../../src/ui/sync/sync-store';
import { page, testLibrary, value } from '../../library/library';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { fakeStore } from '../account/fake-store';
import { fakeBackground } from '../fake-background';
import { memorySettings } from '../reader/open-article';
import { fakeSync } from '../sync/fake-sync';
import { testClock } from './clock';

/** The `localStorage` of one profile. */
export function memoryStorage(): MirrorStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
  };
}

/** Saves articles with these titles, the first as the newest. */
export async function saveArticles(
  library: Library,
  titles: readonly string[],
  more: Partial<ImportedPage> = {},
): Promise<readonly Bookmark[]> {
  const pages = titles.map((title, index) => ({
    page: page({ title, url: `https://example.org/${title.toLowerCase()}`, siteName: 'Example' }),
    created: (1_700_000_000_000 - index * 1000) as Bookmark['created'],
    ...more,
  }));
  const { added } = value(await library.part((store) => addMany(store, pages, { outbox: false })));
  return Promise.all(added.map(async (id) => (await library.bookmarks.get(id))!));
}

const openModels = new Set<{ dispose(): void }>();

afterEach(() => {
  cleanup();
  for (const listModel of openModels) listModel.dispose();
  openModels.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface PopupParts {
  readonly library?: Library;
  /** Settles after the first paint. Resolved by default. */
  readonly painted?: Promise<void>;
  /** Settles when the library has opened. Resolved by default. */
  readonly opened?: Promise<Result<Library, LibraryError>>;
  readonly storage?: MirrorStorage;
  readonly page?: PageState;
  readonly described?: ReturnType<ExtensionBackground['describePage']>;
  readonly isSaving?: boolean;
  readonly isPrivateWindow?: boolean;
  readonly sync?: SyncStore;
}

/** Opens the popup over its own library, as the entrypoint does. */
export async function openPopup(parts: PopupParts = {}) {
  fillBrowserGaps();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const library = parts.library ?? (await testLibrary()).library;
  const clock = testClock();
  const background = fakeBackground();
  const imageAccess = {
    isAllowed: signal<boolean | null>(false),
    request: vi.fn(async () => true),
    revoke: vi.fn(async () => {}),
  };
  const hosts = signal<readonly string[] | null>([]);
  const highlightSites = {
    hosts,
    allow: vi.fn(async (host: string) => {
      hosts.value = [host];
      return true;
    }),
    revoke: vi.fn(async () => {
      hosts.value = [];
    }),
  };
  const openTab = vi.fn();
  const storage = parts.storage ?? memoryStorage();
  const model = createPopup({
    painted: parts.painted ?? Promise.resolve(),
    opened: parts.opened ?? Promise.resolve(ok(library)),
    described: parts.described ?? Promise.resolve(ok(parts.page ?? { kind: 'nothing' })),
    isPrivateWindow: parts.isPrivateWindow ?? false,
    isSaving: parts.isSaving ?? true,
    background,
    imageAccess: async () => imageAccess,
    sites: async () => highlightSites,
    account: null,
    draftStorage: storage,
    snapshots: createSnapshotStore(storage, null),
    settings: async () => memorySettings(),
    accounts: async () => fakeStore(),
    sync: async () => parts.sync ?? fakeSync({}, 'nobody'),
    sidePanel: async () => ({ open: async () => {} }),
    later: clock.later,
    openTab,
  });
  openModels.add(model.listModel);
  const view = render(<Popup model={model} />);
  const close = () => {
    view.unmount();
    model.listModel.dispose();
  };
  return {
    ...view,
    model,
    library,
    background,
    imageAccess,
    highlightSites,
    openTab,
    storage,
    clock,
    close,
  };
}

/** Finds an action of the menu *More*. jsdom has no popovers and keeps it hidden. */
export const inMore = async (name: string | RegExp): Promise<HTMLElement> => {
  const button = await screen.findByRole('button', { name: 'More' });
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')!;
  return within(menu).findByRole('button', { name, hidden: true });
};

export const viewSwitch = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Views' });

/** Chooses the view with this name. */
export function chooseView(name: string): void {
  const view = [...viewSwitch().options].findIndex(({ text }) => text.startsWith(name));
  viewSwitch().selectedIndex = view;
  fireEvent.change(viewSwitch());
}

/** Returns the titles of the list *Bookmarks* in order. */
export const shownTitles = (): readonly (string | null)[] => {
  const list = screen.queryByRole('list', { name: 'Bookmarks' });
  return list
    ? within(list)
        .getAllByRole('link')
        .map((link) => link.textContent)
    : [];
};

/** Finds the row with this title. */
export const rowOf = async (title: string): Promise<HTMLElement> => {
  const list = await screen.findByRole('list', { name: 'Bookmarks' });
  const link = await within(list).findByRole('link', { name: title });
  return link.closest('li')!;
};

/** Presses a key in the focused element. */
export function press(key: string): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

/** The background's description of a page that was just saved. */
export const savedState = (
  bookmark: Pick<Bookmark, 'id' | 'url' | 'title'>,
  more: Partial<Extract<PageState, { kind: 'saved' }>> = {},
): PageState => ({
  kind: 'saved',
  bookmarkId: bookmark.id,
  url: bookmark.url,
  title: bookmark.title,
  outcome: 'created',
  undoLeftMs: UNDO_MS,
  addressOnly: null,
  isPrivateWindow: false,
  ...more,
});
