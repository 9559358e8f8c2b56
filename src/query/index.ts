// Query: the language of searches. Reads, writes and explains it, cuts texts into words, and says
// what a search means. Pure; the indexes of the library and of the server are built on it.
export * from './explain';
export * from './filters';
export * from './fold';
export * from './format';
export * from './index-text';
export * from './match-labels';
export * from './matches';
export * from './parse';
export * from './query';
export * from './tokenise';
