import type { Bookmark, BookmarkId } from '../../domain';
import type { Library } from '../../library/repository';
import type { Background } from '../background';
import type { ImageAccess } from '../image-access';
import type { SettingsStore } from '../settings-store';
import type { BookmarkActions } from '../stores/bookmark-actions';
import type { ToastStore } from '../stores/toast-store';

/** What the reader is given by the page it is in. */
export interface ReaderDeps {
  readonly library: Library;
  readonly background: Background;
  readonly settings: SettingsStore;
  readonly imageAccess: ImageAccess;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'say' | 'alarm'>;
}

export interface ReaderProps {
  readonly deps: ReaderDeps;
  readonly bookmarkId: BookmarkId;
  readonly onBack: () => void;
  /** Opens the labels editor over the reader. */
  readonly onLabels: (bookmark: Bookmark) => void;
  /** Given where the reader is in a popup or a side panel. */
  readonly onOpenInTab?: () => void;
}
