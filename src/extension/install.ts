import type { WxtBrowser } from 'wxt/browser';

type Install = {
  readonly tabs: Pick<WxtBrowser['tabs'], 'create'>;
  readonly management: Pick<WxtBrowser['management'], 'getSelf'>;
  readonly runtime: Pick<WxtBrowser['runtime'], 'getURL'>;
};

/** Shows the welcome page, unless an administrator installed the extension: nobody asked for it. */
export async function welcome({ tabs, management, runtime }: Install): Promise<void> {
  const { installType } = await management.getSelf();
  if (installType !== 'admin') await tabs.create({ url: runtime.getURL('/welcome.html') });
}
