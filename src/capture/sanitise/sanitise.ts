import createPurify, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { isBeacon } from '../beacons';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, DROPPED_WITH_CONTENT } from './allow-list';
import { cleanAttribute } from './attributes';

/** Gives back a fragment of a document without a window: nothing in it loads until it is adopted. */
export type SanitiseArticle = (article: string | DocumentFragment) => DocumentFragment;

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
  const document = new window.DOMParser().parseFromString('<!doctype html>', 'text/html');
  const purify = createPurify(withOwnDocument(window, document));
  if (purify.isSupported !== true) throw new Error('DOMPurify does not work in this window');
  purify.setConfig({ ...CONFIG, RETURN_DOM_FRAGMENT: true });
  addHooks(purify);
  return (article) => {
    const given = typeof article === 'string' ? parse(article, document) : article;
    // `setConfig` above makes it a fragment; the overloads know only the options of the call.
    const clean = purify.sanitize(given, { RETURN_DOM_FRAGMENT: true });
    for (const inner of clean.querySelectorAll(NEVER_INSIDE)) {
      inner.replaceWith(...inner.childNodes);
    }
    return clean;
  };
}

const HEADING = ':is(h1,h2,h3,h4,h5,h6)';
/**
 * Elements that a parser would end at the one inside them. Only scripts, and text in the wrong
 * place of a table, make such; written and parsed again they would be another article.
 */
const NEVER_INSIDE = `a a,${HEADING}>${HEADING},li>li,:is(dd,dt)>:is(dd,dt),p>p`;

/** In a box, and not as a document: a frameset would leave no body, a form could be its `body`. */
function parse(html: string, document: Document): DocumentFragment {
  const box = document.createElement('div');
  box.innerHTML = html;
  const fragment = document.createDocumentFragment();
  fragment.append(...box.childNodes);
  return fragment;
}

/**
 * A page's document may have an image named `createElement`; one that no page has written in has
 * only what the browser gives it.
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
export function sanitiseArticle(article: string | DocumentFragment): DocumentFragment {
  ofThisWindow ??= createSanitiser(window);
  return ofThisWindow(article);
}
