import { browser } from 'wxt/browser';
import { createSidePanel } from '../../src/extension/side-panel/side-panel';
import type { FrontPage } from '../../src/ui/side-panel/front-page';
import type { SidePanel } from '../../src/ui/side-panel/side-panel';

/** Returns the side panel of the popup's window, and closes the popup when the panel opens. */
export async function connectSidePanel(): Promise<SidePanel> {
  const panel = await createSidePanel(browser);
  return {
    async open() {
      await panel.open();
      window.close();
    },
  };
}

/** Returns the page in front of this window, which may change with its tabs. */
export const connectFrontPage = (): FrontPage => ({
  watch(listener) {
    const onUpdated = (_: number, { status }: { status?: string }) => {
      if (status === 'complete') listener();
    };
    const { onActivated, onUpdated: updated } = browser.tabs;
    onActivated.addListener(listener);
    updated.addListener(onUpdated);
    return () => {
      onActivated.removeListener(listener);
      updated.removeListener(onUpdated);
    };
  },
});
