import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { UrlKey } from '../../domain';
import type { AccountKey, Draft, Library, LibraryError } from '../../library/repository';

/** What is half typed for one page, kept at each keystroke. */
export interface DraftStore {
  /** null until it was looked for. */
  readonly fields: ReadonlySignal<DraftFields | null>;
  /** Keeps the fields given; `undefined` empties one. */
  keep(change: DraftChange): void;
}

interface DraftDeps {
  readonly library: Promise<Library>;
  readonly mirror: DraftMirror;
  /** Told once, until a write succeeds again. */
  readonly onError: (error: LibraryError) => void;
}

export function createDraftStore(
  { library, mirror, onError }: DraftDeps,
  urlKey: UrlKey,
): DraftStore {
  const fields = signal<DraftFields | null>(null);
  let unwritten = mirror.read();
  let isErrorReported = false;

  let writing = library.then(async ({ drafts }) => {
    // What is not written yet is newer than what is: typed just now, or just before a popup closed.
    fields.value = changed(fieldsOf(await drafts.get(urlKey)), unwritten);
  });

  async function write(): Promise<void> {
    const taken = unwritten;
    if (isEmpty(taken)) return; // The write before took this change along.
    const { drafts } = await library;
    const next = fields.value ?? {};
    const written = await (isEmpty(next) ? drafts.remove(urlKey) : drafts.put({ urlKey, ...next }));
    if (!written.ok && !isErrorReported) onError(written.error);
    isErrorReported = !written.ok;
    if (!written.ok || unwritten !== taken) return;
    unwritten = {};
    mirror.clear();
  }

  const writeLater = () => {
    writing = writing.then(write);
  };

  if (!isEmpty(unwritten)) writeLater();

  return {
    fields: computed(() => fields.value),
    keep(change) {
      unwritten = { ...unwritten, ...change };
      mirror.write(unwritten);
      fields.value = changed(fields.value ?? {}, change);
      writeLater();
    },
  };
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

function changed(fields: DraftFields, change: DraftChange): DraftFields {
  const merged = Object.entries({ ...fields, ...change });
  return Object.fromEntries(merged.filter(([, text]) => text !== undefined));
}

function fieldsOf(draft: Draft | null): DraftFields {
  if (!draft) return {};
  const { urlKey: _, updated: __, ...fields } = draft;
  return fields;
}

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
