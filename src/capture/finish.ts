import { withoutFragment } from '../domain';
import { absoluteImageUrl, absolutePageUrl } from './addresses';
import { BLOCKS } from './elements';
import { isPlaceholder } from './repair/image-address';

/**
 * The last touches to an article that is not yet sanitised: links within it lead to what it has,
 * all others to their full address; images that never got one are gone.
 */
export function finishArticle(article: DocumentFragment, baseUrl: string, pageUrl: string): void {
  finishLinks(article, baseUrl, pageUrl);
  for (const image of article.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    const url = isPlaceholder(src) ? null : absoluteImageUrl(src, baseUrl);
    if (url === null) image.remove();
    else if (url !== src) image.setAttribute('src', url);
  }
  // A parser would end the paragraph at the first block, and the place in the text would be lost.
  for (const paragraph of article.querySelectorAll('p')) {
    if (paragraph.querySelector(BLOCKS) === null) continue;
    const box = paragraph.ownerDocument.createElement('div');
    box.append(...paragraph.childNodes);
    paragraph.replaceWith(box);
  }
}

function finishLinks(article: DocumentFragment, baseUrl: string, pageUrl: string): void {
  const page = withoutFragment(pageUrl);
  const targets = new Set([...article.querySelectorAll('[id]')].map(({ id }) => id));
  for (const link of article.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    const url = absolutePageUrl(href, href.startsWith('#') ? pageUrl : baseUrl);
    if (url === null) continue;
    const target = withoutFragment(url) === page ? decode(url.slice(page.length + 1)) : '';
    link.setAttribute('href', target !== '' && targets.has(target) ? `#${target}` : url);
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Not encoded at all: `#100%`.
    return fragment;
  }
}
