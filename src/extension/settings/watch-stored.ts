import type { WxtBrowser } from 'wxt/browser';

type Area = Pick<WxtBrowser['storage']['local'], 'get' | 'onChanged'>;

/** Calls back with what is kept under `key`, and after each change. */
export function watchStored(area: Area, key: string, listener: (stored: unknown) => void): void {
  let isNews = false;
  area.onChanged.addListener((changes) => {
    const change = changes[key];
    if (!change) return;
    isNews = true;
    listener(change.newValue);
  });
  // What changed while it was read is newer.
  void area.get(key).then((stored) => {
    if (!isNews) listener(stored[key]);
  });
}
