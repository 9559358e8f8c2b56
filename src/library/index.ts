// Library: everything that is kept, in IndexedDB. The only room that opens it.
// One transaction holds a change, its outbox entry and its index update.

export {
  type CollectionChanges,
  type CollectionRow,
  changesOf,
  fieldsOf,
  newCollectionRow,
  UNLINKED,
} from './collections/collection-row';
export type * from './duplicates/duplicate-repository';
export { duplicateRepository } from './duplicates/repository';
export { foldPatches, isEmptyPatch } from './fold-patches';
export type * from './intents';
export { openLibrary } from './open-library';
export type { LibraryOptions } from './open-store';
export type * from './refusal';
export { removeLibrary } from './remove-library';
export * from './repository';
export { isSameValue } from './same-value';
export type { BrowserStorage } from './store';
export type * from './sync/shown-sync';
export type * from './sync/sync-repository';
export type * from './sync/sync-rows';
