import { type ClaimField, type Claims, MAX_VALUES } from './claims';

/** Microdata and RDFa write the same vocabulary into attributes of different names. */
const SYNTAXES = [
  { scope: 'itemscope', type: 'itemtype', property: 'itemprop' },
  { scope: 'typeof', type: 'typeof', property: 'property' },
] as const;
type Syntax = (typeof SYNTAXES)[number];

const ARTICLE_TYPE = /(?:Article|Posting|Report|Recipe|Review|VideoObject)\b/;
const MAX_PROPERTIES = 200;
const MAX_TEXT_LENGTH = 1000;

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
 * What the first article in microdata or RDFa says of itself. Simple forms only: the properties
 * that belong to it, and the names of its authors and publisher.
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export function readStructuredItems(document: Document): Claims {
  for (const syntax of SYNTAXES) {
    const scopes = document.querySelectorAll(`[${syntax.scope}][${syntax.type}]`);
    const article = [...scopes].find((scope) =>
      ARTICLE_TYPE.test(scope.getAttribute(syntax.type) ?? ''),
    );
    if (article !== undefined) return claimsOfItem(article, syntax);
  }
  return {};
}

function claimsOfItem(item: Element, syntax: Syntax): Claims {
  const claims: Partial<Record<ClaimField, string[]>> = {};
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
      if (values.length < MAX_VALUES) values.push(...claimsOfProperty(element, field, syntax));
    }
  }
  return claims;
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
    field === 'imageUrl' ? ['content', 'src', 'href'] : ['content', 'datetime', 'value'];
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute);
    if (value) return value;
  }
  return (element.textContent ?? '').slice(0, MAX_TEXT_LENGTH);
}
