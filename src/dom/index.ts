// A DOM for HTML without a browser: the nodes that capture, Readability and anchoring use, on parse5.
// The server reads pages with it, and workers of the extension, which have no DOM of their own.
export * from './attributes';
export * from './document';
export * from './html';
export * from './leaves';
export * from './nodes';
export * from './write-html';
