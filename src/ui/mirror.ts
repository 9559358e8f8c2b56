import type { AccountKey } from '../library';

/** `localStorage` of the extension's pages. */
export type MirrorStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A copy of a value in `localStorage`. A page can read it before its first paint and write it while
 * it closes, which asynchronous storage does not allow.
 */
export interface Mirror<Value> {
  read(): Value;
  write(value: Value): void;
  clear(): void;
}

/**
 * Creates the mirror under `key`. `parse` gets the stored JSON value, null when nothing is stored,
 * and undefined when the text is not JSON. `encode` returns what is stored as JSON. Refused or full
 * storage counts as empty, because the original of each mirror is elsewhere.
 */
export function createMirror<Value>(
  storage: MirrorStorage,
  key: string,
  parse: (stored: unknown) => Value,
  encode: (value: Value) => unknown = (value) => value,
): Mirror<Value> {
  return {
    read: () => parse(readStoredJson(storage, key)),
    write(value) {
      try {
        storage.setItem(key, JSON.stringify(encode(value)));
      } catch {
        // Full or refused: the next page reads the original.
      }
    },
    clear() {
      try {
        storage.removeItem(key);
      } catch {
        // Refused: nothing was stored either.
      }
    },
  };
}

function readStoredJson(storage: MirrorStorage, key: string): unknown {
  let text: string | null;
  try {
    text = storage.getItem(key);
  } catch {
    return null;
  }
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const LIBRARY_MIRRORS = ['snapshot', 'continue', 'review', 'pending', 'draft'] as const;
type LibraryMirrorName = (typeof LIBRARY_MIRRORS)[number];

/** Returns the key of a mirror that belongs to the library of `account`. `part` follows a slash. */
export function libraryMirrorKey(
  name: LibraryMirrorName,
  account: AccountKey,
  part: string | null = null,
): string {
  const key = account === null ? `leafmark.${name}` : `leafmark.${name}.${account}`;
  return part === null ? key : `${key}/${part}`;
}

/**
 * The account whose library was active when a page last knew. Pages read it before their first
 * paint, because `storage.local` responds only later. It is `undefined` when the active library may
 * have changed since: a page must not show anything then, as it could belong to another account.
 */
export const activeLibraryMirror = (storage: MirrorStorage): Mirror<AccountKey | undefined> =>
  createMirror(storage, 'leafmark.library', parseActiveLibrary, (account) => ({ account }));

function parseActiveLibrary(stored: unknown): AccountKey | undefined {
  const account = isRecord(stored) ? stored.account : stored;
  return account === null || typeof account === 'string' ? account : undefined;
}
