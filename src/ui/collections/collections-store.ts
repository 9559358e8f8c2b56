import { type ReadonlySignal, signal } from '@preact/signals';
import type { Collection } from '../../domain/collection';
import type { CollectionEdit, CollectionQuery, Library } from '../../library';
import { formatQuery, type Query } from '../../query';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { readonly } from '../components/signals';
import { clockNow } from '../components/use-now';
import { whenSet } from '../components/use-store';
import { t } from '../strings';
import { countWhenNeeded } from './collection-counts';

/** A collection as the page shows it. */
export interface ShownCollection extends Collection {
  /** The text of its search. A space at the end says that the last word is a whole one. */
  readonly text: string;
  /** Filters of the server that the search language does not have. */
  readonly unknown: CollectionQuery['unknown'];
}

interface CollectionsDeps {
  readonly library: Promise<Library>;
  readonly tools: ReadonlySignal<BookmarkListTools | null>;
  /** True when the list is shown. Nothing is counted before. */
  readonly isListShown: ReadonlySignal<boolean>;
}

export function createCollectionsStore(deps: CollectionsDeps) {
  const { library, tools, isListShown } = deps;
  const all = signal<readonly ShownCollection[] | null>(null);
  let stop = () => {};
  let isDisposed = false;

  // The first paint needs none of it.
  const parts = library.then(async (opened) => {
    const code = await import('../../library');
    return { opened, code, collections: opened.part(code.collectionRepository) };
  });

  void parts.then(({ code, collections }) => {
    if (isDisposed) return;
    stop = collections.watchAll((next) => {
      const clock = clockNow();
      all.value = next.map((collection) => {
        const { query, unknown } = code.queryOfCollection(collection, clock);
        const text = formatQuery(query);
        return { ...collection, text: text && `${text} `, unknown };
      });
    });
  });

  const counting = countWhenNeeded({ parts, all }, isListShown);

  async function edit({ id }: Collection, changes: CollectionEdit): Promise<boolean> {
    const { collections } = await parts;
    const { act } = await whenSet(tools);
    const edited = await act(collections.edit(id, changes));
    return edited.ok;
  }

  return {
    /** Pinned ones first; null until they have been read. */
    all: readonly(all),
    /** The number of bookmarks of each, as far as it is known. */
    counts: counting.counts,
    /** Returns the id of the new collection; null: it could not be written. */
    async create(name: string, query: Query, isPinned: boolean) {
      const { code, collections } = await parts;
      const fields = code.searchFields(query, clockNow());
      const { act } = await whenSet(tools);
      const created = await act(collections.create({ ...fields, name, isPinned }));
      return created.ok ? created.value.id : null;
    },
    /** `undoLast` undoes it. Resolves to false when it could not be written. */
    edit,
    /** Changes the search of a collection. Resolves to false when it could not be written. */
    async setQuery(collection: Collection, query: Query) {
      const { code } = await parts;
      return edit(collection, code.searchEdit(collection, query, clockNow()));
    },
    /** Deletes the collection and offers *Undo*. */
    async remove({ id }: Collection) {
      const { collections } = await parts;
      const { act } = await whenSet(tools);
      await act(collections.delete(id), {
        message: ({ value }) => t('toastDeleted', value.name),
        about: id,
      });
    },
    dispose() {
      isDisposed = true;
      counting.dispose();
      stop();
    },
  };
}

/** The collections of the library page, and the actions on them. Failures are reported in a toast. */
export type CollectionsStore = ReturnType<typeof createCollectionsStore>;
