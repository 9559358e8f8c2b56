import type { Browser, WxtBrowser } from 'wxt/browser';

type Permissions = Pick<
  WxtBrowser['permissions'],
  'contains' | 'request' | 'remove' | 'onAdded' | 'onRemoved'
>;

/** A permission that a person can grant and take back, as a page sees it. */
export const optionalPermission = (
  permissions: Permissions,
  wanted: Browser.permissions.Permissions,
) => ({
  has: () => permissions.contains(wanted),
  /** It must be called first in a click handler. */
  request: () => permissions.request(wanted),
  remove: () => permissions.remove(wanted),
  watch(listener: (isAllowed: boolean) => void): void {
    const tell = () => void permissions.contains(wanted).then(listener);
    permissions.onAdded.addListener(tell);
    permissions.onRemoved.addListener(tell);
  },
});
