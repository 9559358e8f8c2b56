// Highlights on the server: how they are created, moved to a new article and sent to clients
// (protocol.md sections 9 and 18; the API calls them annotations).

export * from './highlight-json';
export * from './write-highlights';
