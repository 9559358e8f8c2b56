// Library: everything that is kept, in IndexedDB. The only room that opens it.
// One transaction holds a change, its outbox entry and its index update.
export { foldPatches, isEmptyPatch } from './fold-patches';
export type * from './intents';
export { type LibraryOptions, openLibrary, openLibraryWith } from './open-library';
export { removeLibrary } from './remove-library';
export * from './repository';
export { isSameValue } from './same-value';
export type { BrowserStorage } from './storage';
export type * from './sync/sync-repository';
export type * from './sync/sync-rows';
export { type MakeSyncWriting, syncWriting } from './sync/writing';
