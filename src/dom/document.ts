import { PageDoctype, PageFragment, PageText } from './leaves';
import {
  HTML_NAMESPACE,
  isElement,
  type Markup,
  type OwnerDocument,
  PageElement,
  PageNode,
} from './nodes';
import { following } from './select';
import { copyChildren, copyOf } from './tree';

const DOCUMENT_NODE = 9;

/** An HTML document. @see https://dom.spec.whatwg.org/#interface-document */
export class PageDocument extends PageNode implements OwnerDocument {
  readonly markup: Markup;
  readonly #url: string;
  #ids: ReadonlyMap<string, PageElement> | null = null;

  /** @param url absolute */
  constructor(url: string, markup: Markup) {
    super(DOCUMENT_NODE, '#document', null);
    this.markup = markup;
    this.#url = url;
  }

  get URL(): string {
    return this.#url;
  }

  get contentType(): string {
    return 'text/html';
  }

  override get baseURI(): string {
    const base = this.querySelector('base[href]')?.getAttribute('href') ?? '';
    return URL.parse(base.trim(), this.#url)?.href ?? this.#url;
  }

  get doctype(): PageDoctype | null {
    return this.childNodes.find((node) => node instanceof PageDoctype) ?? null;
  }

  get documentElement(): PageElement | null {
    return this.firstElementChild;
  }

  get head(): PageElement | null {
    return this.#partNamed('head');
  }

  get body(): PageElement | null {
    return this.#partNamed('body', 'frameset');
  }

  get title(): string {
    const title = this.querySelector('title')?.textContent ?? '';
    return title.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
  }

  get implementation() {
    return {
      createHTMLDocument: (title = ''): PageDocument => {
        const made = new PageDocument('about:blank', this.markup);
        const root = made.createElement('html');
        root.append(made.createElement('head'), made.createElement('body'));
        made.append(new PageDoctype('html', made), root);
        if (title !== '') {
          const element = made.createElement('title');
          element.textContent = title;
          made.head?.append(element);
        }
        return made;
      },
    };
  }

  override get textContent(): null {
    return null;
  }

  getElementById(id: string): PageElement | null {
    this.#ids ??= idsIn(this);
    return this.#ids.get(id) ?? null;
  }

  forgetIds(): void {
    this.#ids = null;
  }

  createElement(localName: string): PageElement {
    return new PageElement(localName.toLowerCase(), HTML_NAMESPACE, [], this);
  }

  createElementNS(namespaceURI: string, localName: string): PageElement {
    return new PageElement(localName, namespaceURI, [], this);
  }

  createTextNode(data: string): PageText {
    return new PageText(data, this);
  }

  createDocumentFragment(): PageFragment {
    return new PageFragment(this);
  }

  createTreeWalker(root: PageNode, whatToShow: number): PageWalker {
    return new PageWalker(root, whatToShow);
  }

  importNode(node: PageNode, isDeep = false): PageNode {
    return copyOf<OwnerDocument>(node, this, isDeep) as PageNode;
  }

  override cloneNode(isDeep = false): PageDocument {
    const copy = this.shallowCopy();
    if (isDeep) copyChildren<OwnerDocument>(this, copy, copy);
    return copy;
  }

  shallowCopy(): PageDocument {
    return new PageDocument(this.#url, this.markup);
  }

  #partNamed(...names: readonly string[]): PageElement | null {
    const parts = this.documentElement?.children ?? [];
    return parts.find(({ localName }) => names.includes(localName)) ?? null;
  }
}

function idsIn(document: PageNode): ReadonlyMap<string, PageElement> {
  const ids = new Map<string, PageElement>();
  for (let node = following(document, document); node; node = following(node, document)) {
    if (isElement(node) && node.id !== '' && !ids.has(node.id)) ids.set(node.id, node);
  }
  return ids;
}

/** Walks the elements and texts below a root. @see https://dom.spec.whatwg.org/#interface-treewalker */
class PageWalker {
  readonly root: PageNode;
  readonly whatToShow: number;
  currentNode: PageNode;

  /** @param whatToShow bits of `NodeFilter.SHOW_*`; node types that are left out must have no children */
  constructor(root: PageNode, whatToShow: number) {
    this.root = root;
    this.whatToShow = whatToShow;
    this.currentNode = root;
  }

  firstChild(): PageNode | null {
    return this.#moveTo(this.#shown(this.currentNode.firstChild));
  }

  nextSibling(): PageNode | null {
    const { currentNode, root } = this;
    return currentNode === root ? null : this.#moveTo(this.#shown(currentNode.nextSibling));
  }

  nextNode(): PageNode | null {
    let node = following<PageNode>(this.currentNode, this.root);
    while (node !== null && !this.#isShown(node)) node = following(node, this.root);
    return this.#moveTo(node);
  }

  parentNode(): PageNode | null {
    const { parentNode } = this.currentNode;
    // The root is a document, and no caller asks for documents.
    if (this.currentNode === this.root || parentNode === this.root) return null;
    return this.#moveTo(parentNode);
  }

  #shown(from: PageNode | null): PageNode | null {
    let node = from;
    while (node !== null && !this.#isShown(node)) node = node.nextSibling;
    return node;
  }

  #isShown({ nodeType }: PageNode): boolean {
    return (this.whatToShow & (1 << (nodeType - 1))) !== 0;
  }

  #moveTo(node: PageNode | null): PageNode | null {
    if (node !== null) this.currentNode = node;
    return node;
  }
}
