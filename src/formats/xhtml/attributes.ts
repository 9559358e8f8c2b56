import { normalLanguage } from '../../domain/language';
import { decodedPart } from '../../domain/web-address';
import { type ArticleElement, attributeOf } from '../article/parse-article';
import type { XmlElement, XmlNode } from './xml';

type Rule = (value: string) => string | null;

const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? value : null;

const count = matching(/^[1-9]\d{0,4}$/);
const size = matching(/^\d{1,5}$/);
const integer = matching(/^-?\d{1,9}$/);
const any: Rule = (value) => value;

/** Attributes that an element needs to be valid. */
const REQUIRED: Readonly<Record<string, Record<string, string>>> = { data: { value: '' } };

const GLOBAL: Readonly<Record<string, Rule>> = {
  dir: (value) => matching(/^(?:ltr|rtl|auto)$/)(value.toLowerCase()),
  title: any,
};

const OF_TAG: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  col: { span: count },
  colgroup: { span: count },
  data: { value: any },
  img: { width: size, height: size },
  li: { value: integer },
  ol: { start: integer, type: matching(/^[1aAiI]$/), reversed: () => 'reversed' },
  td: { colspan: count, rowspan: count },
  th: { colspan: count, rowspan: count, scope: matching(/^(?:row|col|rowgroup|colgroup)$/) },
};

/**
 * Returns the attributes of an element that are valid on `tag`, without `href` and `src`. The id is
 * provisional until `resolveIds` replaces it.
 */
export function attributesOf(element: ArticleElement, tag: string): Record<string, string> {
  const id = attributeOf(element, 'id') ?? '';
  const kept: Record<string, string> = {
    ...(id !== '' && { id: articleTarget(id) }),
    ...REQUIRED[tag],
  };
  for (const [name, rule] of Object.entries({ ...GLOBAL, ...OF_TAG[tag] })) {
    const value = attributeOf(element, name);
    const valid = value === null ? null : rule(value.trim());
    if (valid !== null) kept[name] = valid;
  }
  const lang = normalLanguage(attributeOf(element, 'lang') ?? '');
  return lang === '' ? kept : { ...kept, lang, 'xml:lang': lang };
}

/** The provisional id for an id of the article. */
const articleTarget = (id: string): string => `article ${id}`;

/** The provisional `href` for a link to an id of the article. */
export const articleLink = (fragment: string): string => `#${articleTarget(decodedPart(fragment))}`;

/**
 * Replaces the ids that links lead to by valid unique ones and removes the others. Links to unknown
 * ids lose their `href`. It changes the given tree.
 */
export function resolveIds(nodes: readonly XmlNode[], idPrefix: string): void {
  const wanted = new Set<string>();
  visit(nodes, ({ attributes: { href } }) => {
    if (href?.startsWith('#')) wanted.add(href.slice(1));
  });
  const names = new Map<string, string>();
  visit(nodes, ({ attributes }) => {
    const { id } = attributes;
    if (id === undefined) return;
    delete attributes.id;
    if (!wanted.has(id) || names.has(id)) return;
    attributes.id = `${idPrefix}${names.size + 1}`;
    names.set(id, attributes.id);
  });
  visit(nodes, ({ attributes }) => {
    if (!attributes.href?.startsWith('#')) return;
    const name = names.get(attributes.href.slice(1));
    if (name === undefined) delete attributes.href;
    else attributes.href = `#${name}`;
  });
}

function visit(nodes: readonly XmlNode[], see: (element: XmlElement) => void): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    see(node);
    visit(node.children, see);
  }
}
