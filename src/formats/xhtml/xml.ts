import { escapeMarkup, legalXml } from '../../domain/markup';

/** An element of a document that is valid as XML and as HTML. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Elements that have no content in HTML. All others need an end tag. */
const EMPTY_ELEMENTS: ReadonlySet<string> = new Set([
  'br',
  'col',
  'hr',
  'img',
  'link',
  'meta',
  'wbr',
]);

export const xml = (
  tag: string,
  attributes: Record<string, string> = {},
  children: readonly XmlNode[] = [],
): XmlElement => ({ tag, attributes, children });

/** Escapes text as the content of an element. */
const xmlText = (text: string): string => escapeMarkup(legalXml(text), /[&<>\r]/g);

/** Escapes text as the value of an attribute in double quotes. */
const xmlValue = (text: string): string => escapeMarkup(legalXml(text), /[&<>"\t\n\r]/g);

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
  if (EMPTY_ELEMENTS.has(tag) && children.length === 0) return `<${tag}${written}/>`;
  return `<${tag}${written}>${writeXml(children)}</${tag}>`;
}
