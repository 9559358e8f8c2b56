import { type ArticleElement, isElement } from '../article/parse-article';
import { attributesOf } from './attributes';
import type { Conversion, Place } from './conversion';
import { type XmlElement, type XmlNode, xml } from './xml';

/** Text with its reading, each pair complete; as text with the reading in brackets otherwise. */
export function convertRuby(ruby: ArticleElement, place: Place, { convert }: Conversion): XmlNode {
  const line = { ...place, isLine: true };
  const parts = withoutBlanks(
    ruby.childNodes.flatMap((node) => {
      const inside = isElement(node) && /^r[pt]$/.test(node.tagName) ? node : null;
      if (inside === null) return convert([node], line);
      return [
        xml(inside.tagName, attributesOf(inside, inside.tagName), convert(inside.childNodes, line)),
      ];
    }),
  );
  // By what came of them: a part of which nothing is left is no text that a reading could stand by.
  const shape = parts.map((node) => letterOf(node)).join('');
  if (/^(?:b+(?:t|ptp))+$/.test(shape)) return xml('ruby', attributesOf(ruby, 'ruby'), parts);
  return xml(
    'span',
    attributesOf(ruby, 'span'),
    parts.flatMap((node) => (isPart(node) ? node.children : [node])),
  );
}

const isPart = (node: XmlNode): node is XmlElement =>
  typeof node !== 'string' && /^r[pt]$/.test(node.tag);

/** `t` for a reading, `p` for a bracket around it, `b` for the text. */
const letterOf = (node: XmlNode): string => (isPart(node) ? node.tag.slice(1) : 'b');

/** Without the texts that are blank as they are read: in one with what is beside them. */
function withoutBlanks(nodes: readonly XmlNode[]): readonly XmlNode[] {
  const joined: XmlNode[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (typeof node === 'string' && typeof before === 'string') joined[joined.length - 1] += node;
    else joined.push(node);
  }
  return joined.filter((node) => typeof node !== 'string' || node.trim() !== '');
}
