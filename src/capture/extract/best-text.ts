/** The frame of a page. */
const CHROME = [
  'nav',
  'aside',
  'footer',
  'header:not(article header,main header)',
  'form',
  'dialog',
  'script',
  'style',
  'noscript',
  'template',
  '[hidden]',
  '[aria-hidden="true"]',
  '[role="navigation"]',
  '[role="banner"]',
  '[role="contentinfo"]',
  '[role="complementary"]',
  '[role="search"]',
  '[role="dialog"]',
].join(',');

const CONTENT = 'main,[role="main"],article,#content,#main';

/** What a page marks as its content is taken when it has this much of the text. */
const MIN_SHARE = 0.4;

/** Takes away what frames a page: navigation, forms, what is not shown. */
export function dropChrome(root: Element): void {
  for (const element of root.querySelectorAll(CHROME)) element.remove();
}

/**
 * What there is to read on a page that is no article: its content as marked, or all but its frame.
 * Changes the document. null when there is neither text nor image.
 */
export function bestText(document: Document): Element | null {
  const { body } = document;
  if (body === null) return null;
  dropChrome(body);
  const lengthOf = (element: Element): number => element.textContent?.trim().length ?? 0;
  const all = lengthOf(body);
  let content: Element = body;
  let longest = all * MIN_SHARE;
  for (const candidate of body.querySelectorAll(CONTENT)) {
    const length = lengthOf(candidate);
    if (length <= longest) continue;
    content = candidate;
    longest = length;
  }
  if (all === 0 && content.querySelector('img[src]') === null) return null;
  const best = document.createElement('div');
  best.append(...content.childNodes);
  return best;
}
