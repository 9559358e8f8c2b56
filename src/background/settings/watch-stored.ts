import type { StoredArea } from '../ports';

/** Calls `listener` with the stored value of `key`, and again after each change. */
export function watchStored(
  area: Pick<StoredArea, 'get' | 'onChanged'>,
  key: string,
  listener: (stored: unknown) => void,
): void {
  let hasChanged = false;
  area.onChanged.addListener((changes) => {
    const change = changes[key];
    if (!change) return;
    hasChanged = true;
    listener(change.newValue);
  });
  // A change that arrived during the read is newer.
  void area.get(key).then((stored) => {
    if (!hasChanged) listener(stored[key]);
  });
}
