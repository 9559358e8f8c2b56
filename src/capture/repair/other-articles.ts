import { withoutFragment } from '../../domain/url-identity';
import { absolutePageUrl } from '../addresses';
import { textLength } from '../normal-text';
import type { RepairTools } from './repair-context';

/** In UTF-16 code units: a shorter article is a teaser. */
const MIN_OTHER_ARTICLE_LENGTH = 500;

/** The attributes with the address of an article. Others have those of its type and its pictures. */
const OWN_ADDRESS =
  /^data-(?:(?:article|canonical|entry|page|post|story)-)?(?:url|href|link|permalink)$/;
const ADDRESS_ATTRIBUTE = /^(?:href|content|itemid)$/;

/** Elements that may be an article each, from the plainest mark to the least. */
const HOLDERS = [
  'article',
  ':is([itemtype$="Article"],[itemtype$="BlogPosting"])',
  'section',
  ':is([data-url],[data-article-url],[data-canonical-url],[data-page-url],[data-post-url],[data-story-url])',
];

/** Elements that say the address of their article. */
const NAMING_LINK = 'h1 a,h2 a,a[rel=bookmark],[itemprop=mainEntityOfPage],[itemprop=url]';

/**
 * Removes the articles that a page adds below its own as a person scrolls. Only addresses tell them
 * apart: the own article has that of the page, and each of the others has another one.
 */
export function dropOtherArticles({ root, baseUrl, pageUrl }: RepairTools): void {
  const page = withoutFragment(pageUrl);
  for (const holders of HOLDERS) {
    // The parts of an article may have addresses, too.
    const outermost = `${holders}:not(article *,${holders} *)`;
    const found = [...root.querySelectorAll(outermost)];
    // Each of several articles has a heading, and reading all their text takes long.
    if (found.filter((each) => each.querySelector('h1,h2') !== null).length < 2) continue;
    const articles = found.filter((each) => textLength(each) >= MIN_OTHER_ARTICLE_LENGTH);
    if (articles.length < 2) continue;
    // Articles of one site have the same heading. Answers and entries have another one, or none.
    const [heading, ...more] = articles.map((each) => each.querySelector('h1,h2')?.localName);
    if (!heading || more.some((each) => each !== heading)) continue;
    const addresses = articles.map((each) => articleAddressesOf(each, baseUrl));
    // The answers of a forum have addresses below that of their page.
    const own = articles.filter((_, at) => addresses[at]?.some((each) => each.startsWith(page)));
    // One without an address may be a part of the own article.
    const areNamed = addresses.every(([address]) => address);
    if (own.length === 1 && areNamed) {
      for (const each of articles) if (each !== own[0]) each.remove();
    }
  }
}

/** Returns the addresses that an article has in its own attributes, in its heading and in its data. */
const articleAddressesOf = (article: Element, baseUrl: string): readonly string[] =>
  [article, ...article.querySelectorAll(NAMING_LINK)].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const url =
        ADDRESS_ATTRIBUTE.test(name) || OWN_ADDRESS.test(name)
          ? absolutePageUrl(value, baseUrl)
          : null;
      return url === null ? [] : [url];
    }),
  );
