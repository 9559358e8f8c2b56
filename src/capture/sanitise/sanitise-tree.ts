import { isBeacon } from '../beacons';
import { ALLOWED_TAGS, DROPPED_WITH_CONTENT, isInPlace, PLAIN_TEXT_ATTRIBUTES } from './allow-list';
import { cleanAttribute } from './attributes';
import { NEVER_INSIDE, REL } from './sanitise';

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const DROPPED: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);
const PLAIN_TEXT: ReadonlySet<string> = new Set(PLAIN_TEXT_ATTRIBUTES);

/** What would end a comment, or an element whose content is text, if the value were written in one. */
const BREAKS_OUT =
  /(?:--!?|])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i;
/** An address of a scheme that does nothing, or no address at all. */
const HARMLESS_ADDRESS =
  /^(?:(?:(?:f|ht)tps?|mailto|tel|callto|sms|cid|xmpp|matrix):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;
/** What browsers leave out of an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones.
const INVISIBLE = /[\u0000-\u0020\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]+/g;

/**
 * Leaves of an article what is on the allow-list: the same as `sanitiseArticle`, which tests compare.
 * It is for a DOM in which nothing runs and no name of a page shadows a method, as the server's own
 * is; DOMPurify works in none but a browser's and jsdom's. Changes `article`.
 */
export function sanitiseTree(article: DocumentFragment): void {
  let node: Node | null = article.firstChild;
  while (node !== null) node = settle(node, article);
  for (const inner of article.querySelectorAll(NEVER_INSIDE)) {
    inner.replaceWith(...inner.childNodes);
  }
}

/** Keeps, unwraps or drops a node; gives the next one, which may have been in it. */
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

/** The node after `node` and all that is in it. */
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

/** What DOMPurify asks of any value, whatever the attribute means. */
function isHarmless(name: string, value: string): boolean {
  if (BREAKS_OUT.test(value)) return false;
  if (PLAIN_TEXT.has(name) || value === '') return true;
  if (HARMLESS_ADDRESS.test(value.replace(INVISIBLE, ''))) return true;
  // `cleanAttribute` has let by no data but pictures.
  return name === 'src' && value.startsWith('data:');
}
