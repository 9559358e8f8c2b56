import type { StoredArea } from '../src/background/ports';

type Listener = Parameters<StoredArea['onChanged']['addListener']>[0];

/** The keys of `area` begin with it, because the pages of the server share its storage. */
const STORED_PREFIX = 'leafmark.stored.';

/**
 * Stores values as JSON in `localStorage` or `sessionStorage`, and reports changes, for
 * `localStorage` also those of other tabs. Access to the storage throws where a person blocks it.
 */
function createStoredArea(
  storage: () => Storage,
  page: Pick<Window, 'addEventListener'>,
): StoredArea {
  const listeners = new Set<Listener>();
  const report = (key: string, newValue: unknown) => {
    for (const listener of listeners) listener({ [key]: { newValue } });
  };
  page.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (storageArea !== storage() || !key?.startsWith(STORED_PREFIX)) return;
    report(key.slice(STORED_PREFIX.length), parsed(newValue));
  });
  return {
    async get(key) {
      const value = parsed(storage().getItem(STORED_PREFIX + key));
      return value === undefined ? {} : { [key]: value };
    },
    async set(items) {
      for (const [key, value] of Object.entries(items)) {
        storage().setItem(STORED_PREFIX + key, JSON.stringify(value));
        report(key, value);
      }
    },
    onChanged: {
      addListener: (listener) => void listeners.add(listener),
      removeListener: (listener) => void listeners.delete(listener),
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined; // A person has edited it.
  }
}

export const local = createStoredArea(() => localStorage, window);
export const session = createStoredArea(() => sessionStorage, window);
