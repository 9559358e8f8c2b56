import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Result } from '../src/domain/result';
import type { Library, LibraryError } from '../src/library';
import { INSTALLED } from '../src/ui/components/follow-media';
import type { ToastStore } from '../src/ui/components/toasts';
import { INSTALL_WORDS, type Installing } from '../src/ui/settings/installing';
import { t } from '../src/ui/strings';

/** What Chromium sends when a person can install the app. TypeScript's library lacks it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * Returns how a person can install the app in this browser, or null if it is installed or cannot be.
 * Call it while the page loads, because Chromium says so once.
 */
export function followInstalling(page: Window = window): ReadonlySignal<Installing | null> {
  const way = signal(page.isSecureContext ? wayOfSafari(page) : null);
  page.addEventListener('beforeinstallprompt', (event) => {
    // The browser would ask before there is anything to keep.
    event.preventDefault();
    const install = () => {
      way.value = null;
      void (event as InstallEvent).prompt().catch(() => null);
    };
    way.value = { kind: 'prompt', install };
  });
  page.addEventListener('appinstalled', () => {
    way.value = null;
  });
  return way;
}

/** Safari installs from its menus only. Two properties that no other engine has tell it apart. */
function wayOfSafari(page: Window): Installing | null {
  const isSafari = 'standalone' in page.navigator || 'safari' in page;
  const { standalone } = page.navigator as Navigator & { readonly standalone?: boolean };
  if (!isSafari || standalone || page.matchMedia(INSTALLED).matches) return null;
  return { kind: page.navigator.maxTouchPoints > 0 ? 'home-screen' : 'dock' };
}

/** The key of the local storage that says that this browser has shown the question. */
const ASKED = 'leafmark.install';

/** The subject of the question. */
const INSTALLING = 'installing';

/** Asks once, as soon as there is something to keep. Afterwards the options have it. */
export function askToInstall(
  way: ReadonlySignal<Installing | null>,
  opened: Promise<Result<Library, LibraryError>>,
  storage: Storage,
  toasts: Pick<ToastStore, 'ask' | 'tell' | 'forget'>,
): void {
  const hasPages = signal(false);
  void opened.then((result) => {
    if (!result.ok) return;
    const stop = result.value.bookmarks.watchCounts(({ all }) => {
      if (all === 0) return;
      hasPages.value = true;
      stop();
    });
  });
  effect(() => {
    const { value } = way;
    if (value === null) return toasts.forget(INSTALLING);
    if (!hasPages.value || !isFirst(storage)) return;
    if (value.kind !== 'prompt') return toasts.tell(t(INSTALL_WORDS[value.kind]), INSTALLING);
    toasts.ask(t('installOffer'), t('installDo'), value.install, true, INSTALLING);
  });
}

/** Returns false if this browser was asked, or cannot store that it was: it would be asked each time. */
function isFirst(storage: Storage): boolean {
  if (storage.getItem(ASKED) !== null) return false;
  try {
    storage.setItem(ASKED, 'true');
    return true;
  } catch {
    return false;
  }
}
