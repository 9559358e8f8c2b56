import { isBeacon } from '../beacons';
import { ALLOWED_TAGS, DROPPED_WITH_CONTENT, isInPlace, PLAIN_TEXT_ATTRIBUTES } from './allow-list';
import { cleanAttribute } from './attributes';
import { NEVER_INSIDE, REL } from './sanitise';

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const DROPPED: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);
const PLAIN_TEXT: ReadonlySet<string> = new Set(PLAIN_TEXT_ATTRIBUTES);

/**
 * Matches text that would end a comment or a raw-text element if the value were written inside of
 * one.
 */
const BREAKS_OUT =
  /(?:--!?|])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i;
/** Matches an address with a harmless scheme, or a text that is not an address. */
const HARMLESS_ADDRESS =
  /^(?:(?:(?:f|ht)tps?|mailto|tel|callto|sms|cid|xmpp|matrix):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;
/** Characters that browsers remove from an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones.
const INVISIBLE = /[\u0000-\u0020\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]+/g;

/**
 * Removes everything that is not on the allow-list. The result equals that of `sanitiseArticle`;
 * tests compare the two. It is for a DOM in which nothing runs and no name of a page shadows a
 * method, such as the server's own; DOMPurify works only in the DOM of a browser or of jsdom.
 * Changes `article`.
 */
export function sanitiseTree(article: DocumentFragment): void {
  let node: Node | null = article.firstChild;
  while (node !== null) node = settle(node, article);
  for (const inner of article.querySelectorAll(NEVER_INSIDE)) {
    inner.replaceWith(...inner.childNodes);
  }
}

/** Keeps, unwraps or drops a node. Returns the next node, which may be inside of it. */
function settle(node: Node, root: Node): Node | null {
  if (node.nodeType === TEXT_NODE) return following(node, root);
  if (node.nodeType !== ELEMENT_NODE) return drop(node, root);
  const element = node as Element;
  const tag = element.localName.toLowerCase();
  if (DROPPED.has(tag)) return drop(element, root);
  if (!ALLOWED.has(tag)) return unwrap(element, root);
  if (!isInPlace(tag, element.namespaceURI, placeOf(element.parentNode)))
    return drop(element, root);
  cleanAttributes(element, tag);
  if (tag === 'a' && element.hasAttribute('href')) element.setAttribute('rel', REL);
  if (tag === 'img' && (!element.hasAttribute('src') || isBeacon(element))) {
    return drop(element, root);
  }
  return element.firstChild ?? following(element, root);
}

function placeOf(parent: Node | null) {
  if (parent?.nodeType !== ELEMENT_NODE) return null;
  const { localName, namespaceURI } = parent as Element;
  return { tag: localName.toLowerCase(), namespace: namespaceURI };
}

function drop(node: Node, root: Node): Node | null {
  const next = following(node, root);
  node.parentNode?.removeChild(node);
  return next;
}

function unwrap(element: Element, root: Node): Node | null {
  const next = element.firstChild ?? following(element, root);
  while (element.firstChild !== null) element.before(element.firstChild);
  element.remove();
  return next;
}

/** Returns the node after `node` and its descendants. */
function following(node: Node, root: Node): Node | null {
  for (let at: Node | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nextSibling !== null) return at.nextSibling;
  }
  return null;
}

function cleanAttributes(element: Element, tag: string): void {
  for (const { name, value } of [...element.attributes]) {
    const lowerName = name.toLowerCase();
    const written = lowerName === 'value' ? value : value.trim();
    const clean = cleanAttribute(tag, lowerName, written);
    if (clean === null || !isHarmless(lowerName, clean)) element.removeAttribute(name);
    else if (clean !== value) element.setAttribute(name, clean);
  }
}

/** The checks that DOMPurify applies to every value, whatever the attribute. */
function isHarmless(name: string, value: string): boolean {
  if (BREAKS_OUT.test(value)) return false;
  if (PLAIN_TEXT.has(name) || value === '') return true;
  if (HARMLESS_ADDRESS.test(value.replace(INVISIBLE, ''))) return true;
  // `cleanAttribute` has already removed all data addresses but images.
  return name === 'src' && value.startsWith('data:');
}
