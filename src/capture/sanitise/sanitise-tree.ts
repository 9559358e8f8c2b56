import { isBeacon } from '../beacons';
import {
  ALLOWED_TAGS,
  DROPPED_WITH_CONTENT,
  isInPlace,
  isNeverInside,
  mayHave,
  PLAIN_TEXT_ATTRIBUTES,
  REL,
} from './allow-list';
import { cleanAttribute, INVISIBLE_IN_ADDRESS } from './attributes';

const HTML = 'http://www.w3.org/1999/xhtml';
/** NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT. */
const ELEMENTS_AND_TEXT = 5;
const TEXT_NODE = 3;

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);
const PLAIN_TEXT_IN_TREE: ReadonlySet<string> = new Set(PLAIN_TEXT_ATTRIBUTES);

/**
 * Matches text that would end a comment or a raw-text element if the value were written inside of
 * one.
 */
const BREAKS_OUT =
  /(?:--!?|])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i;
/** Matches an address with a harmless scheme, or a text that is not an address. */
const HARMLESS_ADDRESS =
  /^(?:(?:(?:f|ht)tps?|mailto|tel|callto|sms|cid|xmpp|matrix):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/** Where the children of an element of the article are written. */
interface Place {
  readonly into: Node;
  /** The name of `into` in lower case, empty for the whole article. */
  readonly tag: string;
  readonly namespace: string | null;
  readonly isInLink: boolean;
}

/**
 * Returns the part of an article that is on the allow-list, as new nodes of its document. Whatever a
 * page has done to its nodes, the result has only elements, attributes and texts that are created
 * here. It equals that of `sanitiseArticle`; tests compare the two. DOMPurify works only in the DOM
 * of a browser or of jsdom. Does not change `article`.
 */
export function sanitiseTree(article: DocumentFragment): DocumentFragment {
  const document = article.ownerDocument;
  const clean = document.createDocumentFragment();
  // The controls of a form can't shadow the methods of a tree walker.
  const walker = document.createTreeWalker(article, ELEMENTS_AND_TEXT);
  const places: Place[] = [];
  let place: Place = { into: clean, tag: '', namespace: null, isInLink: false };
  let node = walker.firstChild();
  while (node !== null) {
    const inner = write(node, place, document);
    const child = inner && walker.firstChild();
    if (inner !== null && child !== null) {
      places.push(place);
      place = inner;
      node = child;
      continue;
    }
    node = walker.nextSibling();
    while (node === null && places.length > 0) {
      walker.parentNode();
      place = places.pop() ?? place;
      node = walker.nextSibling();
    }
  }
  return clean;
}

/** Writes a node without its children. Returns the place for them, or null to leave them out. */
function write(node: Node, place: Place, document: Document): Place | null {
  if (node.nodeType !== TEXT_NODE) return writeElement(node as Element, place, document);
  place.into.appendChild(document.createTextNode(node.nodeValue ?? ''));
  return null;
}

function writeElement(element: Element, place: Place, document: Document): Place | null {
  const { localName } = element;
  // A control of a form has that name.
  if (typeof localName !== 'string') return place;
  const tag = localName.toLowerCase();
  if (DROPPED_ELEMENTS.has(tag)) return null;
  if (!ALLOWED.has(tag)) return place;
  const namespace = element.namespaceURI;
  if (!isInPlace(tag, namespace, place.tag === '' ? null : place)) return null;
  if (isNeverInside(tag, place)) return place;
  const written =
    namespace === HTML
      ? document.createElement(tag)
      : document.createElementNS(namespace, localName);
  writeAttributes(element, tag, written);
  if (tag === 'img' && (!written.hasAttribute('src') || isBeacon(written))) return null;
  place.into.appendChild(written);
  return { into: written, tag, namespace, isInLink: place.isInLink || tag === 'a' };
}

function writeAttributes(element: Element, tag: string, written: Element): void {
  // Names are strings. A browser would create an object for each attribute, and few are allowed.
  for (const name of element.getAttributeNames()) {
    const lowerName = name.toLowerCase();
    const value = mayHave(tag, lowerName) ? element.getAttribute(name) : null;
    if (value === null) continue;
    const clean = cleanAttribute(tag, lowerName, lowerName === 'value' ? value : value.trim());
    if (clean !== null && isHarmless(lowerName, clean)) written.setAttribute(name, clean);
  }
  if (tag === 'a' && written.hasAttribute('href')) written.setAttribute('rel', REL);
}

/** The checks that DOMPurify applies to every value, whatever the attribute. */
function isHarmless(name: string, value: string): boolean {
  if (/[<>]/.test(value) && BREAKS_OUT.test(value)) return false;
  if (PLAIN_TEXT_IN_TREE.has(name) || value === '') return true;
  // Most values need no look at their scheme.
  if (/^https?:/i.test(value) || HARMLESS_ADDRESS.test(value.replace(INVISIBLE_IN_ADDRESS, '')))
    return true;
  // `cleanAttribute` has already removed all data addresses but images.
  return name === 'src' && value.startsWith('data:');
}
