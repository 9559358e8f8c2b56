// Anchoring: the text of a DOM ↔ selectors ↔ ranges ↔ quotes, and how highlights are put in an
// article. Takes a root node of any DOM; knows no browser API.
export * from './code-points';
export * from './quote/anchor-quote';
export * from './render-annotations';
export * from './selectors';
export * from './text-index';
