import { browser } from 'wxt/browser';

/** Whether the button is on the toolbar itself; false where the browser does not say. */
export async function isButtonPinned(): Promise<boolean> {
  const action: Partial<Pick<typeof browser.action, 'getUserSettings'>> = browser.action;
  const settings = await action.getUserSettings?.();
  return settings?.isOnToolbar ?? false;
}
