import { signal } from '@preact/signals';
import { DETAIL_FIELDS } from '../../domain/bookmark-values';
import type { UrlKey } from '../../domain/url-identity';
import {
  type AccountKey,
  type Draft,
  draftRepository,
  type Library,
  type LibraryError,
} from '../../library';
import { readonly } from '../components/signals';
import {
  createMirror,
  isRecord,
  libraryMirrorKey,
  type Mirror,
  type MirrorStorage,
} from '../mirror';

interface DraftDeps {
  readonly library: Promise<Library>;
  readonly mirror: Mirror<DraftChange>;
  /** Called for the first failed write. Called again only after a write has succeeded. */
  readonly onError: (error: LibraryError) => void;
}

export function createDraftStore({ library, mirror, onError }: DraftDeps, urlKey: UrlKey) {
  const fields = signal<DraftFields | null>(null);
  let unwritten = mirror.read();
  let isErrorReported = false;

  const opened = library.then((found) => found.part(draftRepository));
  let writing = opened.then(async (drafts) => {
    // Unwritten changes are newer than the library: they were typed just now, or just before a
    // popup closed.
    fields.value = changed(draftFieldsOf(await drafts.get(urlKey)), unwritten);
  });

  async function write(): Promise<void> {
    const taken = unwritten;
    if (isEmpty(taken)) return; // The previous write included this change.
    const drafts = await opened;
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
    /** null until it has been read. */
    fields: readonly(fields),
    /** Stores the given fields. `undefined` removes a field. */
    keep(change: DraftChange) {
      unwritten = { ...unwritten, ...change };
      mirror.write(unwritten);
      fields.value = changed(fields.value ?? {}, change);
      writeLater();
    },
  };
}

/** The draft of one page, which is stored at each keystroke. */
export type DraftStore = ReturnType<typeof createDraftStore>;

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

function changed(fields: DraftFields, change: DraftChange): DraftFields {
  const merged = Object.entries({ ...fields, ...change });
  return Object.fromEntries(merged.filter(([, text]) => text !== undefined));
}

function draftFieldsOf(draft: Draft | null): DraftFields {
  if (!draft) return {};
  const { urlKey: _, updated: __, ...fields } = draft;
  return fields;
}

/** The fields of a page's draft. A field that is absent has no draft. */
type DraftFields = Omit<Draft, 'urlKey' | 'updated'>;

/** A change of a draft. `undefined` removes a field. */
type DraftChange = { readonly [Name in keyof DraftFields]: DraftFields[Name] | undefined };

const DRAFT_FIELDS = [...DETAIL_FIELDS, 'label', 'enteredLabels'] as const;

/**
 * The changes of a page's draft that may not be in the library yet, empty when the library has all
 * of them. They are stored at once, because a popup that closes takes its unfinished transactions
 * with it.
 */
export function createDraftMirror(
  storage: MirrorStorage,
  account: AccountKey,
  urlKey: UrlKey,
): Mirror<DraftChange> {
  return createMirror(
    storage,
    libraryMirrorKey('draft', account, urlKey),
    parseChange,
    // JSON has no undefined.
    (change) =>
      Object.fromEntries(Object.entries(change).map(([name, text]) => [name, text ?? null])),
  );
}

function parseChange(stored: unknown): DraftChange {
  if (!isRecord(stored)) return {};
  const known = DRAFT_FIELDS.filter((name) => Object.hasOwn(stored, name)).map((name) => {
    const text = stored[name];
    return [name, typeof text === 'string' ? text : undefined];
  });
  return Object.fromEntries(known);
}
