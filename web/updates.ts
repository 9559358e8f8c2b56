import { registerSW } from 'virtual:pwa-register';

/**
 * Registers the worker that keeps the files of this version for use without a network. `ask` is
 * called when a new version waits, and gets the function that starts it.
 *
 * A tab runs one version only: the new worker waits until a person has agreed in one of the tabs. It
 * then answers all of them, so all of them reload.
 */
export function followUpdates(ask: (start: () => void) => void): void {
  const { serviceWorker } = navigator;
  // Absent in some private windows. The app then works with a network only.
  if (serviceWorker === undefined) return;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload();
    // The first worker has the files of the running version.
    isControlled = true;
  });
  const start = registerSW({
    onNeedRefresh: () => ask(() => void start()),
    onRegisteredSW(_, registration) {
      // An installed app may stay open for weeks without a navigation.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') void registration?.update().catch(() => null);
      });
    },
  });
}
