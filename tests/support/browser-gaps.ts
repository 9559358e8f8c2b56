import { vi } from 'vitest';

/**
 * What the browsers have and jsdom does not: modal dialogs, addresses of blobs. Call before
 * rendering. The value counts the addresses that were made and not yet given back.
 */
export function fillBrowserGaps(): { readonly liveBlobUrls: ReadonlySet<string> } {
  const live = new Set<string>();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1;
    const url = `blob:test/${made}`;
    live.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void live.delete(url));
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  return { liveBlobUrls: live };
}
