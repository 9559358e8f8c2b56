// Library: everything that is kept, in IndexedDB. The only room that opens it.
// One transaction holds a change, its outbox entry and its index update.
export { type LibraryOptions, openLibrary } from './open-library';
export { removeLibrary } from './remove-library';
export * from './repository';
export type { BrowserStorage } from './storage';
