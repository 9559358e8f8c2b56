// Query: the search language. Parses, formats and explains searches, splits texts into tokens and
// defines which bookmarks a search matches. Pure functions; the search indexes of the library and
// of the server are built on them.

export * from './completions';
export * from './fold';
export { hasLength } from './length';
export * from './matches';
export * from './passages';
export * from './period';
export * from './query';
export * from './query-text';
export * from './search-boxes';
export * from './syntax';
export * from './tokenise';
export * from './translate';
