import { nativeMember } from '../dom/native';

/** The properties of nodes with which a tree is read. */
type Property =
  | 'firstChild'
  | 'lastChild'
  | 'childNodes'
  | 'nextSibling'
  | 'previousSibling'
  | 'parentNode'
  | 'ownerDocument'
  | 'nodeType';

/** The server's DOM has no prototypes in the global scope, and hides nothing. */
const nativeGetter = (name: string, property: string): (() => unknown) | undefined => {
  const owner: unknown = Reflect.get(globalThis, name);
  return typeof owner === 'function' ? nativeMember(owner.prototype, property)?.get : undefined;
};

function reader<P extends Property>(property: P): (node: Node) => Node[P] {
  const native = nativeGetter('Node', property) as (() => Node[P]) | undefined;
  if (native === undefined) return (node) => node[property];
  return (node) => {
    try {
      return native.call(node);
    } catch {
      // A node of another DOM.
      return node[property];
    }
  };
}

export const firstChildOf = /* @__PURE__ */ reader('firstChild');
export const nextSiblingOf = /* @__PURE__ */ reader('nextSibling');
export const previousSiblingOf = /* @__PURE__ */ reader('previousSibling');
export const parentOf = /* @__PURE__ */ reader('parentNode');
export const lastChildOf = /* @__PURE__ */ reader('lastChild');
export const childNodesOf = /* @__PURE__ */ reader('childNodes');
export const documentOf = /* @__PURE__ */ reader('ownerDocument');
const nodeTypeOf = /* @__PURE__ */ reader('nodeType');

// Node types. `Node` is not a global in every environment.
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

export const isElement = (node: Node): node is Element => nodeTypeOf(node) === ELEMENT_NODE;
export const isText = (node: Node): node is Text => nodeTypeOf(node) === TEXT_NODE;

const nativeLocalName = nativeGetter('Element', 'localName') as (() => string) | undefined;

/** The tag of an element in lower case. */
export function tagOf(element: Element): string {
  try {
    return (nativeLocalName?.call(element) ?? element.localName).toLowerCase();
  } catch {
    return element.localName.toLowerCase();
  }
}

/** Returns the open shadow root of an element, or the document of its frame if it may be read. */
export function innerRootOf(element: Element): Node | null {
  const { shadowRoot, contentDocument } = element as Partial<HTMLIFrameElement>;
  // A form or a document may hide these properties too, but then they are elements.
  const isFragment = shadowRoot?.nodeType === 11;
  if (isFragment) return shadowRoot;
  return contentDocument?.nodeType === 9 ? contentDocument : null;
}
