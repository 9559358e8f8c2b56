import {
  type ArticleElement,
  type ArticleNode,
  isElement,
  textOfNode,
} from '../article/parse-article';
import { attributesOf } from './attributes';
import { type Conversion, type Place, STAND_IN } from './conversion';
import { type XmlNode, xml } from './xml';

type Attributes = Record<string, string>;

const isBlank = (node: ArticleNode) => !isElement(node) && textOfNode(node).trim() === '';

const tagOfNode = (node: ArticleNode): string => (isElement(node) ? node.tagName : '#text');

/**
 * Converts a list so that all its children are items. Other content goes into the item before it,
 * or before the list, because a new item would change the positions of the others. If there is no
 * item, all content becomes one.
 */
export function convertList(
  list: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const items: { attributes: Attributes; nodes: ArticleNode[] }[] = [];
  const before: ArticleNode[] = [];
  for (const node of list.childNodes) {
    if (isBlank(node) || node.nodeName === '#comment') continue;
    const last = items.at(-1);
    if (isElement(node) && node.tagName === 'li') {
      items.push({ attributes: itemAttributes(node, list), nodes: [...node.childNodes] });
    } else if (last === undefined) before.push(node);
    else last.nodes.push(node);
  }
  const isBare = items.length === 0 && before.length > 0;
  if (isBare) items.push({ attributes: {}, nodes: before });
  const written = items.map((each) => xml('li', each.attributes, convert(each.nodes, place)));
  const whole = xml(list.tagName, attributes, written);
  if (isBare || before.length === 0) return [whole];
  return [xml(STAND_IN, {}, convert(before, place)), whole];
}

/** Only items of an `ol` keep their number. */
function itemAttributes(item: ArticleElement, list: ArticleElement): Attributes {
  const { value, ...others } = attributesOf(item, 'li');
  return value === undefined || list.tagName !== 'ol' ? others : { ...others, value };
}

/**
 * Converts a definition list. If terms and definitions do not pair up, they become blocks in their
 * order.
 */
export function convertDefinitions(
  list: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const parts = listPartsOf(list);
  const groups = parts.filter(isElement).filter(({ tagName }) => tagName === 'div');
  const pairs = (nodes: readonly ArticleNode[]): XmlNode[] =>
    nodes.filter(isElement).map((part) => {
      const inside = part.tagName === 'dt' ? { ...place, isLine: true } : place;
      return xml(part.tagName, attributesOf(part, part.tagName), convert(part.childNodes, inside));
    });
  if (groups.length === parts.length && groups.every((group) => isPaired(listPartsOf(group)))) {
    return [
      xml(
        'dl',
        attributes,
        groups.map((group) => xml('div', attributesOf(group, 'div'), pairs(listPartsOf(group)))),
      ),
    ];
  }
  const flat = parts.flatMap((part) =>
    isElement(part) && part.tagName === 'div' ? listPartsOf(part) : [part],
  );
  if (flat.length === 0 || isPaired(flat)) return [xml('dl', attributes, pairs(flat))];
  const blocks = flat.map((part) =>
    isElement(part)
      ? xml('div', attributesOf(part, 'div'), convert(part.childNodes, place))
      : xml('div', {}, convert([part], place)),
  );
  return [xml(STAND_IN, attributes, blocks)];
}

const listPartsOf = ({ childNodes }: ArticleElement): ArticleNode[] =>
  childNodes.filter((node) => !isBlank(node) && node.nodeName !== '#comment');

/**
 * True if `parts` are groups of terms, each with its definitions. It is a loop because a pattern
 * overflows the stack on long lists.
 */
function isPaired(parts: readonly ArticleNode[]): boolean {
  const tags = parts.map(tagOfNode);
  return (
    tags[0] === 'dt' && tags.at(-1) === 'dd' && tags.every((tag) => tag === 'dt' || tag === 'dd')
  );
}

/** Converts a figure. It keeps a single caption that is first or last. */
export function convertFigure(
  figure: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const parts = figure.childNodes.filter((node) => !isBlank(node) && node.nodeName !== '#comment');
  const captions = parts.filter((part) => tagOfNode(part) === 'figcaption');
  const isInPlace = captions[0] === parts[0] || captions[0] === parts.at(-1);
  const caption = captions.length === 1 && isInPlace ? captions[0] : undefined;
  const children = parts.flatMap((part) =>
    part === caption && isElement(part)
      ? [xml('figcaption', attributesOf(part, 'figcaption'), convert(part.childNodes, place))]
      : convert([part], place),
  );
  return [xml('figure', attributes, children)];
}

/**
 * Converts `details` that start with a summary. Without one, or within a link, they become a block.
 */
export function convertDetails(
  details: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const parts = details.childNodes.filter((node) => !isBlank(node));
  const [first, ...others] = parts;
  if (place.isInLink || first === undefined || !isElement(first) || first.tagName !== 'summary') {
    return [xml(STAND_IN, attributes, convert(parts, place))];
  }
  const line = { ...place, isLine: true };
  const summary = xml('summary', attributesOf(first, 'summary'), convert(first.childNodes, line));
  return [xml('details', attributes, [summary, ...convert(others, place)])];
}
