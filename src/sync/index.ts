// Sync: what keeps a library and a server the same. Push, pull, merge, journal. No browser API: the
// clock, chance, the lock and the network are handed in.
export type { CollectionDecisions } from './decide/collection-decisions';
export * from './decide/decisions';
export { journalText } from './decide/journal-text';
export type { FetchedArticle } from './pull/fetch-article';
export type { ArticlePolicy } from './pull/fetch-articles';
export type { SyncServer } from './server';
export * from './sync';
