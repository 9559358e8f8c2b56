/** An element that a plain clone would lose something of. */
export interface Noted<E extends Element = Element> {
  readonly element: E;
  /** Its place among the elements of its scope, in document order. */
  readonly ordinal: number;
}

export interface NotedHost extends Noted {
  readonly shadow: ShadowScope;
}

export interface NotedFrame extends Noted {
  readonly content: DocumentScope;
}

export type NotedCanvas = Noted<HTMLCanvasElement>;

/** One node tree of the page as it is: a document, or an open shadow root. */
export type Scope = DocumentScope | ShadowScope;

export interface DocumentScope extends Notes {
  readonly kind: 'document';
  /** The page's, or that of a frame of the page's own origin. */
  readonly root: Document;
}

export interface ShadowScope extends Notes {
  readonly kind: 'shadow';
  readonly root: ShadowRoot;
}

interface Notes {
  /** Elements above the root, in the trees that this one is in. */
  readonly depth: number;
  readonly hosts: NotedHost[];
  readonly frames: NotedFrame[];
  readonly canvases: NotedCanvas[];
  /** Of this tree and the shadow trees in it; frames apart. */
  readonly size: ScopeSize;
}

export interface ScopeSize {
  elements: number;
  /** UTF-16 code units. */
  textLength: number;
  /** Elements above the deepest element. */
  depth: number;
}

/** All that a scope has noted, whatever it is. */
export const notedOf = (scope: Scope): readonly Noted[] => [
  ...scope.hosts,
  ...scope.frames,
  ...scope.canvases,
];
