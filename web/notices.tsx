import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { OwnAccount } from '../src/ui/account/own-account';
import { Empty } from '../src/ui/components/empty';
import { t } from '../src/ui/strings';
import { connectAccounts } from './connect-account';
import { background, pageBackground } from './connect-page';
import { currentPerson, endSession } from './entry';
import { databasesOfPage } from './leave-page';
import { type Entry, entryFor } from './person';
import { APP_BASE } from './platform';
import './notices.css';

// The pages of the web app when it may not show a library.

/** Says why, lets a person sign in, and starts the page again when that is done. */
export async function showNotice(
  root: HTMLElement,
  entry: Exclude<Entry, 'library'> | 'blocked',
): Promise<void> {
  const Main = root.localName === 'main' ? 'div' : 'main';
  const show = (notice: JSX.Element) => render(<Main class="notice">{notice}</Main>, root);
  if (entry === 'blocked' || !(await hasDatabases())) {
    return show(<Empty title={'errorLibraryTitle'} text={'appBlocked'} role="alert" hasMark />);
  }
  void pageBackground();
  if (entry === 'signed-out') {
    show(
      <Empty title={'accountTitle'} text={'appSignedOut'} hasMark>
        <a class="button" data-look="primary" href={`${APP_BASE}/login?r=${location.pathname}`}>
          {t('signInDo')}
        </a>
      </Empty>,
    );
    return;
  }
  const store = connectAccounts();
  effect(() => {
    const status = store.status.value;
    if (status && entryFor(status, currentPerson()) === 'library') location.reload();
  });
  show(
    <Empty title={'accountTitle'} hasMark>
      <OwnAccount
        store={store}
        server={APP_BASE}
        person={currentPerson()}
        onLeave={() => void leave()}
      />
    </Empty>,
  );
}

/** Ends the session and the sign-in, which is asked for again by the next one. */
async function leave(): Promise<void> {
  await endSession();
  await background.cancelSignIn({ use: 'account' });
  location.reload();
}

const PROBE_KEY = 'leafmark.probe';

const hasDatabases = (): Promise<boolean> =>
  new Promise((resolve) => {
    try {
      const databases = databasesOfPage();
      const opening = databases.open(PROBE_KEY);
      opening.onerror = () => resolve(false);
      opening.onsuccess = () => {
        opening.result.close();
        databases.deleteDatabase(PROBE_KEY);
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
