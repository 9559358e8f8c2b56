import { type ArticleElement, isElement } from '../article/parse-article';
import { attributesOf } from './attributes';
import type { Conversion, Place } from './conversion';
import { type XmlElement, type XmlNode, xml } from './xml';

/**
 * Converts a table so that its parts have the only valid order: caption, columns, head, bodies,
 * foot. Further heads and feet become bodies.
 */
export function convertTable(
  table: ArticleElement,
  attributes: (tag: string) => Record<string, string>,
  place: Place,
  conversion: Conversion,
): XmlNode[] {
  const parts = table.childNodes.filter(isElement);
  const of = (tag: string) => parts.filter((part) => part.tagName === tag);
  const [caption, ...moreCaptions] = of('caption');
  const sections = parts.filter(({ tagName }) => /^(?:thead|tbody|tfoot)$/.test(tagName));
  const head = sections[0]?.tagName === 'thead' ? sections[0] : undefined;
  const last = sections.at(-1);
  const foot = last?.tagName === 'tfoot' && last !== head ? last : undefined;
  const rows = (section: ArticleElement, tag: string) =>
    xml(tag, attributesOf(section, tag), sectionRowsOf(section, place, conversion));
  const bodies = sections.filter((section) => section !== head && section !== foot);
  const content = [
    ...(head === undefined ? [] : [rows(head, 'thead')]),
    ...bodies.map((section) => rows(section, 'tbody')),
    ...(foot === undefined ? [] : [rows(foot, 'tfoot')]),
  ];
  const captionOf = (each: ArticleElement) => conversion.convert(each.childNodes, place);
  const extra = moreCaptions.map((each) => xml('div', attributesOf(each, 'div'), captionOf(each)));
  const columns = of('colgroup').map((group) => columnsOfGroup(group));
  const title =
    caption === undefined
      ? []
      : [xml('caption', attributesOf(caption, 'caption'), captionOf(caption))];
  return [xml('table', attributes('table'), [...title, ...columns, ...content]), ...extra];
}

function columnsOfGroup(group: ArticleElement): XmlElement {
  const columns = group.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'col');
  const { span, ...others } = attributesOf(group, 'colgroup');
  // `span` is valid only without `col` elements.
  if (columns.length === 0)
    return xml('colgroup', span === undefined ? others : { ...others, span });
  return xml(
    'colgroup',
    others,
    columns.map((column) => xml('col', attributesOf(column, 'col'))),
  );
}

function sectionRowsOf(
  section: ArticleElement,
  place: Place,
  conversion: Conversion,
): XmlElement[] {
  return section.childNodes
    .filter(isElement)
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => {
      const cells = row.childNodes
        .filter(isElement)
        .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
        .map((cell) => {
          const content = conversion.convert(cell.childNodes, place);
          return xml(cell.tagName, attributesOf(cell, cell.tagName), content);
        });
      return xml('tr', attributesOf(row, 'tr'), cells);
    });
}
