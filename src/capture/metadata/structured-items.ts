import { type ClaimField, type Claims, MAX_VALUES } from './claims';

/** Microdata and RDFa express the same vocabulary with different attributes. */
const SYNTAXES = [
  { scope: 'itemscope', type: 'itemtype', property: 'itemprop' },
  { scope: 'typeof', type: 'typeof', property: 'property' },
] as const;
type Syntax = (typeof SYNTAXES)[number];
const ANY_SCOPE = '[itemscope][itemtype],[typeof]';

const ARTICLE_TYPE = /(?:Article|Posting|Report|Recipe|Review)\b/;
const PERSON_ITEM_TYPE = /(?:^|[/:])Person\b/;
const VIDEO_TYPE = /VideoObject\b/;
const MAX_PROPERTIES = 200;
const MAX_ITEM_TEXT_LENGTH = 1000;

const FIELD_OF_PROPERTY: ReadonlyMap<string, ClaimField> = new Map([
  ['headline', 'title'],
  ['name', 'title'],
  ['publisher', 'siteName'],
  ['author', 'authors'],
  ['creator', 'authors'],
  ['datePublished', 'published'],
  ['uploadDate', 'published'],
  ['inLanguage', 'lang'],
  ['description', 'description'],
  ['image', 'imageUrl'],
]);

/**
 * Reads the article in microdata or RDFa: the one that contains the headline, or the only one
 * (several are usually a list of other pages); otherwise the video. Supports simple forms only:
 * direct properties, and the names of authors and publisher.
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export function readStructuredItems(document: Document): Claims {
  const scopes = [...document.querySelectorAll(ANY_SCOPE)];
  for (const syntax of scopes.length > 0 ? SYNTAXES : []) {
    const item = mainItem(scopes, ARTICLE_TYPE, syntax) ?? mainItem(scopes, VIDEO_TYPE, syntax);
    if (item !== undefined) return claimsOfItem(item, syntax);
  }
  return {};
}

function mainItem(scopes: readonly Element[], type: RegExp, syntax: Syntax): Element | undefined {
  const items = scopes.filter((scope) => type.test(scope.getAttribute(syntax.type) ?? ''));
  const withHeadline = items.find((item) => item.querySelector('h1') !== null);
  return withHeadline ?? (items.length === 1 ? items[0] : undefined);
}

function claimsOfItem(item: Element, syntax: Syntax): Claims {
  const claims: Partial<Record<ClaimField, string[]>> = {};
  const people: string[] = [];
  const elements = [...item.querySelectorAll(`[${syntax.property}]`)].slice(0, MAX_PROPERTIES);
  for (const element of elements) {
    if (element.parentElement?.closest(`[${syntax.scope}]`) !== item) continue;
    for (const name of (element.getAttribute(syntax.property) ?? '').split(/\s+/, 5)) {
      const field = FIELD_OF_PROPERTY.get(
        name.replace(/^(?:schema:|https?:\/\/schema\.org\/)/, ''),
      );
      if (field === undefined) continue;
      const values = claims[field] ?? [];
      claims[field] = values;
      if (values.length >= MAX_VALUES) continue;
      const read = claimsOfProperty(element, field, syntax);
      values.push(...read);
      if (field === 'authors' && PERSON_ITEM_TYPE.test(element.getAttribute(syntax.type) ?? '')) {
        people.push(...read);
      }
    }
  }
  return { ...claims, people };
}

function claimsOfProperty(element: Element, field: ClaimField, syntax: Syntax): string[] {
  if (element.hasAttribute(syntax.scope)) {
    const wanted = field === 'imageUrl' ? 'url' : 'name';
    const inner = element.querySelector(`[${syntax.property}~="${wanted}"]`);
    return inner === null ? [] : [claimOf(inner, field)];
  }
  return [claimOf(element, field)];
}

function claimOf(element: Element, field: ClaimField): string {
  const attributes =
    field === 'imageUrl'
      ? ['content', 'src', 'href']
      : ['content', 'datetime', 'value', ...(element.localName === 'abbr' ? ['title'] : [])];
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute);
    if (value) return value;
  }
  return (element.textContent ?? '').slice(0, MAX_ITEM_TEXT_LENGTH);
}
