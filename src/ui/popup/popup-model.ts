import { signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { isWebAddress } from '../../domain/web-address';
import type { Library } from '../../library';
import type { AccountStore } from '../account/account-store';
import { type BookmarkListDeps, createBookmarkListModel } from '../bookmarks/list-model';
import { readonly } from '../components/signals';
import type { PagePanelDeps } from '../current-page/page-panel-model';
import type { SettingsStore } from '../settings/settings-store';
import type { SyncStore } from '../sync/sync-store';

/** The dependencies of the popup, which its entrypoint provides. */
interface PopupDeps extends PagePanelDeps, Omit<BookmarkListDeps, 'first' | 'read'> {
  /** Loaded with the reader: the first paint of the popup needs neither. */
  readonly settings: () => Promise<SettingsStore>;
  /** Loaded on demand. */
  readonly accounts: () => Promise<AccountStore>;
  /** Loaded after the first paint. */
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  /** Opens an extension page in a tab, by its path (`library.html#/unread`). */
  readonly openTab: (path: string) => void;
}

export function createPopup(deps: PopupDeps) {
  const reading = signal<BookmarkId | null>(null);
  const listModel = createBookmarkListModel({
    ...deps,
    first: null,
    read(id) {
      reading.value = id;
    },
  });
  return {
    deps,
    listModel,
    /** The bookmark that is open in the reader. null while the list is shown. */
    reading: readonly(reading),
    /** True when the current page is saved on this device and is never synced. */
    isLocalOnly: deps.described.then(
      (page) => page.ok && page.value.kind === 'saved' && !isWebAddress(page.value.url),
    ),
    back() {
      reading.value = null;
      // Returns the focus to the row that was opened.
      listModel.cursor.moveTo(listModel.cursor.position.value);
    },
  };
}

export type PopupModel = ReturnType<typeof createPopup>;
