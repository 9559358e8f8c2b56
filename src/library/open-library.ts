import { ok, type Result } from '../domain';
import { articleRepository } from './articles';
import { bookmarkRepository } from './bookmarks';
import { collectionRepository } from './collections/collections';
import { draftRepository } from './drafts';
import { labelRepository } from './labels';
import { type LibraryOptions, type OpenStore, openStore } from './open-store';
import { readAssets } from './read-assets';
import type { Library, LibraryError } from './repository';
import { savingLibraryOver } from './saving-library';
import { syncRepository } from './sync/repository';
import { shownSync } from './sync/shown-sync';

/**
 * The library of an account, open. Start it early and don't wait for it before the first paint.
 * The error is `unavailable` when the browser gives no database or the schema is newer than ours.
 *
 * Another context's upgrade closes it politely; the next use opens it again. Reads reject only
 * when the storage fails after that; writes tell it as a value.
 */
export async function openLibrary(options: LibraryOptions): Promise<Result<Library, LibraryError>> {
  const opened = await openStore(options);
  return opened.ok ? ok(libraryOver(opened.value)) : opened;
}

function libraryOver(open: OpenStore): Library {
  const { store } = open;
  const saving = savingLibraryOver(open);
  return {
    ...saving,
    bookmarks: bookmarkRepository(store, saving.bookmarks),
    articles: articleRepository(store, saving.articles),
    assets: {
      ...saving.assets,
      get: async (hash) => (await readAssets(store.db, [hash])).get(hash) ?? null,
    },
    labels: labelRepository(store),
    collections: collectionRepository(store),
    drafts: draftRepository(store),
    sync: { ...saving.sync, ...syncRepository(store), ...shownSync(store) },
  };
}
