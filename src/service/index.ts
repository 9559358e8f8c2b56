// Service: the client of the service's API, derived from the contract, and signing in to it. No
// browser API: what only the browser can do is handed in. Answers are parsed, errors are values.
export * from './client';
export * from './conditions';
export * from './connection';
export * from './create/address-to-send';
export * from './create/create-with-page';
export * from './create/created-bookmark';
export type { SentResource } from './create/page-body';
export * from './create/when-loaded';
export * from './errors/meaning';
export * from './errors/service-error';
export * from './events/follow-events';
export { createSender, type Sender } from './http/send';
export * from './pages';
export type { SyncedPart, Unusable } from './sync/collect-parts';
export * from './sync/read-sync-stream';
export * from './sync/sync-bookmarks';
