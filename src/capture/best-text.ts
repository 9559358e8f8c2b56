import { textLength } from './normal-text';

/** Elements around the content of a page. */
export const PAGE_FRAME = [
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

const MAIN_CONTENT = 'main,[role="main"],article,#content,#main';

/** An element marked as content is used only if it contains at least this share of the text. */
const MIN_SHARE_OF_TEXT = 0.4;

/** Removes navigation, forms, hidden elements and other parts around the content. */
export function dropPageFrame(root: Element): void {
  for (const element of root.querySelectorAll(PAGE_FRAME)) element.remove();
}

/**
 * Returns the readable text of a page without an article: the element marked as content, or
 * everything but navigation and the like. Changes the document. Returns null when there is neither
 * text nor image.
 */
export function bestText(document: Document): Element | null {
  const { body } = document;
  if (body === null) return null;
  dropPageFrame(body);
  const all = textLength(body);
  let content: Element = body;
  let longest = all * MIN_SHARE_OF_TEXT;
  for (const candidate of body.querySelectorAll(MAIN_CONTENT)) {
    const length = textLength(candidate);
    if (length <= longest) continue;
    content = candidate;
    longest = length;
  }
  if (all === 0 && content.querySelector('img[src]') === null) return null;
  const best = document.createElement('div');
  best.append(...content.childNodes);
  return best;
}
