/** An element that loses something in a plain clone. */
export interface Noted<E extends Element = Element> {
  readonly element: E;
  /** Its position among the elements of its scope, in document order. */
  readonly ordinal: number;
}

export interface NotedHost extends Noted {
  readonly shadow: ShadowScope;
}

export interface NotedFrame extends Noted {
  readonly content: DocumentScope;
}

export type NotedCanvas = Noted<HTMLCanvasElement>;

/** An image of a `<picture>`, with the address that the page has chosen for it. */
export interface NotedImage extends Noted {
  readonly chosen: string;
}

/** One node tree of the live page: a document or an open shadow root. */
export type Scope = DocumentScope | ShadowScope;

export interface DocumentScope extends Notes {
  readonly kind: 'document';
  /** The document of the page or of a same-origin frame. */
  readonly root: Document;
}

export interface ShadowScope extends Notes {
  readonly kind: 'shadow';
  readonly root: ShadowRoot;
}

interface Notes {
  /** Number of ancestors of the root, across the enclosing trees. */
  readonly depth: number;
  readonly hosts: NotedHost[];
  readonly frames: NotedFrame[];
  readonly canvases: NotedCanvas[];
  readonly images: NotedImage[];
  /** Elements with text that the page does not show. */
  readonly hidden: Noted[];
  /** The size of this tree and of the shadow trees in it, without frames. */
  readonly size: ScopeSize;
}

export interface ScopeSize {
  elements: number;
  /** UTF-16 code units. */
  textLength: number;
  /** Number of ancestors of the deepest element. */
  depth: number;
}

/** Returns all recorded elements of a scope. */
export const notedOf = (scope: Scope): readonly Noted[] => [
  ...scope.hosts,
  ...scope.frames,
  ...scope.canvases,
  ...scope.images,
  ...scope.hidden,
];
