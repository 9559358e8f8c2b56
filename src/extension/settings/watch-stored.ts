import type { WxtBrowser } from 'wxt/browser';

type Area = Pick<WxtBrowser['storage']['local'], 'get' | 'onChanged'>;

/** Calls `listener` with the stored value of `key`, and again after each change. */
export function watchStored(area: Area, key: string, listener: (stored: unknown) => void): void {
  let isNews = false;
  area.onChanged.addListener((changes) => {
    const change = changes[key];
    if (!change) return;
    isNews = true;
    listener(change.newValue);
  });
  // A change that arrived during the read is newer.
  void area.get(key).then((stored) => {
    if (!isNews) listener(stored[key]);
  });
}
