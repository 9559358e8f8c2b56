/**
 * Registers the worker that keeps the files of this version for use without a network. `ask` is
 * called when a new version waits, and gets the function that starts it.
 *
 * A tab runs one version only: the new worker waits until a person has agreed in one of the tabs. It
 * then answers all of them, so all of them reload.
 *
 * @param container absent in some private windows. The app then works with a network only.
 */
export async function followUpdates(
  ask: (start: () => void) => void,
  container: ServiceWorkerContainer | undefined = navigator.serviceWorker,
): Promise<void> {
  if (container === undefined) return;
  let isControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (isControlled) location.reload();
    // The first worker has the files of the running version.
    isControlled = true;
  });
  // Without a network, the worker that is there goes on.
  const registration = await container.register('./service-worker.js').catch(() => null);
  if (registration === null) return;
  const look = () => {
    const { waiting, active } = registration;
    // The first worker waits, too, for a moment, and then starts by itself.
    if (waiting && active) ask(() => waiting.postMessage({ type: 'SKIP_WAITING' }));
  };
  const follow = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  follow();
  look();
  // An installed app may stay open for weeks without a navigation.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => null);
  });
}
