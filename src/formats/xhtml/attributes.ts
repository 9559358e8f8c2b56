import { normalLanguage } from '../../domain';
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

/** Attributes that an element is not valid without. */
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
 * What of an element's attributes is valid on `tag`, without `href` and `src`. Its id is the one that
 * links within the article go to, until `resolveIds` names it.
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

/** What an id of the article is called until `resolveIds` names it. */
const articleTarget = (id: string): string => `article ${id}`;

/** What a link to an id of the article is called until then. */
export function articleLink(fragment: string): string {
  try {
    return `#${articleTarget(decodeURIComponent(fragment))}`;
  } catch {
    return `#${articleTarget(fragment)}`; // Not escaped: a page may write a bare `%`.
  }
}

/**
 * Names the ids that links go to, each once and written as XML has them, and leaves out the others.
 * A link to an id that isn't there is no link. Changes the tree it is given.
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
