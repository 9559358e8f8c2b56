/** The constructors whose prototypes are used. Every window has them. */
export type NativeWindow = Pick<typeof globalThis, 'Node' | 'Document' | 'Element'> &
  Partial<Pick<typeof globalThis, 'getComputedStyle'>>;

/**
 * Methods and getters of the DOM, taken from the prototypes. A page can put a form control named
 * `childNodes` into a form, or an image named `cloneNode` into the document. `form.childNodes` or
 * `document.cloneNode` is then that element, even in an isolated world.
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export interface NativeDom {
  cloneNode<T extends Node>(node: T, isDeep: boolean): T;
  importNode<T extends Node>(document: Document, node: T, isDeep: boolean): T;
  createTreeWalker(document: Document, root: Node, whatToShow: number): TreeWalker;
  createDocumentFragment(document: Document): DocumentFragment;
  querySelectorAll(document: Document, selectors: string): NodeListOf<Element>;
  matches(element: Element, selectors: string): boolean;
  hasAttribute(element: Element, name: string): boolean;
  getAttribute(element: Element, name: string): string | null;
  /** Always null in the server's DOM. */
  parentNode(node: Node): ParentNode | null;
  removeAttribute(element: Element, name: string): void;
  appendChild(parent: Node, child: Node): void;
  baseURI(node: Node): string;
  url(document: Document): string;
  contentType(document: Document): string;
  documentElement(document: Document): HTMLElement | null;
  title(document: Document): string;
  /** True if a window shows the document. */
  hasView(document: Document): boolean;
  /** null in a DOM without styles. */
  computedStyle(element: Element): CSSStyleDeclaration | null;
  implementation(document: Document): DOMImplementation;
}

/** Returns the original DOM methods of `window`, which elements of a page can't shadow. */
export function createNativeDom(window: NativeWindow): NativeDom {
  const node = window.Node.prototype;
  const document = window.Document.prototype;
  const getter = (prototype: object, name: string): ((target: object) => never) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    if (get === undefined) throw new Error(`This DOM has no ${name}`);
    return (target) => get.call(target) as never;
  };
  const { cloneNode, appendChild } = node;
  const { importNode, createTreeWalker, createDocumentFragment, querySelectorAll } = document;
  // The server's DOM has no windows, and its nodes have fields instead of getters.
  const getterInBrowsers = (prototype: object, name: string): ((target: object) => never) =>
    window.getComputedStyle === undefined ? () => null as never : getter(prototype, name);
  const defaultView = getterInBrowsers(document, 'defaultView');
  const { matches, hasAttribute, getAttribute, removeAttribute } = window.Element.prototype;
  return {
    cloneNode: (target, isDeep) => cloneNode.call(target, isDeep) as typeof target,
    importNode: (owner, target, isDeep) => importNode.call(owner, target, isDeep) as typeof target,
    createTreeWalker: (owner, root, whatToShow) => createTreeWalker.call(owner, root, whatToShow),
    createDocumentFragment: (owner) => createDocumentFragment.call(owner),
    querySelectorAll: (owner, selectors) => querySelectorAll.call(owner, selectors),
    matches: (target, selectors) => matches.call(target, selectors),
    hasAttribute: (target, name) => hasAttribute.call(target, name),
    getAttribute: (target, name) => getAttribute.call(target, name),
    parentNode: getterInBrowsers(node, 'parentNode'),
    removeAttribute: (target, name) => removeAttribute.call(target, name),
    appendChild: (parent, child) => void appendChild.call(parent, child),
    baseURI: getter(node, 'baseURI'),
    url: getter(document, 'URL'),
    contentType: getter(document, 'contentType'),
    documentElement: getter(document, 'documentElement'),
    title: getter(document, 'title'),
    hasView: (target) => window.getComputedStyle !== undefined && defaultView(target) !== null,
    computedStyle: (element) => window.getComputedStyle?.(element) ?? null,
    implementation: getter(document, 'implementation'),
  };
}
