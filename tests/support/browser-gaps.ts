import { vi } from 'vitest';

/**
 * Adds what browsers have and jsdom lacks: modal dialogs and blob addresses. Call it before
 * rendering. `liveBlobUrls` are the addresses that were created and not yet revoked.
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
