import { ACCOUNT_STATUS } from '../src/background/account/account-summary';
import { settingsMirror } from '../src/ui/settings/settings-mirror';
import { applyLanguage } from '../src/ui/theme/theme';
import { currentEntry } from './entry';
import { endWorkWhenLeft } from './leave-page';
import type { Entry } from './person';
import { showTheme } from './show-theme';
import { local } from './stored-area';
import './too-old.css';

/**
 * Starts a page of the web app. It calls `show` if the page may show the library of the active
 * account, and otherwise `refuse`, by default a notice. `prepare` is called before either, where there
 * is storage.
 */
export async function start(
  show: (root: HTMLElement) => void,
  prepare: () => void = () => {},
  refuse?: () => Promise<void>,
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  applyLanguage();
  if (isTooOld()) {
    // `too-old.css` shows it in those that cannot run this.
    document.getElementById('too-old')?.setAttribute('data-shown', '');
    return;
  }
  if (!isSecureContext) await import('./without-https');
  const isAllowed = canStore();
  if (isAllowed) {
    endWorkWhenLeft();
    prepare();
  }
  const entry = isAllowed ? await currentEntry() : 'blocked';
  if (isAllowed) showTheme(settingsMirror(localStorage).read().reader.theme);
  if (entry === 'library') {
    reloadWhenNot(entry);
    return show(root);
  }
  if (refuse) return refuse();
  if (entry !== 'blocked') reloadWhenNot(entry);
  const { showNotice } = await import('./notices');
  await showNotice(root, entry);
}

/** Returns true for browsers before Safari 18, Chromium 128 and Firefox 140. They lack one of these at least. */
const isTooOld = () =>
  !('parse' in URL && 'groupBy' in Map && 'fromAsync' in Array && 'highlights' in CSS);

/** Returns false where the browser keeps no library, because a person blocks cookies. */
function canStore(): boolean {
  try {
    return localStorage.length + sessionStorage.length >= 0;
  } catch {
    return false; // The access throws.
  }
}

/** Reloads the page when somebody has signed out or in in another tab, so that it may show something else. */
function reloadWhenNot(entry: Entry): void {
  const check = async () => {
    if (document.visibilityState === 'visible' && (await currentEntry()) !== entry) {
      location.reload();
    }
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  window.addEventListener('pageshow', check);
  // The page may be beside the other one, and so neither hidden nor without the focus. A page with a
  // library notices it by itself.
  if (entry === 'library') return;
  local.onChanged.addListener((changes) => {
    if (ACCOUNT_STATUS in changes) void check();
  });
}
