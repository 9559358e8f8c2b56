import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { UrlKey } from '../../domain';
import type { Draft, Library } from '../../library/repository';

/** The parts of a page's draft. Absent: nothing is half typed there. */
export type DraftFields = Omit<Draft, 'urlKey' | 'updated'>;

/** What is half typed for one page, kept at each keystroke. */
export interface DraftStore {
  /** null until it was looked for. */
  readonly fields: ReadonlySignal<DraftFields | null>;
  /** Keeps the fields given; `undefined` empties one. */
  keep(change: { readonly [Name in keyof DraftFields]: DraftFields[Name] | undefined }): void;
}

export function createDraftStore(library: Promise<Library>, urlKey: UrlKey): DraftStore {
  const fields = signal<DraftFields | null>(null);

  void library.then(async ({ drafts }) => {
    const kept = await drafts.get(urlKey);
    // What was typed in the meantime is newer than what was kept.
    fields.value = { ...withoutKey(kept), ...fields.value };
  });

  return {
    fields: computed(() => fields.value),
    keep(change) {
      const merged = { ...fields.value, ...change };
      const filled = Object.entries(merged).filter(([, text]) => text !== undefined);
      const next: DraftFields = Object.fromEntries(filled);
      fields.value = next;
      void library.then(({ drafts }) =>
        filled.length === 0 ? drafts.remove(urlKey) : drafts.put({ urlKey, ...next }),
      );
    },
  };
}

function withoutKey(draft: Draft | null): DraftFields {
  if (!draft) return {};
  const { urlKey: _, updated: __, ...fields } = draft;
  return fields;
}
