import { settingsMirror } from '../src/ui/settings/settings-mirror';
import { applyLanguage } from '../src/ui/theme/theme';
import { currentEntry } from './entry';
import { showTheme } from './show-theme';

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
  const isAllowed = canStore();
  if (isAllowed) prepare();
  const entry = isAllowed ? await currentEntry() : 'blocked';
  if (isAllowed) showTheme(settingsMirror(localStorage).read().reader.theme);
  if (entry === 'library') {
    reloadForOthers();
    return show(root);
  }
  if (refuse) return refuse();
  const { showNotice } = await import('./notices');
  await showNotice(root, entry);
}

/** Returns false where the browser keeps no library, as without TLS, or when a person blocks cookies. */
function canStore(): boolean {
  try {
    return isSecureContext && localStorage.length + sessionStorage.length >= 0;
  } catch {
    return false; // The access throws.
  }
}

/** Reloads the page when its person has signed out in another tab, or another person has signed in. */
function reloadForOthers(): void {
  const check = async () => {
    if (document.visibilityState === 'visible' && (await currentEntry()) !== 'library') {
      location.reload();
    }
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  window.addEventListener('pageshow', check);
}
