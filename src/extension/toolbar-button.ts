import { browser } from 'wxt/browser';

/** Whether the button is on the toolbar, not in the menu of extensions. */
export async function isButtonPinned(): Promise<boolean> {
  const { isOnToolbar } = await browser.action.getUserSettings();
  return isOnToolbar ?? false;
}
