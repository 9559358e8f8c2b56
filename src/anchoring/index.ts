// Anchoring: the text of a DOM ↔ selectors ↔ ranges ↔ quotes, and how highlights are put in an
// article. Takes a root node of any DOM; knows no browser API.
export * from './annotation-error';
export * from './code-points';
export * from './place-annotations';
export * from './quote/anchor-quote';
export * from './quote/quote-of';
export * from './quote/reanchor';
export * from './render-annotations';
export * from './selectors';
export * from './text-index';
export * from './text-range';
export * from './text-span';
