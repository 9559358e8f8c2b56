// Sync: keeps a library and a server the same by pulling, pushing and merging. It uses no browser
// API: the clock, the random source, the lock and the network are parameters.

export type { FetchedArticle } from './articles/fetch-articles';
export type { ArticlePolicy, SyncServer } from './context';
export * from './decide/decisions';
export { journalText } from './decide/journal-text';
export { indexArticle } from './highlights/article-text';
export { markedBy } from './highlights/places-on-server';
export * from './sync';
