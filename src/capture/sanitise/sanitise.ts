import createPurify, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { isBeacon } from '../beacons';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  DROPPED_WITH_CONTENT,
  mayHave,
  NEVER_INSIDE,
  PLAIN_TEXT_ATTRIBUTES,
  REL,
} from './allow-list';
import { cleanAttribute } from './attributes';

/** Returns a fragment of a document without a window. Nothing in it loads until it is adopted. */
export type SanitiseArticle = (article: string | DocumentFragment) => DocumentFragment;

const CONFIG: Config = {
  ALLOWED_TAGS: [...ALLOWED_TAGS],
  ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
  ADD_URI_SAFE_ATTR: [...PLAIN_TEXT_ATTRIBUTES],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ADD_FORBID_CONTENTS: [...DROPPED_WITH_CONTENT],
  // `cleanAttribute` prefixes ids, so no name in the article can shadow anything.
  SANITIZE_DOM: false,
};

/**
 * Creates the sanitiser of one window. It returns the part of an article that is on our allow-list.
 * Throws if DOMPurify does not work in that window, because it would return its input unchanged.
 */
export function createSanitiser(window: WindowLike): SanitiseArticle {
  const document = new window.DOMParser().parseFromString('<!doctype html>', 'text/html');
  const purify = createPurify(withOwnDocument(window, document));
  if (purify.isSupported !== true) throw new Error('DOMPurify does not work in this window');
  purify.setConfig({ ...CONFIG, RETURN_DOM_FRAGMENT: true });
  addHooks(purify);
  return (article) => {
    const tree = typeof article === 'string' ? parse(article, document) : article;
    dropComments(tree);
    for (const element of tree.querySelectorAll('[is]')) makePlain(element);
    // `setConfig` above makes it a fragment. The overloads consider only the options of the call.
    const clean = purify.sanitize(tree, { RETURN_DOM_FRAGMENT: true });
    for (const inner of clean.querySelectorAll(NEVER_INSIDE)) {
      inner.replaceWith(...inner.childNodes);
    }
    return clean;
  };
}

/** NodeFilter.SHOW_COMMENT */
const COMMENT_NODES = 128;

/**
 * Removes comments. Next to a comment DOMPurify takes the text `<b` for hidden markup and drops the
 * element that contains both. React writes comments between texts.
 */
function dropComments(article: DocumentFragment): void {
  const walker = article.ownerDocument.createTreeWalker(article, COMMENT_NODES);
  const comments: Node[] = [];
  while (walker.nextNode() !== null) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/**
 * Replaces a customised element (`<p is="a-b">`) by a plain one. The browser keeps the name of the
 * former even without the attribute, and DOMPurify drops it with its text.
 */
function makePlain(element: Element): void {
  const plain = element.ownerDocument.createElementNS(element.namespaceURI, element.localName);
  for (const { name, value } of element.attributes) {
    if (name !== 'is' && mayHave(element.localName.toLowerCase(), name.toLowerCase())) {
      plain.setAttribute(name, value);
    }
  }
  plain.append(...element.childNodes);
  element.replaceWith(plain);
}

/**
 * Parses inside of an element rather than as a document: a frameset would leave no body, and a form
 * could shadow `body`.
 */
function parse(html: string, document: Document): DocumentFragment {
  const box = document.createElement('div');
  box.innerHTML = html;
  const fragment = document.createDocumentFragment();
  fragment.append(...box.childNodes);
  return fragment;
}

/**
 * A page's document may contain an image named `createElement`. A document that no page has changed
 * has only the browser's own properties.
 */
const withOwnDocument = (window: WindowLike, document: Document): WindowLike => ({
  DocumentFragment: window.DocumentFragment,
  HTMLTemplateElement: window.HTMLTemplateElement,
  Node: window.Node,
  Element: window.Element,
  NodeFilter: window.NodeFilter,
  NamedNodeMap: window.NamedNodeMap,
  HTMLFormElement: window.HTMLFormElement,
  DOMParser: window.DOMParser,
  document,
});

function addHooks(purify: DOMPurify): void {
  purify.addHook('uponSanitizeAttribute', (element, attribute) => {
    const tag = element.localName.toLowerCase();
    const value = cleanAttribute(tag, attribute.attrName, attribute.attrValue);
    if (value === null) attribute.keepAttr = false;
    else attribute.attrValue = value;
  });
  purify.addHook('afterSanitizeAttributes', (element) => {
    const tag = element.localName;
    if (tag === 'a' && element.hasAttribute('href')) element.setAttribute('rel', REL);
    if (tag === 'img' && (!element.hasAttribute('src') || isBeacon(element))) element.remove();
  });
}

let ofThisWindow: SanitiseArticle | undefined;

/**
 * Sanitises an article: removes everything that runs, loads or tracks the reader. It is used whenever
 * an article is displayed or comes from elsewhere. A page that is captured is sanitised by
 * `sanitiseTree`.
 */
export function sanitiseArticle(article: string | DocumentFragment): DocumentFragment {
  ofThisWindow ??= createSanitiser(window);
  return ofThisWindow(article);
}
