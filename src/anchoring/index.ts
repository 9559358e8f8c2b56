// Anchoring: maps between the text of a DOM, selectors, ranges and quotes, and renders highlights
// in an article. It accepts the root node of any DOM and uses no browser API.
export * from './anchor-highlights';
export * from './code-points';
export { findElement } from './element-path';
export { findLetters, type Letters, lettersOf } from './letters';
export {
  childNodesOf,
  documentOf,
  firstChildOf,
  isElement,
  isText,
  lastChildOf,
  nextSiblingOf,
  parentOf,
} from './node-links';
export { articlePositionOf, pageMarksIn, pageStartsOf } from './page-marks';
export * from './quote/take-quote';
export * from './render-annotations';
export * from './selectors';
export * from './steps';
export * from './text-index';
export * from './text-roots';
