import { mayHave } from './allow-list';

/** Keeps the ids of an article apart from those of the page that shows it. */
const ID_PREFIX = 'user-content-';

const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;
const IMAGE = /^https?:\/\//i;
/** Rasters only: an SVG in a data address is a document of its own. */
const RASTER_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;
const LANGUAGE_NAME = /^[a-z][\w+#.-]{0,29}$/i;
/** The one class that says something of the text: what highlighters know a language by. */
const LANGUAGE_CLASS = /(?:^|\s)(lang(?:uage)?-[a-z][\w+#.-]{0,29})(?:\s|$)/i;

/** In UTF-16 code units. A longer value is dropped before a pattern sees it. */
const MAX_LENGTH = 10_000;
/** Words for people. No pattern looks at them. */
const PLAIN_TEXT: ReadonlySet<string> = new Set(['title', 'alt', 'alttext', 'abbr', 'lang']);
/** Values that are long for good reasons. Of an image's address only the beginning is looked at. */
const MAY_BE_LONG: ReadonlySet<string> = new Set([...PLAIN_TEXT, 'src', 'd', 'points']);

/** What the browser leaves out of an address before it reads its scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones.
const INVISIBLE = /[\u0000-\u0020\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]+/g;

/**
 * The value that an attribute may have on an element of that name (all in lower case); null when
 * the element may not have the attribute, or not with anything like this value.
 */
export function cleanAttribute(tag: string, name: string, value: string): string | null {
  if (!mayHave(tag, name)) return null;
  if (value.length > MAX_LENGTH && !MAY_BE_LONG.has(name)) return null;
  switch (name) {
    case 'id':
      return prefixed(value);
    case 'headers':
      return value.split(/\s+/).filter(Boolean).map(prefixed).join(' ');
    case 'href':
      return cleanLink(value);
    case 'cite':
      return IMAGE.test(value) ? value : null;
    case 'src':
      return IMAGE.test(value) || RASTER_DATA.test(value) ? value : null;
    case 'class':
      return LANGUAGE_CLASS.exec(value)?.[1] ?? null;
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
  return LINK.test(address.replace(INVISIBLE, '')) && LINK.test(address) ? address : null;
}

const REFERENCING: ReadonlySet<string> = new Set([
  'clip-path',
  'fill',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
]);
const LOCAL_REFERENCE = /^\s*url\(\s*(['"]?)#([\w.:-]+)\1\s*\)\s*$/;
const COLOUR_OR_TRANSFORM =
  /^[\s,]*(?:(?:rgba?|hsla?|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY])\([\d\s.,%/+\-e]*(?:(?:deg|rad)\s*)?\)[\s,]*)+$/i;

/** Text with a bracket in an SVG attribute may be a function: a colour, a movement, or an address. */
function cleanReference(name: string, value: string): string | null {
  if (PLAIN_TEXT.has(name)) return value;
  if (value.length > MAX_LENGTH) return null;
  const local = LOCAL_REFERENCE.exec(value)?.[2];
  if (REFERENCING.has(name) && local !== undefined) return `url(#${prefixed(local)})`;
  return COLOUR_OR_TRANSFORM.test(value) ? value : null;
}
