import { normalLanguage } from '../../domain';
import { type ArticleElement, attributeOf } from '../article/parse-article';
import { articleTarget } from './ids';

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
