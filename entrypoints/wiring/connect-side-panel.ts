import { browser } from 'wxt/browser';
import { createSidePanel } from '../../src/extension/side-panel/side-panel';
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
