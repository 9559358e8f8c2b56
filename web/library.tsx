import './without-storage';

import { render } from 'preact';
import { connectLibrary, withActiveLibrary } from '../entrypoints/wiring/connect-library';
import type { AccountKey } from '../src/library';
import { createSnapshotStore } from '../src/ui/bookmarks/snapshot';
import { painted, schedule } from '../src/ui/components/timers';
import { LibraryPage, preloadReader } from '../src/ui/library-page/library-page';
import {
  createLibraryPage,
  type LibraryPageModel,
} from '../src/ui/library-page/library-page-model';
import { t } from '../src/ui/strings';
import { background, connectSettings, pageBackground } from './connect-page';
import { askToInstall, followInstalling } from './installing';
import { persistWithChanges, syncWhenClosed } from './keep-offline';
import { followLaunches } from './launched-file';
import { makeFirst } from './leave-page';
import { APP_ROOT } from './platform';
import { keepRedirect } from './redirect-window';
import { goToSaveTarget, keepSaveTarget } from './save-target';
import { start } from './start';
import { local } from './stored-area';

/** Keeps what later pages of this tab need of the address. */
const keepAddress = () => {
  // First, because a shared address may hold any parameter.
  keepSaveTarget(location, history, sessionStorage);
  keepRedirect(location, history, sessionStorage);
};

const installing = followInstalling();

void start((root) => {
  withActiveLibrary(local, (account) => show(root, account));
}, keepAddress);

function show(root: HTMLElement, account: AccountKey): void {
  const firstPaint = painted();
  const opened = firstPaint.then(() => connectLibrary(local, account, makeFirst));
  goToSaveTarget(window, opened);
  const shared = () => import('./connect-shared');
  const model = createLibraryPage({
    painted: firstPaint,
    opened,
    isPrivateWindow: false,
    background,
    account,
    draftStorage: localStorage,
    snapshots: createSnapshotStore(localStorage, account),
    settings: connectSettings,
    sync: async (library) => (await shared()).syncOf(library),
    exporter: async () => (await shared()).exporterOf(account),
    importer: async () => (await shared()).importerOf(account),
    saveAddress: `${APP_ROOT}save`,
    ...(!isSecureContext && { httpsHelp: `${APP_ROOT}help/https` }),
    launchedFiles: followLaunches(window),
    later: schedule,
    window,
    alone: (name, work) => navigator.locks.request(name, work),
  });
  render(<LibraryPage model={model} />, root);
  void firstPaint.then(() => {
    // The first article needs these two.
    void preloadReader(connectSettings);
    void ask(model.listModel, opened);
  });
  // The library is read first.
  void opened.then((library) => {
    void pageBackground();
    if (!library.ok) return;
    persistWithChanges(library.value);
    void syncWhenClosed(library.value);
  });
}

/** Asks whether a new version should start, when there is one, and whether to install the app. */
async function ask(
  { loadedTools }: LibraryPageModel['listModel'],
  opened: ReturnType<typeof connectLibrary>,
): Promise<void> {
  const [{ followUpdates }, { toasts }] = await Promise.all([import('./updates'), loadedTools]);
  void followUpdates((start) => toasts.ask(t('updateReady'), t('updateStart'), start, true));
  askToInstall(installing, opened, localStorage, toasts);
}
