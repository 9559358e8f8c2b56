/** What an article consists of: of a DOM what `src/anchoring` reads and changes, and no more. */
export type ArticleNode = ArticleElement | ArticleText | ArticleComment;

// Numbers of `Node.nodeType`.
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const COMMENT_NODE = 8;

/** A place in the tree; siblings are linked, so that a tree is walked and changed in place. */
class LinkedNode {
  parentNode: ArticleElement | null = null;
  previousSibling: ArticleNode | null = null;
  nextSibling: ArticleNode | null = null;

  get parentElement(): ArticleElement | null {
    return this.parentNode;
  }
  /** Where new nodes are made. */
  get ownerDocument(): typeof ARTICLE_DOCUMENT {
    return ARTICLE_DOCUMENT;
  }
}

export class ArticleText extends LinkedNode {
  readonly nodeType = TEXT_NODE;
  readonly firstChild = null;
  readonly data: string;
  constructor(data: string) {
    super();
    this.data = data;
  }
  get length(): number {
    return this.data.length;
  }
}

export class ArticleComment extends LinkedNode {
  readonly nodeType = COMMENT_NODE;
  readonly firstChild = null;
  readonly data: string;
  constructor(data: string) {
    super();
    this.data = data;
  }
}

export class ArticleElement extends LinkedNode {
  readonly nodeType = ELEMENT_NODE;
  readonly localName: string;
  /** By qualified name, in the order of the source. */
  readonly attributes: Map<string, string>;
  firstChild: ArticleNode | null = null;
  lastChild: ArticleNode | null = null;

  constructor(localName: string, attributes = new Map<string, string>()) {
    super();
    this.localName = localName;
    this.attributes = attributes;
  }

  get previousElementSibling(): ArticleElement | null {
    let node = this.previousSibling;
    while (node !== null && node.nodeType !== ELEMENT_NODE) node = node.previousSibling;
    return node;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  appendChild(child: ArticleNode): void {
    this.insertBefore(child, null);
  }

  /** `child` has no parent; null puts it at the end. */
  insertBefore(child: ArticleNode, next: ArticleNode | null): void {
    const previous = next === null ? this.lastChild : next.previousSibling;
    child.parentNode = this;
    child.previousSibling = previous;
    child.nextSibling = next;
    if (previous === null) this.firstChild = child;
    else previous.nextSibling = child;
    if (next === null) this.lastChild = child;
    else next.previousSibling = child;
  }

  removeChild(child: ArticleNode): void {
    const { previousSibling, nextSibling } = child;
    if (previousSibling === null) this.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) this.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    child.parentNode = null;
    child.previousSibling = null;
    child.nextSibling = null;
  }
}

const ARTICLE_DOCUMENT = {
  createElement: (localName: string) => new ArticleElement(localName),
  createTextNode: (data: string) => new ArticleText(data),
};
