import { withoutFragment } from '../../domain/url-identity';
import { absolutePageUrl } from '../addresses';
import { textLength } from '../normal-text';
import type { RepairTools } from './repair-context';

/** In UTF-16 code units: a shorter article is a teaser. */
const MIN_LENGTH = 500;

/** Elements that say the address of their article. */
const NAMING =
  'h1 a,h2 a,a[rel=bookmark],[itemprop=mainEntityOfPage],[itemprop=url],article,[data-url],[data-href],[data-link],[data-permalink]';

/**
 * Removes the articles that a page adds below its own as a person scrolls. Only addresses tell them
 * apart: the own article has that of the page, and each of the others has another one.
 */
export function dropOtherArticles({ root, baseUrl, pageUrl }: RepairTools): void {
  const page = withoutFragment(pageUrl);
  // The answers of a forum have addresses below that of their page.
  const isOwn = (address: string): boolean => address.startsWith(page);
  const seen = new Set<Element>();
  for (const naming of root.querySelectorAll(NAMING)) {
    if (!addressesIn([naming], baseUrl).some(isOwn)) continue;
    let box = naming;
    let articles: readonly Element[] = [];
    for (; articles.length < 2 && box.parentElement !== null; box = box.parentElement) {
      if (seen.has(box.parentElement)) break;
      // The parts of one article may have addresses, too.
      const isPart = box.parentElement.closest('article') !== null;
      if (!isPart && textLength(box) >= MIN_LENGTH) {
        seen.add(box.parentElement);
        articles = besides(box, box.parentElement);
      }
    }
    const others = articles.filter((each) => !addressesOf(each, baseUrl).some(isOwn));
    // One without an address may be a part of the own article.
    const areNamed = others.every((each) => addressesOf(each, baseUrl).length > 0);
    // Articles of one site have the same heading. Answers and entries have another one, or none.
    const headings = new Set(articles.map((each) => each.querySelector('h1,h2')?.localName));
    const areAlike = headings.size === 1 && !headings.has(undefined);
    if (others.length === articles.length - 1 && areNamed && areAlike) {
      for (const other of others) other.remove();
    }
  }
}

/** Returns the long elements beside an element that have the same name, and the element itself. */
const besides = ({ localName }: Element, { children }: Element): readonly Element[] =>
  [...children].filter((each) => each.localName === localName && textLength(each) >= MIN_LENGTH);

/** The attributes with the address of an article. Others have those of its type and its pictures. */
const ADDRESS = /^(?:href|content|itemid|data-(?:url|href|link|permalink))$/;

/** Returns the addresses that an article has in its own attributes, in its heading and in its data. */
const addressesOf = (article: Element, baseUrl: string): readonly string[] =>
  addressesIn([article, ...article.querySelectorAll(NAMING)], baseUrl);

const addressesIn = (elements: readonly Element[], baseUrl: string): readonly string[] =>
  elements.flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const url = ADDRESS.test(name) ? absolutePageUrl(value, baseUrl) : null;
      return url === null ? [] : [url];
    }),
  );
