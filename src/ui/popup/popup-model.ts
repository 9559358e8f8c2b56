import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, isWebAddress } from '../../domain';
import type { Library } from '../../library';
import type { AccountStore } from '../account/account-store';
import {
  type BookmarkListDeps,
  type BookmarkListModel,
  createBookmarkListModel,
} from '../bookmarks/list-model';
import type { PagePanelDeps } from '../current-page/page-panel-model';
import type { SettingsStore } from '../settings/settings-store';
import type { SyncStore } from '../sync/sync-store';

/** What the popup is given by its entrypoint. */
export interface PopupDeps extends PagePanelDeps, Omit<BookmarkListDeps, 'first' | 'read'> {
  /** Fetched with the reader: the popup's first paint needs neither. */
  readonly settings: () => Promise<SettingsStore>;
  /** Fetched when they are asked for. */
  readonly accounts: () => Promise<AccountStore>;
  /** Fetched after the first paint. */
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  /** Opens a page of ours in a tab, by its path (`library.html#/unread`). */
  readonly openTab: (path: string) => void;
}

export interface PopupModel {
  readonly deps: PopupDeps;
  readonly listModel: BookmarkListModel;
  /** The bookmark that is being read; null while the list is shown. */
  readonly reading: ReadonlySignal<BookmarkId | null>;
  /** True when the page in front is saved on this device and is never synced. */
  readonly isLocalOnly: Promise<boolean>;
  back(): void;
}

export function createPopup(deps: PopupDeps): PopupModel {
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
    reading: computed(() => reading.value),
    isLocalOnly: deps.described.then(
      (page) => page.ok && page.value.kind === 'saved' && !isWebAddress(page.value.url),
    ),
    back() {
      reading.value = null;
      // The focus goes back to the row that was opened.
      listModel.cursor.moveTo(listModel.cursor.position.value);
    },
  };
}
