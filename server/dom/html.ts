// HTML, read and written as the standard says, by parse5: nodes are made as its parser goes.
import {
  html,
  parse,
  parseFragment,
  serialize,
  serializeOuter,
  type Token,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from 'parse5';
import { PageAttribute } from './attributes';
import { PageDocument } from './document';
import { PageComment, PageDoctype, PageFragment, PageText } from './leaves';
import { isElement, type Markup, PageElement, type PageNode } from './nodes';

type Types = TreeAdapterTypeMap<
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageNode,
  PageElement,
  PageComment,
  PageText,
  PageElement,
  PageDoctype
>;

/** A page as a document: no script runs, so `<noscript>` is read as elements. */
export function parsePage(text: string, url: string): PageDocument {
  const document = new PageDocument(url, MARKUP);
  parse<Types>(text, { treeAdapter: adapterFor(document), scriptingEnabled: false });
  return document;
}

/** Parses `text` as the content of a `<body>` that belongs to no page. */
export function parseBody(text: string): PageElement {
  const body = new PageDocument('about:blank', MARKUP).createElement('body');
  MARKUP.readInto(body, text);
  return body;
}

const MARKUP: Markup = {
  readInto(element, text) {
    const { ownerDocument } = element;
    if (!(ownerDocument instanceof PageDocument)) return;
    const options = { treeAdapter: adapterFor(ownerDocument), scriptingEnabled: false };
    const fragment = parseFragment<Types>(element, text, options);
    (element.content ?? element).replaceChildren(fragment);
  },
  writeInner: (node) => serialize<Types>(node, WRITING),
  writeOuter: (element) => serializeOuter<Types>(element, WRITING),
};

/** How parse5 makes the nodes of a document, and asks for what it has made. */
function adapterFor(document: PageDocument): TreeAdapter<Types> {
  let mode: html.DOCUMENT_MODE = html.DOCUMENT_MODE.NO_QUIRKS;
  const insertText = (parent: PageNode, text: string, before: PageNode | null) => {
    const beside = before === null ? parent.lastChild : before.previousSibling;
    if (beside instanceof PageText) beside.add(text);
    else parent.insertBefore(new PageText(text, document), before);
  };
  return {
    createDocument: () => document,
    createDocumentFragment: () => new PageFragment(document),
    createElement: (name, namespace, attributes) =>
      new PageElement(name, namespace, attributes.map(attributeOf), document),
    createCommentNode: (data) => new PageComment(data, document),
    createTextNode: (data) => new PageText(data, document),
    setDocumentType: (parent, name) => void parent.appendChild(new PageDoctype(name, document)),
    setDocumentMode: (_parent, given) => {
      mode = given;
    },
    getDocumentMode: () => mode,
    appendChild: (parent, child) => void parent.appendChild(child),
    insertBefore: (parent, child, before) => void parent.insertBefore(child, before),
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: insertText,
    detachNode: (node) => node.remove(),
    adoptAttributes(element, attributes) {
      for (const { name, value } of attributes.map(attributeOf)) {
        if (!element.hasAttribute(name)) element.setAttribute(name, value);
      }
    },
    // What it makes itself is there from the beginning.
    setTemplateContent(template, content) {
      template.content = content;
    },
    ...ASKING,
  };
}

const attributeOf = ({ prefix, name, value }: Token.Attribute): PageAttribute =>
  new PageAttribute(prefix ? `${prefix}:${name}` : name, value);

/** What parse5 asks of nodes, whatever document they are of. */
const ASKING = {
  getFirstChild: ({ firstChild }) => firstChild,
  getChildNodes: ({ childNodes }) => [...childNodes],
  getParentNode: ({ parentNode }) => parentNode,
  getAttrList: ({ attributes }) => attributes,
  getTagName: ({ localName }) => localName,
  // A name of one of the three that parse5 has given it.
  getNamespaceURI: ({ namespaceURI }) => namespaceURI as html.NS,
  getTextNodeContent: ({ data }) => data,
  getCommentNodeContent: ({ data }) => data,
  getDocumentTypeNodeName: ({ name }) => name,
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  // An element named `template` always has one.
  getTemplateContent: ({ content }) => content as PageNode,
  isTextNode: (node) => node instanceof PageText,
  isCommentNode: (node) => node instanceof PageComment,
  isDocumentTypeNode: (node) => node instanceof PageDoctype,
  isElementNode: isElement,
  getNodeSourceCodeLocation: () => null,
  setNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined,
} satisfies Partial<TreeAdapter<Types>>;

/** To write, parse5 asks only. */
const WRITING = {
  treeAdapter: ASKING as Partial<TreeAdapter<Types>> as TreeAdapter<Types>,
  scriptingEnabled: false,
};
