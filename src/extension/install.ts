import type { WxtBrowser } from 'wxt/browser';

type Install = {
  readonly tabs: Pick<WxtBrowser['tabs'], 'create'>;
  readonly management: Pick<WxtBrowser['management'], 'getSelf'>;
  readonly runtime: Pick<WxtBrowser['runtime'], 'getURL'>;
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
};

const WELCOMED = 'welcomed';

/**
 * Shows the welcome page once in a profile: an extension that is loaded from a folder is installed
 * anew at each start. Not where an administrator installed it: nobody asked for it.
 */
export async function welcome({ tabs, management, runtime, storage }: Install): Promise<void> {
  const { installType } = await management.getSelf();
  const isWelcomed = WELCOMED in (await storage.local.get(WELCOMED));
  if (installType === 'admin' || isWelcomed) return;
  await storage.local.set({ [WELCOMED]: true });
  await tabs.create({ url: runtime.getURL('/welcome.html') });
}
