// Annotations on the server: their rules, their place in an article, and how it is shown with them
// (protocol.md sections 9 and 18).
export * from './annotation-json';
export * from './create-annotation';
export * from './reanchor-annotations';
export * from './render-article';
