import type { WxtBrowser } from 'wxt/browser';

/** The API of Firefox, which the types of Chromium lack. */
interface SidebarAction {
  open(): Promise<void>;
}

type Parts = Pick<WxtBrowser, 'windows'> &
  Partial<Pick<WxtBrowser, 'sidePanel'>> & { readonly sidebarAction?: SidebarAction };

/** Returns the side panel of this window: `sidePanel` of Chromium, `sidebarAction` of Firefox. */
export async function createSidePanel({ windows, sidePanel, sidebarAction }: Parts) {
  // Read before the click, because nothing may be awaited in the click handler.
  const { id: windowId } = await windows.getCurrent();
  return {
    /** It must be called first in a click handler. */
    async open(): Promise<void> {
      if (sidebarAction) await sidebarAction.open();
      else if (windowId !== undefined) await sidePanel?.open({ windowId });
    },
  };
}
