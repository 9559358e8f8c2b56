// Parses and serialises HTML with parse5, whose tree adapter creates the nodes of this room directly.
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

/** Parses a page. Scripts do not run, so the content of `<noscript>` is parsed as elements. */
export function parsePage(text: string, url: string): PageDocument {
  const document = new PageDocument(url, MARKUP);
  parse<Types>(text, { treeAdapter: adapterFor(document), scriptingEnabled: false });
  attachShadowRoots(document);
  return document;
}

/** The elements that may have a shadow root, beside those with a name of their own. */
const SHADOW_HOSTS =
  'article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'.split(
    ',',
  );

/**
 * Makes the shadow roots that a page declares in templates. Closed ones are made like open ones, because a
 * person sees both.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
 */
function attachShadowRoots(document: PageDocument): void {
  const trees: PageNode[] = [document];
  for (let tree = trees.pop(); tree !== undefined; tree = trees.pop()) {
    for (const template of tree.querySelectorAll(
      'template:is([shadowrootmode="open" i],[shadowrootmode="closed" i])',
    )) {
      const { content, parentElement: host } = template;
      if (!(content instanceof PageFragment) || host === null || host.shadowRoot !== null) continue;
      if (!SHADOW_HOSTS.includes(host.localName) && !host.localName.includes('-')) continue;
      content.host = host;
      host.shadowRoot = content;
      template.remove();
      trees.push(content);
    }
  }
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

/** The tree adapter by which parse5 creates and reads the nodes of `document`. */
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
    setDocumentMode: (_parent, value) => {
      mode = value;
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
    // parse5 replaces the content that the constructor of `PageElement` created.
    setTemplateContent(template, content) {
      template.content = content;
    },
    ...READING_ADAPTER,
  };
}

const attributeOf = ({ prefix, name, value }: Token.Attribute): PageAttribute =>
  new PageAttribute(prefix ? `${prefix}:${name}` : name, value);

/** The reading half of the tree adapter. It does not depend on the document. */
const READING_ADAPTER = {
  getFirstChild: ({ firstChild }) => firstChild,
  getChildNodes: ({ childNodes }) => [...childNodes],
  getParentNode: ({ parentNode }) => parentNode,
  getAttrList: ({ attributes }) => attributes,
  getTagName: ({ localName }) => localName,
  // parse5 itself passed the namespace in, so it is one of `html.NS`.
  getNamespaceURI: ({ namespaceURI }) => namespaceURI as html.NS,
  getTextNodeContent: ({ data }) => data,
  getCommentNodeContent: ({ data }) => data,
  getDocumentTypeNodeName: ({ name }) => name,
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  // Every `template` element has its content.
  getTemplateContent: ({ content }) => content as PageNode,
  isTextNode: (node) => node instanceof PageText,
  isCommentNode: (node) => node instanceof PageComment,
  isDocumentTypeNode: (node) => node instanceof PageDoctype,
  isElementNode: isElement,
  getNodeSourceCodeLocation: () => null,
  setNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined,
} satisfies Partial<TreeAdapter<Types>>;

/** Serialising uses only the reading half of the adapter. */
const WRITING = {
  treeAdapter: READING_ADAPTER as Partial<TreeAdapter<Types>> as TreeAdapter<Types>,
  scriptingEnabled: false,
};
