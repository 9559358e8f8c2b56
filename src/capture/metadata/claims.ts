/** What a source of metadata may say something about. */
export type ClaimField =
  | 'title'
  | 'siteName'
  | 'authors'
  | 'published'
  | 'lang'
  | 'description'
  | 'canonicalUrl'
  | 'imageUrl'
  | 'type';

/** What one source says, unchecked, best first. A hostile page may say anything, in any length. */
export type Claims = Readonly<Partial<Record<ClaimField, readonly string[]>>>;

/** No more values of one field are looked at: a page that has more is not helped by them. */
export const MAX_VALUES = 20;

const ENTITIES: Readonly<Record<string, string>> = {
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

/** Soft hyphens, zero-width spaces, byte order marks, and marks that turn the text's direction. */
const INVISIBLE = /[\u00ad\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g;

/**
 * A claim as one line of plain text of at most `maxLength` UTF-16 units: white space folded,
 * invisible characters gone, entities that were escaped twice read once more (`&lt;` and `&gt;`
 * stay: a title may be about them).
 */
export function cleanText(value: string, maxLength: number): string {
  const text = value
    .slice(0, maxLength * 2)
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{3,6}));/gi, readEntity)
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text.length <= maxLength ? text : cutAtWord(text, maxLength);
}

function readEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function cutAtWord(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength - 1);
  const lastSpace = cut.lastIndexOf(' ');
  // The other half of a surrogate pair may be what is cut off.
  const whole =
    lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole}…`;
}
