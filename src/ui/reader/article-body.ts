import { sanitiseArticle } from '../../capture';
import { inPageFragment } from './in-page-links';

/**
 * The article as it is shown: sanitised again (what is stored may be older than the sanitiser, or
 * not ours), links made safe, code blocks with their language. Images have no address any more:
 * `createArticleImages` gives them the library's.
 */
export function buildArticle(html: string, pageUrl: string): DocumentFragment {
  const body = sanitiseArticle(html);
  dropAddresses(body);
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (inPageFragment(link, pageUrl) !== null) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const block of body.querySelectorAll('pre')) {
    const language = languageOf(block);
    if (language) block.dataset.language = language;
  }
  return body;
}

/** What would be loaded as soon as it is in the document; images have a way of their own. */
const LOADS = ['src', 'srcset', 'poster', 'background', 'data', 'href', 'xlink:href'];

function dropAddresses(body: DocumentFragment): void {
  for (const element of body.querySelectorAll('*:not(a, area, img)')) {
    for (const name of LOADS) {
      if (!element.getAttribute(name)?.startsWith('#')) element.removeAttribute(name);
    }
  }
}

const LANGUAGE_CLASS = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]?([\w+#.-]+)/i;
const NO_LANGUAGE = /^(none|text|txt|plain|plaintext|auto)$/i;

/** The language a code block names, as it names it; null when it names none. */
function languageOf(pre: HTMLPreElement): string | null {
  for (const element of [pre.querySelector('code'), pre]) {
    if (!element) continue;
    const named =
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang') ??
      LANGUAGE_CLASS.exec(element.className)?.[1];
    if (named && !NO_LANGUAGE.test(named)) return named;
  }
  return null;
}
