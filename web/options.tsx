import './without-storage';

import { folderPicker } from '../entrypoints/wiring/pick-folder';
import { showOptionsPage } from '../entrypoints/wiring/show-options-page';
import { connectAccounts } from './connect-account';
import { background, connectSettings } from './connect-page';
import { exporterOf, syncOf } from './connect-shared';
import { endSession, takeLeaving } from './entry';
import { followInstalling } from './installing';
import { makeFirst } from './leave-page';
import { APP_BASE } from './platform';
import { start } from './start';
import { local } from './stored-area';
import { followUpdates } from './updates';

/**
 * The address to which pages of the server lead a person who has pressed *Sign out* there. A page of
 * another site may lead here, too, when nobody has pressed anything.
 */
const SIGN_OUT = '#/account/sign-out';
const isLeaving = location.hash === SIGN_OUT && takeLeaving();

const installing = followInstalling();

void start((root) => void show(root), undefined, isLeaving ? leave : undefined);

/** Signs out where the app has no library of the person. */
async function leave(): Promise<void> {
  await endSession();
  location.replace(`${APP_BASE}/login`);
}

/** Lets the person decide about what only this browser has. Closing the page signs out, too. */
function askBeforeLeaving(): () => void {
  const end = () => void endSession();
  window.addEventListener('pagehide', end);
  return () => {
    window.removeEventListener('pagehide', end);
    history.replaceState(null, '', '#/account');
  };
}

async function show(root: HTMLElement): Promise<void> {
  await showOptionsPage(root, {
    local,
    opener: makeFirst,
    accounts: connectAccounts(),
    settings: connectSettings(),
    syncOf,
    exporterOf,
    sending: { pickFolder: folderPicker(), downloads: null, background },
    ownServer: { base: APP_BASE, onStay: isLeaving ? askBeforeLeaving() : undefined },
    installing,
    version: __VERSION__,
  });
  // The page of the library asks.
  void followUpdates(() => {});
}
