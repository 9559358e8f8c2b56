// Text, comments, doctypes and fragments: all nodes except elements and documents.
import { type OwnerDocument, PageNode } from './nodes';

const TEXT_NODE = 3;
const COMMENT_NODE = 8;
const DOCTYPE_NODE = 10;
const FRAGMENT_NODE = 11;

export class PageText extends PageNode {
  #data: string;
  #added: string[] | null = null;

  constructor(data: string, document: OwnerDocument) {
    super(TEXT_NODE, '#text', document);
    this.#data = data;
  }

  get data(): string {
    if (this.#added !== null) {
      this.#data = this.#added.join('');
      this.#added = null;
    }
    return this.#data;
  }

  set data(data: string) {
    this.#data = data;
    this.#added = null;
  }

  /**
   * Appends text. The parser appends word by word. Strings built with `+=` become long chains that
   * are slow to read, so the words are kept in an array and joined on the first read.
   */
  add(text: string): void {
    this.#added ??= [this.#data];
    this.#added.push(text);
  }

  get length(): number {
    return this.data.length;
  }

  override get nodeValue(): string {
    return this.data;
  }

  override get textContent(): string {
    return this.data;
  }

  override set textContent(text: string | null) {
    this.data = text ?? '';
  }

  shallowCopy(document: OwnerDocument): PageText {
    return new PageText(this.data, document);
  }
}

export class PageComment extends PageNode {
  readonly data: string;

  constructor(data: string, document: OwnerDocument) {
    super(COMMENT_NODE, '#comment', document);
    this.data = data;
  }

  override get textContent(): string {
    return this.data;
  }

  shallowCopy(document: OwnerDocument): PageComment {
    return new PageComment(this.data, document);
  }
}

export class PageDoctype extends PageNode {
  constructor(name: string, document: OwnerDocument) {
    super(DOCTYPE_NODE, name, document);
  }

  get name(): string {
    return this.nodeName;
  }

  shallowCopy(document: OwnerDocument): PageDoctype {
    return new PageDoctype(this.name, document);
  }
}

export class PageFragment extends PageNode {
  /** The element whose shadow root it is. */
  host: PageNode | null = null;

  constructor(document: OwnerDocument) {
    super(FRAGMENT_NODE, '#document-fragment', document);
  }

  shallowCopy(document: OwnerDocument): PageFragment {
    return new PageFragment(document);
  }
}
