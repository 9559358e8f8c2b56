import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { UrlKey } from '../../domain';
import type { Draft, Library, LibraryError } from '../../library/repository';
import type { DraftChange, DraftFields, DraftMirror } from './draft-mirror';

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
  readonly onTrouble: (error: LibraryError) => void;
}

export function createDraftStore(
  { library, mirror, onTrouble }: DraftDeps,
  urlKey: UrlKey,
): DraftStore {
  const fields = signal<DraftFields | null>(null);
  let unwritten = mirror.read();
  let isTroubleTold = false;

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
    if (!written.ok && !isTroubleTold) onTrouble(written.error);
    isTroubleTold = !written.ok;
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
