import { nativeMember } from '../dom/native';

/** The constructors whose prototypes are used. Every window has them. */
export type NativeWindow = Pick<typeof globalThis, 'Node' | 'Document' | 'Element'> &
  Partial<Pick<typeof globalThis, 'getComputedStyle'>>;

/** Methods and getters of the DOM, taken from the prototypes. */
export type NativeDom = ReturnType<typeof createNativeDom>;

/** Returns the original DOM methods of `window`, which elements of a page can't shadow. */
export function createNativeDom(window: NativeWindow) {
  const node = window.Node.prototype;
  const document = window.Document.prototype;
  const { cloneNode, appendChild } = node;
  const { importNode, createTreeWalker, createDocumentFragment, querySelectorAll } = document;
  const { matches, hasAttribute, getAttribute, removeAttribute } = window.Element.prototype;
  // The server's DOM has no windows, and its nodes have fields instead of getters.
  const isBrowser = window.getComputedStyle !== undefined;
  const parentNode = isBrowser ? getterOf(node, 'parentNode') : () => null;
  const defaultView = isBrowser ? getterOf(document, 'defaultView') : () => null;
  return {
    cloneNode: <T extends Node>(target: T, isDeep: boolean) => cloneNode.call(target, isDeep) as T,
    importNode: <T extends Node>(owner: Document, target: T, isDeep: boolean) =>
      importNode.call(owner, target, isDeep) as T,
    createTreeWalker: (owner: Document, root: Node, whatToShow: number) =>
      createTreeWalker.call(owner, root, whatToShow),
    createDocumentFragment: (owner: Document) => createDocumentFragment.call(owner),
    querySelectorAll: (owner: Document, selectors: string): NodeListOf<Element> =>
      querySelectorAll.call(owner, selectors),
    matches: (target: Element, selectors: string) => matches.call(target, selectors),
    hasAttribute: (target: Element, name: string) => hasAttribute.call(target, name),
    getAttribute: (target: Element, name: string) => getAttribute.call(target, name),
    removeAttribute: (target: Element, name: string) => removeAttribute.call(target, name),
    appendChild: (parent: Node, child: Node): void => void appendChild.call(parent, child),
    /** Always null in the server's DOM. */
    parentNode: parentNode as (target: Node) => ParentNode | null,
    baseURI: getterOf(node, 'baseURI') as (target: Node) => string,
    url: getterOf(document, 'URL') as (target: Document) => string,
    contentType: getterOf(document, 'contentType') as (target: Document) => string,
    documentElement: getterOf(document, 'documentElement') as (
      target: Document,
    ) => HTMLElement | null,
    title: getterOf(document, 'title') as (target: Document) => string,
    implementation: getterOf(document, 'implementation') as (target: Document) => DOMImplementation,
    /** True if a window shows the document. */
    hasView: (target: Document) => defaultView(target) !== null,
    /** null in a DOM without styles. */
    computedStyle: (element: Element) => window.getComputedStyle?.(element) ?? null,
  };
}

function getterOf(prototype: object, name: string): (target: Node) => unknown {
  const get = nativeMember(prototype, name)?.get;
  if (get === undefined) throw new Error(`This DOM has no ${name}`);
  return (target) => get.call(target);
}
