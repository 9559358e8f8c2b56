import { type ArticleElement, isElement } from '../article/parse-article';
import type { Conversion, Place } from './conversion';
import { type XmlNode, xml } from './xml';

/** Text with its reading, each pair complete; as text with the reading in brackets otherwise. */
export function convertRuby(ruby: ArticleElement, place: Place, { convert }: Conversion): XmlNode {
  const parts = ruby.childNodes.map((node) => ({
    tag: isElement(node) ? node.tagName : '',
    nodes: convert([node], { ...place, isLine: true }),
  }));
  const content = withoutBlanks(
    parts
      .filter(({ tag }) => tag !== 'rp')
      .flatMap(({ tag, nodes }) => (tag === 'rt' ? [xml('rt', {}, nodes)] : nodes)),
  );
  // By what came of them: a part of which nothing is left is no text that a reading could stand by.
  const shape = content.map((node) => (isReading(node) ? 'r' : 'b')).join('');
  if (/^(?:b+r)+$/.test(shape)) return xml('ruby', {}, content);
  const all = parts.flatMap(({ nodes }) => nodes);
  return xml('span', {}, all);
}

const isReading = (node: XmlNode): boolean => typeof node !== 'string' && node.tag === 'rt';

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
