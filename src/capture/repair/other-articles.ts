import { withoutFragment } from '../../domain/url-identity';
import { absolutePageUrl } from '../addresses';
import { textLength } from '../normal-text';
import type { RepairTools } from './repair-context';

/** In UTF-16 code units: a shorter article is a teaser. */
const MIN_LENGTH = 500;

/** Elements that say the address of their article. */
const NAMING = 'h1 a,h2 a,a[rel=bookmark],[itemprop=mainEntityOfPage],[itemprop=url]';

/**
 * Removes the articles that a page adds below its own as a person scrolls. Only addresses tell them
 * apart: the own article has that of the page, and each of the others has another one.
 */
export function dropOtherArticles({ find, baseUrl, pageUrl }: RepairTools): void {
  const page = withoutFragment(pageUrl);
  const own: Element[] = [];
  const others: Element[] = [];
  const headings = new Set<string | undefined>();
  for (const article of find('article')) {
    if (article.parentElement?.closest('article') || textLength(article) < MIN_LENGTH) continue;
    const addresses = addressesOf(article, baseUrl);
    // One without an address may be a part of the own article.
    if (addresses.length === 0) return;
    headings.add(article.querySelector('h1,h2')?.localName);
    // The answers of a forum have addresses below that of their page.
    (addresses.some((each) => each.startsWith(page)) ? own : others).push(article);
  }
  // Articles of one site have the same heading. Answers and entries have another one, or none.
  const areAlike = headings.size === 1 && !headings.has(undefined);
  if (own.length === 1 && areAlike) for (const other of others) other.remove();
}

/** The attributes with the address of an article. Others have those of its type and its pictures. */
const ADDRESS = /^(?:href|content|itemid|data-(?:url|href|link|permalink))$/;

/** Returns the addresses that an article has in its own attributes, in its heading and in its data. */
const addressesOf = (article: Element, baseUrl: string): readonly string[] =>
  [article, ...article.querySelectorAll(NAMING)].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const url = ADDRESS.test(name) ? absolutePageUrl(value, baseUrl) : null;
      return url === null ? [] : [url];
    }),
  );
