import { signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { isWebAddress } from '../../domain/web-address';
import type { Library } from '../../library';
import { type BookmarkListDeps, createBookmarkListModel } from '../bookmarks/list-model';
import { readonly } from '../components/signals';
import type { PagePanelDeps, SavedPage } from '../current-page/page-panel-model';
import type { SettingsStore } from '../settings/settings-store';
import type { SyncStore } from '../sync/sync-store';

/** The dependencies of the popup, which its entrypoint provides. */
interface PopupDeps
  extends Omit<PagePanelDeps, 'onSaved'>,
    Omit<BookmarkListDeps, 'background' | 'first' | 'read' | 'shownElsewhere'> {
  /** Loaded with the reader: the first paint of the popup needs neither. */
  readonly settings: () => Promise<SettingsStore>;
  /** Loaded after the first paint. */
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
}

export function createPopup(deps: PopupDeps) {
  const reading = signal<BookmarkId | null>(null);
  /** The page that was just saved. It is at the top of the popup, so the list does not repeat it. */
  const justSaved = signal<BookmarkId | null>(null);
  const onSaved = ({ bookmarkId, undoLeftMs }: SavedPage) => {
    if (undoLeftMs > 0) justSaved.value = bookmarkId;
  };
  const isDescribed = signal(false);
  void deps.described.then((page) => {
    isDescribed.value = true;
    if (page.ok && page.value.kind === 'saved') onSaved(page.value);
  });
  const listModel = createBookmarkListModel({
    ...deps,
    first: null,
    shownElsewhere: justSaved,
    read(id) {
      reading.value = id;
    },
  });
  return {
    deps: { ...deps, onSaved },
    listModel,
    /** True when the current page is shown, which a user waits for more than for the rest. */
    isDescribed: readonly(isDescribed),
    /** The bookmark that is open in the reader. null while the list is shown. */
    reading: readonly(reading),
    /** True when the current page is saved on this device and is never synced. */
    isLocalOnly: deps.described.then(
      (page) => page.ok && page.value.kind === 'saved' && !isWebAddress(page.value.url),
    ),
    back() {
      const opened = reading.value ? (listModel.list.ids.value?.indexOf(reading.value) ?? -1) : -1;
      reading.value = null;
      // Returns the focus to the row that was opened.
      if (opened >= 0) listModel.cursor.moveTo(opened);
    },
  };
}

export type PopupModel = ReturnType<typeof createPopup>;
