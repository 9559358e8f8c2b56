import { type ArticleElement, type ArticleNode, isElement, textOf } from '../article/parse-article';
import type { Conversion, Place } from './conversion';
import { type XmlNode, xml } from './xml';

type Attributes = Record<string, string>;

const isBlank = (node: ArticleNode) => !isElement(node) && textOf(node).trim() === '';

const tagOf = (node: ArticleNode): string => (isElement(node) ? node.tagName : '#text');

/** A list whose children are all items; nothing when it has none. */
export function convertList(
  list: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const items = list.childNodes.filter((node) => !isBlank(node) && node.nodeName !== '#comment');
  if (items.length === 0) return [];
  return [
    xml(
      list.tagName,
      attributes,
      items.map((item) => {
        const isItem = isElement(item) && item.tagName === 'li';
        return xml('li', {}, convert(isItem ? item.childNodes : [item], place));
      }),
    ),
  ];
}

/** Terms, each followed by what it means; as blocks in their order when they don't pair up. */
export function convertDefinitions(
  list: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const parts = list.childNodes
    .flatMap((node) => (isElement(node) && node.tagName === 'div' ? node.childNodes : [node]))
    .filter((node) => !isBlank(node) && node.nodeName !== '#comment');
  const isPaired = /^(?:(?:dt )+(?:dd )+)+$/.test(parts.map((part) => `${tagOf(part)} `).join(''));
  if (!isPaired) {
    const blocks = parts.map((part) =>
      xml('div', {}, convert(isElement(part) ? part.childNodes : [part], place)),
    );
    return [xml('div', attributes, blocks)];
  }
  const pairs = parts.filter(isElement).map((part) => {
    const isTerm = part.tagName === 'dt';
    const inside = isTerm ? { ...place, isLine: true } : place;
    return xml(part.tagName, {}, convert(part.childNodes, inside));
  });
  return [xml('dl', attributes, pairs)];
}

/** A figure with at most one caption, first or last in it. */
export function convertFigure(
  figure: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const parts = figure.childNodes.filter((node) => !isBlank(node) && node.nodeName !== '#comment');
  const captions = parts.filter((part) => tagOf(part) === 'figcaption');
  const isInPlace = captions[0] === parts[0] || captions[0] === parts.at(-1);
  const caption = captions.length === 1 && isInPlace ? captions[0] : undefined;
  const children = parts.flatMap((part) =>
    part === caption && isElement(part)
      ? [xml('figcaption', {}, convert(part.childNodes, place))]
      : convert([part], place),
  );
  return [xml('figure', attributes, children)];
}

/** What folds, with its summary first; as a block when it has none, or is in a link. */
export function convertDetails(
  details: ArticleElement,
  attributes: Attributes,
  place: Place,
  { convert }: Conversion,
): XmlNode[] {
  const parts = details.childNodes.filter((node) => !isBlank(node));
  const [first, ...others] = parts;
  if (place.isInLink || first === undefined || !isElement(first) || first.tagName !== 'summary') {
    return [xml('div', attributes, convert(parts, place))];
  }
  const summary = xml('summary', {}, convert(first.childNodes, { ...place, isLine: true }));
  return [xml('details', attributes, [summary, ...convert(others, place)])];
}
