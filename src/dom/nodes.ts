// The server's DOM. It has the parts of the standard that src/capture, src/anchoring and Readability
// use, without scripts, events, ranges and live collections (docs/decisions/server-extraction.md).
// Tree methods do not recurse, because pages can nest deeper than the stack allows.
import { declared, PageAttribute } from './attributes';
import { following, testOf } from './select';
import { childrenOf, copyOf, detach, insert, isWithin } from './tree';

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** Parses and serialises HTML for the nodes of a document. */
export interface Markup {
  /** Replaces the content of `element` with the parsed `html`. */
  readInto(element: PageElement, html: string): void;
  /** Serialises the children of a node. */
  writeInner(node: PageNode): string;
  /** Serialises an element with its children. */
  writeOuter(element: PageElement): string;
}

/** The part of a document that its nodes use. */
export interface OwnerDocument {
  readonly markup: Markup;
  readonly baseURI: string;
  createTextNode(data: string): PageNode;
  createDocumentFragment(): PageNode;
  /** Discards the index of ids, after a change of an id or of the tree. */
  forgetIds(): void;
}

/** @see https://dom.spec.whatwg.org/#interface-node */
export abstract class PageNode {
  parentNode: PageNode | null = null;
  previousSibling: PageNode | null = null;
  nextSibling: PageNode | null = null;
  firstChild: PageNode | null = null;
  lastChild: PageNode | null = null;
  #children: readonly PageNode[] | null = null;

  readonly nodeType: number;
  readonly nodeName: string;
  /** null for a document. */
  ownerDocument: OwnerDocument | null;

