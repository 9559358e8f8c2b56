import createPurify, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { isBeacon } from '../beacons';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, DROPPED_WITH_CONTENT } from './allow-list';
import { cleanAttribute } from './attributes';

/** Gives back a fragment of a document without a window: nothing in it loads until it is adopted. */
export type SanitiseArticle = (article: string | Element | DocumentFragment) => DocumentFragment;

const CONFIG: Config = {
  ALLOWED_TAGS: [...ALLOWED_TAGS],
  ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
  // Text that may begin like an address: `f: A → B`.
  ADD_URI_SAFE_ATTR: ['abbr', 'alttext', 'font-family', 'headers'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ADD_FORBID_CONTENTS: [...DROPPED_WITH_CONTENT],
  // Ids are prefixed by `cleanAttribute`: no name of the article can stand for anything else.
  SANITIZE_DOM: false,
};

/**
 * The sanitiser of one window: takes an article and gives back what of it is on our allow-list.
 * Throws when DOMPurify does not work in that window: it would hand back what it was given.
 */
export function createSanitiser(window: WindowLike): SanitiseArticle {
  const purify = createPurify(withOwnDocument(window));
  if (purify.isSupported !== true) throw new Error('DOMPurify does not work in this window');
  purify.setConfig({ ...CONFIG, RETURN_DOM_FRAGMENT: true });
  addHooks(purify);
  // `setConfig` above makes it a fragment; the overloads know only the options of the call.
  return (article) => purify.sanitize(article, { RETURN_DOM_FRAGMENT: true });
}

/**
 * A page's document may have an image named `createElement`; one that no page has written in has
 * only what the browser gives it.
 */
const withOwnDocument = (window: WindowLike): WindowLike => ({
  DocumentFragment: window.DocumentFragment,
  HTMLTemplateElement: window.HTMLTemplateElement,
  Node: window.Node,
  Element: window.Element,
  NodeFilter: window.NodeFilter,
  NamedNodeMap: window.NamedNodeMap,
  HTMLFormElement: window.HTMLFormElement,
  DOMParser: window.DOMParser,
  document: new window.DOMParser().parseFromString('', 'text/html'),
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
    if (tag === 'a' && element.hasAttribute('href'))
      element.setAttribute('rel', 'noopener noreferrer');
    if (tag === 'img' && (!element.hasAttribute('src') || isBeacon(element))) element.remove();
  });
}

let ofThisWindow: SanitiseArticle | undefined;

/**
 * The article with nothing in it that runs, loads or tells on the reader. Used when a page is
 * captured, and again whenever an article is shown.
 */
export function sanitiseArticle(article: string | Element | DocumentFragment): DocumentFragment {
  ofThisWindow ??= createSanitiser(window);
  return ofThisWindow(article);
}
