import type { UrlKey } from '../../domain';
import type { AccountKey, Draft } from '../../library/repository';

/** The parts of a page's draft. Absent: nothing is half typed there. */
export type DraftFields = Omit<Draft, 'urlKey' | 'updated'>;

/** What changes in a draft: the fields named; `undefined` empties one. */
export type DraftChange = { readonly [Name in keyof DraftFields]: DraftFields[Name] | undefined };

/** Where mirrors are kept; `localStorage` of the extension's pages. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What was typed for one page and is not yet known to be in the library. It is written at once: a
 * popup that closes takes its unfinished transactions with it.
 */
export interface DraftMirror {
  /** Empty when the library has all of it. */
  read(): DraftChange;
  write(change: DraftChange): void;
  clear(): void;
}

const NAMES = ['title', 'siteName', 'authors', 'published', 'label', 'enteredLabels'] as const;

const prefixOf = (account: AccountKey): string => `leafmark.draft.${account ?? ''}.`;

/** Forgets what was half typed in a library that is removed. */
export function forgetDrafts(storage: Storage, account: AccountKey): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(prefixOf(account))) storage.removeItem(key);
}

/** The mirror of the page's draft, in the library of `account`. */
export function createDraftMirror(
  storage: DraftStorage,
  account: AccountKey,
  urlKey: UrlKey,
): DraftMirror {
  const key = prefixOf(account) + urlKey;
  return {
    read() {
      try {
        return parseChange(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return {}; // Broken or refused: what the library has is what there is.
      }
    },
    write(change) {
      try {
        // JSON knows no undefined.
        storage.setItem(
          key,
          JSON.stringify(change, (_, value: unknown) => value ?? null),
        );
      } catch {
        // Full or refused: the library gets it too, and says so when it can't take it.
      }
    },
    clear() {
      try {
        storage.removeItem(key);
      } catch {
        // Refused: then nothing was ever written.
      }
    },
  };
}

function parseChange(value: unknown): DraftChange {
  if (typeof value !== 'object' || value === null) return {};
  const given = new Map(Object.entries(value));
  const known = NAMES.filter((name) => given.has(name)).map((name) => {
    const text: unknown = given.get(name);
    return [name, typeof text === 'string' ? text : undefined];
  });
  return Object.fromEntries(known);
}
