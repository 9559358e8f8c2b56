import type { NativeDom } from '../native-dom';

/** What is left of the limits while the trees of one page are copied. */
export interface CopyBudget {
  elements: number;
  textLength: number;
  readonly depth: number;
}

export interface CopyContext {
  readonly native: NativeDom;
  /** The document of all copies. It has no window: nothing in it loads or runs. */
  readonly target: Document;
  /** null when the whole page fits the limits. */
  readonly budget: CopyBudget | null;
  /** Called when something of a tree had to be left out. */
  onCut(): void;
}

export interface TreeCopy<Root extends Document | DocumentFragment> {
  readonly root: Root;
  /** An element that the scope has noted, to its copy; without those that were cut off. */
  readonly copies: ReadonlyMap<Element, Element>;
}
