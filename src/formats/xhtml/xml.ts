/** An element of a document that is valid as XML and as HTML. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Elements that have no content in HTML. All others need an end tag. */
const EMPTY: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'link', 'meta', 'wbr']);

export const xml = (
  tag: string,
  attributes: Record<string, string> = {},
  children: readonly XmlNode[] = [],
): XmlElement => ({ tag, attributes, children });

/**
 * Characters that XML 1.0 does not allow, not even escaped.
 * @see https://www.w3.org/TR/xml/#charsets
 */
const ILLEGAL = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escaped = (character: string) => ESCAPES[character] ?? character;

/** Escapes text as the content of an element. */
const xmlText = (text: string): string => text.replace(ILLEGAL, '').replace(/[&<>\r]/g, escaped);

/** Escapes text as the value of an attribute in double quotes. */
const xmlValue = (text: string): string =>
  text.replace(ILLEGAL, '').replace(/[&<>"\t\n\r]/g, escaped);

/**
 * Writes nodes as markup that XML and HTML parsers read the same way. Tags and attribute names are
 * not checked.
 */
export function writeXml(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? xmlText(node) : writeElement(node)))
    .join('');
}

function writeElement({ tag, attributes, children }: XmlElement): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlValue(value)}"`)
    .join('');
  if (EMPTY.has(tag) && children.length === 0) return `<${tag}${written}/>`;
  return `<${tag}${written}>${writeXml(children)}</${tag}>`;
}
