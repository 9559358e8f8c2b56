import { sanitiseArticle } from '../../capture';
import { withoutFragment } from '../../domain/url-identity';
import { decodedPart } from '../../domain/web-address';

/**
 * Builds the article for display. Sanitises it again, because it may have been stored by an older
 * version or come from elsewhere. Makes links safe and marks the language of code blocks. Images
 * have no address afterwards: `createArticleImages` sets those of the library.
 */
export function buildArticle(html: string, pageUrl: string): DocumentFragment {
  const body = sanitiseArticle(html);
  dropAddresses(body);
  for (const link of body.querySelectorAll('a[href]')) {
    if (inPageFragment(link, pageUrl) !== null) continue;
    // The properties of a link in a drawing are read-only, and setting one would throw.
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const block of body.querySelectorAll('pre')) {
    const language = languageOfPre(block);
    if (language) block.dataset.language = language;
  }
  return body;
}

/**
 * Attributes that would load something once they are in the document. Images are handled
 * separately.
 */
const LOADS = ['src', 'srcset', 'poster', 'background', 'data', 'href', 'xlink:href'];
/** No selector for all browsers finds an attribute with a prefix, which only drawings have. */
const LOADERS = `:is([src], [srcset], [poster], [background], [data], [href], svg *):not(a, area, img)`;

function dropAddresses(body: DocumentFragment): void {
  for (const element of body.querySelectorAll(LOADERS)) {
    for (const name of LOADS) {
      if (!element.getAttribute(name)?.startsWith('#')) element.removeAttribute(name);
    }
  }
}

const CODE_LANGUAGE_CLASS = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]?([\w+#.-]+)/i;
const PLAIN_TEXT_LANGUAGE = /^(none|text|txt|plain|plaintext|auto)$/i;

/** Returns the language that a code block names, or null. */
function languageOfPre(pre: HTMLPreElement): string | null {
  for (const element of [pre.querySelector('code'), pre]) {
    if (!element) continue;
    const named =
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang') ??
      CODE_LANGUAGE_CLASS.exec(element.className)?.[1];
    if (named && !PLAIN_TEXT_LANGUAGE.test(named)) return named;
  }
  return null;
}

/** The sanitiser puts this before every id, so that the ids of a page cannot clash with ours. */
const ID_PREFIX = 'user-content-';

/**
 * Returns the decoded fragment of a link within the article, or null for any other link. Captured
 * links are absolute: the page's own address with a fragment stays in the article.
 */
export function inPageFragment(link: Element, pageUrl: string): string | null {
  const href = link.getAttribute('href') ?? '';
  const hashAt = href.indexOf('#');
  // `#/` and `#!` are routes of a web application and lead to another text.
  if (hashAt < 0 || /^#[/!]/.test(href.slice(hashAt))) return null;
  const address = href.slice(0, hashAt);
  if (address !== '' && address !== withoutFragment(pageUrl)) return null;
  return decodedPart(href.slice(hashAt + 1));
}

/** Returns the element that `fragment` names, or null. */
export function findTarget(root: Element, fragment: string): HTMLElement | null {
  if (fragment === '') return null;
  for (const element of root.querySelectorAll<HTMLElement>('[id], a[name]')) {
    for (const name of [element.id, element.getAttribute('name')]) {
      if (name === fragment || name === ID_PREFIX + fragment) return element;
    }
  }
  return null;
}
