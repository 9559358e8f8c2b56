import type { Library } from '../library';

/**
 * Asks the browser, the first time only, to keep the library for good. A worker can't (only
 * Firefox's background is a page): there the popup asks, once it shows a saved page.
 */
export async function askToPersist(library: Library): Promise<void> {
  const storage: Partial<StorageManager> | undefined = globalThis.navigator?.storage;
  if (storage?.persist !== undefined) await library.storage.askToPersist();
}
