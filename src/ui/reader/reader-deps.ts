import type { Library } from '../../library';
import type { Background } from '../../messages/background-client';
import type { BookmarkActions } from '../bookmarks/bookmark-actions';
import type { Capturing } from '../capture/keep-all-images';
import type { Act } from '../components/act';
import type { ToastStore } from '../components/toasts';
import type { SiteAccess } from '../get-articles/articles-store';
import type { SettingsStore } from '../settings/settings-store';
import type { Exporter } from '../transfer/export-store';

/** The dependencies of the reader, which the page provides. */
export interface ReaderDeps {
  readonly library: Library;
  readonly background: Background;
  readonly settings: SettingsStore;
  /** Absent in the web app. */
  readonly capturing?: Capturing | undefined;
  /** The access with which articles are fetched. Absent in a popup. */
  readonly siteAccess?: SiteAccess | undefined;
  /** Absent in a popup, which may close while a file is written. */
  readonly exporter?: (() => Promise<Exporter>) | undefined;
  readonly act: Act;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'show' | 'showError'>;
}
