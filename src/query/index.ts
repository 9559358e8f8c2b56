// Query: the language of searches. Reads, writes and explains it, cuts texts into words, and says
// what a search means. Pure; the indexes of the library and of the server are built on it.

export * from './fold';
export * from './matches';
export * from './query';
export * from './search-boxes';
export * from './syntax';
export * from './tokenise';
