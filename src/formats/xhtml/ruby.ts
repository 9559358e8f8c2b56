import { type ArticleElement, isElement, textOf } from '../article/parse-article';
import type { Conversion, Place } from './conversion';
import { type XmlNode, xml } from './xml';

/** Text with its reading, each pair complete; as text with the reading in brackets otherwise. */
export function convertRuby(ruby: ArticleElement, place: Place, { convert }: Conversion): XmlNode {
  const line = { ...place, isLine: true };
  const parts = ruby.childNodes.filter((node) => !isElement(node) || node.tagName !== 'rp');
  const shape = parts.map((part) => {
    if (isElement(part)) return part.tagName === 'rt' ? 'r' : 'b';
    return textOf(part).trim() === '' ? '' : 'b';
  });
  const isPaired = /^(?:b+r)+$/.test(shape.join(''));
  if (!isPaired) return xml('span', {}, convert(ruby.childNodes, line));
  const children = parts
    .filter((_, at) => shape[at] !== '')
    .flatMap((part) =>
      isElement(part) && part.tagName === 'rt'
        ? [xml('rt', {}, convert(part.childNodes, line))]
        : convert([part], line),
    );
  return xml('ruby', {}, children);
}
