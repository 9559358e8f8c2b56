/** The parts of a page that describe it. */
export type MetadataSource =
  | 'jsonLd'
  | 'openGraph'
  | 'twitter'
  | 'dublinCore'
  /** Microdata and RDFa. */
  | 'items'
  | 'meta'
  | 'html'
  | 'visible';

/** The fields that a source of metadata can describe. */
export type ClaimField =
  | 'title'
  | 'siteName'
  | 'authors'
  | 'published'
  | 'lang'
  | 'description'
  | 'canonicalUrl'
  | 'imageUrl'
  | 'keywords'
  | 'type'
  | 'schemaTypes';

/**
 * The values that one source claims, unchecked, best first. A hostile page may claim anything, of
 * any length.
 */
export type Claims = Readonly<Partial<Record<ClaimField | Evidence, readonly string[]>>>;

/**
 * Values that help to judge other claims: people and organisations that are named as authors, the authors of what the
 * page reviews, the time of the last change, the time and the dates beside the headline, and
 * pictures of something other than the article (logos, portraits).
 */
type Evidence =
  | 'people'
  | 'organisations'
  | 'reviewed'
  | 'modified'
  | 'stamp'
  | 'shown'
  | 'otherImages';

/** The number of values of one field that are read. */
export const MAX_VALUES = 20;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** Soft hyphens, zero-width spaces, byte order marks and direction marks, but no joiners. */
const INVISIBLE_IN_CLAIM = /[\u00ad\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** White space and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them.
const SPACES = /[\s\0-\x1f\x7f-\x9f]+/g;

/** Surrogates without their other half. Metadata may have been cut in the middle of a pair. */
const HALF_CHARACTERS = /[\ud800-\udfff]/gu;

/**
 * Converts a claim to one line of plain text with at most `maxLength` UTF-16 code units. Collapses
 * white space, removes invisible characters and decodes entities that were escaped twice (except
 * `&lt;` and `&gt;`, which a title may be about).
 */
export function cleanText(value: string, maxLength: number): string {
  const start = value.slice(0, maxLength * 2);
  const text = (start.includes('&') ? readEntities(start) : start)
    .replace(INVISIBLE_IN_CLAIM, '')
    .replace(HALF_CHARACTERS, '')
    .replace(SPACES, ' ')
    .trim();
  return text.length <= maxLength ? text : cutAtWord(text, maxLength);
}

function readEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{3,6}));/gi, readEntity);
}

function readEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined)
    return Object.hasOwn(NAMED_ENTITIES, name) ? (NAMED_ENTITIES[name] ?? whole) : whole;
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function cutAtWord(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength - 1);
  const lastSpace = cut.lastIndexOf(' ');
  // Slicing may have cut a surrogate pair in two.
  const whole =
    lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole}…`;
}
