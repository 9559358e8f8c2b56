import { wordSet } from '../word-list';
import { mayHave } from './allow-list';

/** Separates the ids of an article from those of the page that displays it. */
const ID_PREFIX = 'user-content-';

const LINK_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const IMAGE_ADDRESS = /^https?:\/\//i;
/** Raster images only: an SVG in a data address is a document of its own. */
const RASTER_DATA_ADDRESS =
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;
const LANGUAGE_NAME = /^[a-z][\w+#.-]{0,29}$/i;
/** The only meaningful class: the one by which highlighters identify a language. */
const KEPT_LANGUAGE_CLASS = /(?:^|\s)(lang(?:uage)?-[a-z][\w+#.-]{0,29})(?:\s|$)/i;

/** In UTF-16 code units. A longer value is dropped before a pattern is applied. */
const MAX_ATTRIBUTE_LENGTH = 10_000;
/** Texts for people, to which no pattern is applied. */
const PLAIN_TEXT_NAMES: ReadonlySet<string> = new Set(['title', 'alt', 'alttext', 'abbr', 'lang']);
/** Values that may legitimately be long. Of an image's address only the start is checked. */
const MAY_BE_LONG: ReadonlySet<string> = new Set([...PLAIN_TEXT_NAMES, 'src', 'd', 'points']);

/** Characters that the browser removes from an address before it reads the scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them.
export const INVISIBLE_IN_ADDRESS = /[\u0000-\u0020\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]+/g;

/**
 * Returns the value that an attribute may have on an element with that name (all in lower case).
 * Returns null if the attribute is not allowed on the element, or not with this value.
 */
export function cleanAttribute(tag: string, name: string, value: string): string | null {
  if (!mayHave(tag, name)) return null;
  if (value.length > MAX_ATTRIBUTE_LENGTH && !MAY_BE_LONG.has(name)) return null;
  switch (name) {
    case 'id':
      return prefixed(value);
    case 'headers':
      return value.split(/\s+/).filter(Boolean).map(prefixed).join(' ');
    case 'href':
      return cleanLink(value);
    case 'cite':
      return IMAGE_ADDRESS.test(value) ? value : null;
    case 'src':
      return IMAGE_ADDRESS.test(value) || RASTER_DATA_ADDRESS.test(value) ? value : null;
    case 'class':
      return KEPT_LANGUAGE_CLASS.exec(value)?.[1] ?? null;
    case 'data-lang':
    case 'data-language':
      return LANGUAGE_NAME.test(value) ? value : null;
    case 'data-embed':
      return value === 'video' || value === 'audio' ? value : null;
    default:
      return value.includes('(') ? cleanReference(name, value) : value;
  }
}

const prefixed = (id: string): string => {
  const name = id.trim().replace(/\s+/g, '-');
  return name.startsWith(ID_PREFIX) ? name : `${ID_PREFIX}${name}`;
};

function cleanLink(value: string): string | null {
  const address = value.trim();
  if (address.startsWith('#')) return address.length > 1 ? `#${prefixed(address.slice(1))}` : null;
  return LINK_ADDRESS.test(address.replace(INVISIBLE_IN_ADDRESS, '')) && LINK_ADDRESS.test(address)
    ? address
    : null;
}

const REFERENCING = wordSet('clip-path fill marker-end marker-mid marker-start mask stroke');
const LOCAL_REFERENCE_ATTRIBUTE = /^\s*url\(\s*(['"]?)#([\w.:-]+)\1\s*\)\s*$/;
const COLOUR_OR_TRANSFORM =
  /^[\s,]*(?:(?:rgba?|hsla?|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY])\([\d\s.,%/+\-e]*(?:(?:deg|rad)\s*)?\)[\s,]*)+$/i;

/**
 * A value with a bracket in an SVG attribute may be a function: a colour, a transform, or an
 * address.
 */
function cleanReference(name: string, value: string): string | null {
  if (PLAIN_TEXT_NAMES.has(name)) return value;
  if (value.length > MAX_ATTRIBUTE_LENGTH) return null;
  const local = LOCAL_REFERENCE_ATTRIBUTE.exec(value)?.[2];
  if (REFERENCING.has(name) && local !== undefined) return `url(#${prefixed(local)})`;
  return COLOUR_OR_TRANSFORM.test(value) ? value : null;
}
