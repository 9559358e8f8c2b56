// Domain: what Leafmark is about. Bookmarks, articles, addresses, times, and the rules over them.
// Pure functions over plain data; imports nothing of ours.
export * from './article';
export * from './bookmark';
export * from './brand';
export * from './collection';
export * from './label';
export * from './language';
export * from './page-state';
export * from './private-address';
export * from './reading-time';
export * from './result';
export * from './settings';
export * from './time';
export * from './url-identity';
export * from './web-address';