  constructor(nodeType: number, nodeName: string, ownerDocument: OwnerDocument | null) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.ownerDocument = ownerDocument;
  }

  get ELEMENT_NODE(): number {
    return ELEMENT_NODE;
  }

  get baseURI(): string {
    return this.#document.baseURI;
  }

  get nodeValue(): string | null {
    return null;
  }

  get childNodes(): readonly PageNode[] {
    this.#children ??= childrenOf(this);
    return this.#children;
  }

  get children(): readonly PageElement[] {
    return this.childNodes.filter(isElement);
  }

  get childElementCount(): number {
    return this.children.length;
  }

  get firstElementChild(): PageElement | null {
    return elementFrom(this.firstChild, 'nextSibling');
  }

  get lastElementChild(): PageElement | null {
    return elementFrom(this.lastChild, 'previousSibling');
  }

  get nextElementSibling(): PageElement | null {
    return elementFrom(this.nextSibling, 'nextSibling');
  }

  get previousElementSibling(): PageElement | null {
    return elementFrom(this.previousSibling, 'previousSibling');
  }

  get parentElement(): PageElement | null {
    const { parentNode } = this;
    return parentNode !== null && isElement(parentNode) ? parentNode : null;
  }

  get textContent(): string | null {
    let text = '';
    for (let node = following<PageNode>(this, this); node; node = following(node, this)) {
      if (node.nodeType === TEXT_NODE) text += node.nodeValue;
    }
    return text;
  }

  set textContent(text: string | null) {
    this.replaceChildren(...(text ? [text] : []));
  }

  contains(other: PageNode | null): boolean {
    return isWithin(other, this);
  }

  appendChild<T extends PageNode>(child: T): T {
    insert(child, this, null);
    return child;
  }

  insertBefore<T extends PageNode>(child: T, before: PageNode | null): T {
    insert(child, this, before);
    return child;
  }

  removeChild<T extends PageNode>(child: T): T {
    if (child.parentNode !== this) throw new Error('Not a child of this node');
    detach(child);
    return child;
  }

  replaceChild<T extends PageNode>(child: PageNode, old: T): T {
    if (old.parentNode !== this) throw new Error('Not a child of this node');
    if (child !== old) {
      insert(child, this, old);
      detach(old);
    }
    return old;
  }

  append(...nodes: readonly (PageNode | string)[]): void {
    for (const node of nodes) insert(this.#asNode(node), this, null);
  }

  prepend(...nodes: readonly (PageNode | string)[]): void {
    const first = this.firstChild;
    for (const node of nodes) insert(this.#asNode(node), this, first);
  }

  replaceChildren(...nodes: readonly (PageNode | string)[]): void {
    while (this.firstChild !== null) detach(this.firstChild);
    this.append(...nodes);
  }

  before(...nodes: readonly (PageNode | string)[]): void {
    for (const node of nodes) {
      if (this.parentNode !== null) insert(this.#asNode(node), this.parentNode, this);
    }
  }

  after(...nodes: readonly (PageNode | string)[]): void {
    const { parentNode, nextSibling } = this;
    if (parentNode === null) return;
    for (const node of nodes) insert(this.#asNode(node), parentNode, nextSibling);
  }

  replaceWith(...nodes: readonly (PageNode | string)[]): void {
    const { parentNode } = this;
    if (parentNode === null) return;
    // `nodes` may contain the next sibling, so a placeholder marks the position.
    const place = this.#document.createTextNode('');
    insert(place, parentNode, this);
    detach(this);
    place.before(...nodes);
    detach(place);
  }

  remove(): void {
    detach(this);
  }

  cloneNode(isDeep = false): PageNode {
    return copyOf(this, this.#document, isDeep) as PageNode;
  }

  querySelector(selector: string): PageElement | null {
    const test = testOf(selector);
    for (let node = following<PageNode>(this, this); node; node = following(node, this)) {
      if (isElement(node) && test(node)) return node;
    }
    return null;
  }

  querySelectorAll(selector: string): readonly PageElement[] {
    const test = testOf(selector);
    const found: PageElement[] = [];
    for (let node = following<PageNode>(this, this); node; node = following(node, this)) {
      if (isElement(node) && test(node)) found.push(node);
    }
    return found;
  }

  getElementsByTagName(name: string): readonly PageElement[] {
    return this.querySelectorAll(name.toLowerCase());
  }

  /** Discards cached children and ids. Every change of the child list calls this. */
  forgetChildren(): void {
    this.#children = null;
    this.#document.forgetIds();
  }

  /** Copies the node without its children. */
  abstract shallowCopy(document: OwnerDocument): PageNode;

  get #document(): OwnerDocument {
    // Only a document has no owner.
    return this.ownerDocument ?? (this as unknown as OwnerDocument);
  }

  #asNode(node: PageNode | string): PageNode {
    return typeof node === 'string' ? this.#document.createTextNode(node) : node;
  }
}

export const isElement = (node: PageNode): node is PageElement => node.nodeType === ELEMENT_NODE;

/** Unlike the standard's, its methods do not lower-case attribute names: callers pass lower case. */
export class PageElement extends PageNode {
  readonly localName: string;
  readonly namespaceURI: string;
  readonly attributes: PageAttribute[];
  /** Nothing is loaded into frames. */
  readonly contentDocument = null;
  /** The root that the page declares. Copying the element does not copy it. */
  shadowRoot: PageNode | null = null;
  /** The content of a `<template>`. Copying the element does not copy it. */
  content: PageNode | null = null;

  constructor(
    localName: string,
    namespaceURI: string,
    attributes: PageAttribute[],
    document: OwnerDocument,
  ) {
    const isHtml = namespaceURI === HTML_NAMESPACE;
    super(ELEMENT_NODE, isHtml ? localName.toUpperCase() : localName, document);
    this.localName = localName;
    this.namespaceURI = namespaceURI;
    this.attributes = attributes;
    if (localName === 'template') this.content = document.createDocumentFragment();
  }

  get tagName(): string {
    return this.nodeName;
  }

  getAttribute(name: string): string | null {
    for (const attribute of this.attributes) if (attribute.name === name) return attribute.value;
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  getAttributeNames(): readonly string[] {
    return this.attributes.map(({ name }) => name);
  }

  setAttribute(name: string, value: string): void {
    if (name === 'id') this.ownerDocument?.forgetIds();
    const attribute = this.attributes.find((each) => each.name === name);
    if (attribute) attribute.value = `${value}`;
    else this.attributes.push(new PageAttribute(name, `${value}`));
  }

  setAttributeNode({ name, value }: PageAttribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    if (name === 'id') this.ownerDocument?.forgetIds();
    const at = this.attributes.findIndex((each) => each.name === name);
    if (at >= 0) this.attributes.splice(at, 1);
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(value: string) {
    this.setAttribute('id', value);
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  /** The attribute as written, not resolved. Readability only checks that it exists. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  /** The properties of the `style` attribute that can hide an element. */
  get style(): { readonly display: string; readonly visibility: string } {
    const style = this.getAttribute('style') ?? '';
    return { display: declared(style, 'display'), visibility: declared(style, 'visibility') };
  }

  /** The rows of a table, in the order in which they are displayed. */
  get rows(): readonly PageElement[] {
    const rowsIn = (parts: readonly PageElement[]) =>
      parts.flatMap((part) => (part.localName === 'tr' ? part : part.children.filter(isRow)));
    const named = (...names: readonly string[]) =>
      rowsIn(this.children.filter(({ localName }) => names.includes(localName)));
    return [...named('thead'), ...named('tbody', 'tr'), ...named('tfoot')];
  }

  matches(selector: string): boolean {
    return testOf(selector)(this);
  }

  closest(selector: string): PageElement | null {
    const test = testOf(selector);
    for (let element: PageElement | null = this; element; element = element.parentElement) {
      if (test(element)) return element;
    }
    return null;
  }

  get innerHTML(): string {
    return this.ownerDocument?.markup.writeInner(this) ?? '';
  }

  set innerHTML(html: string) {
    this.ownerDocument?.markup.readInto(this, html);
  }

  get outerHTML(): string {
    return this.ownerDocument?.markup.writeOuter(this) ?? '';
  }

  shallowCopy(document: OwnerDocument): PageElement {
    const attributes = this.attributes.map((attribute) => attribute.cloneNode());
    return new PageElement(this.localName, this.namespaceURI, attributes, document);
  }
}

const isRow = ({ localName }: PageElement): boolean => localName === 'tr';

function elementFrom(
  node: PageNode | null,
  next: 'nextSibling' | 'previousSibling',
): PageElement | null {
  let at = node;
  while (at !== null && !isElement(at)) at = at[next];
  return at;
}
