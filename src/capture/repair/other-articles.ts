import { withoutFragment } from '../../domain/url-identity';
import { absolutePageUrl } from '../addresses';
import { textLength } from '../normal-text';
import type { RepairTools } from './repair-context';

/** In UTF-16 code units: a shorter article is a teaser. */
const MIN_OTHER_ARTICLE_LENGTH = 500;

/** Elements that say the address of their article. */
const NAMING_LINK = 'h1 a,h2 a,a[rel=bookmark],[itemprop=mainEntityOfPage],[itemprop=url]';

/**
 * Removes the articles that a page adds below its own as a person scrolls. Only addresses tell them
 * apart: the own article has that of the page, and each of the others has another one.
 */
export function dropOtherArticles({ root, baseUrl, pageUrl }: RepairTools): void {
  const page = withoutFragment(pageUrl);
  for (const holders of ['article', 'section', '[data-url]']) {
    // The parts of an article may have addresses, too.
    const outermost = `${holders}:not(article *,${holders} *)`;
    const articles = [...root.querySelectorAll(outermost)].filter(
      (each) => textLength(each) >= MIN_OTHER_ARTICLE_LENGTH,
    );
    const addresses = articles.map((each) => articleAddressesOf(each, baseUrl));
    // The answers of a forum have addresses below that of their page.
    const own = articles.filter((_, at) => addresses[at]?.some((each) => each.startsWith(page)));
    // Articles of one site have the same heading. Answers and entries have another one, or none.
    const [heading, ...more] = articles.map((each) => each.querySelector('h1,h2')?.localName);
    // One without an address may be a part of the own article.
    const areNamed = addresses.every(([address]) => address);
    if (heading && own.length === 1 && areNamed && more.every((each) => each === heading)) {
      for (const each of articles) if (each !== own[0]) each.remove();
    }
  }
}

/** The attributes with the address of an article. Others have those of its type and its pictures. */
const ADDRESS_ATTRIBUTE = /^(?:href|content|itemid|data-(?:url|href|link|permalink))$/;

/** Returns the addresses that an article has in its own attributes, in its heading and in its data. */
const articleAddressesOf = (article: Element, baseUrl: string): readonly string[] =>
  [article, ...article.querySelectorAll(NAMING_LINK)].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const url = ADDRESS_ATTRIBUTE.test(name) ? absolutePageUrl(value, baseUrl) : null;
      return url === null ? [] : [url];
    }),
  );
