import { dropPageFrame } from '../best-text';
import { type Box, isWithin } from '../clean/boxes';
import { lettersIn, lineOf } from '../normal-text';
import { dropBars } from './bars';
import { type LinkList, titleLink } from './links';

/** A link with the same words in so many entries is a button. */
const MIN_ENTRIES_WITH_BUTTON = 3;
const CONTROLS_OF_ENTRY =
  'button,select,textarea,input,label,[role="button"],script,style,template';
/** Conventions for marks beside the name of a thing: that it is in stock, or how many stars it has. */
const ENTRY_MARK_CLASS = /avail|stock|badge|flag|rating|onsale|btn|button/i;
/** In UTF-16 code units. */
const MAX_ENTRY_MARK_LENGTH = 40;
/** Links to the comments on an entry. */
const COMMENTS_ADDRESS = /#(?:comments?|respond)/i;

/**
 * Makes an article of a list: what the page says about it, and its entries in order, without buttons,
 * filters, paging and links to tags. Moves its parts out of their page.
 */
export function listArticle(
  document: Document,
  root: Box,
  { entries }: LinkList,
  pageUrl: string,
): Element {
  const article = document.createElement('div');
  const { element } = scopeOf(root, entries);
  dropPageFrame(element);
  for (const entry of entries) entry.element.setAttribute(ENTRY, '');
  article.append(...(element.matches(LIST_ELEMENTS) ? [element] : element.childNodes));
  for (const control of article.querySelectorAll(CONTROLS_OF_ENTRY)) control.remove();
  const marked = [...article.querySelectorAll(`[${ENTRY}]`)];
  for (const entry of marked) {
    for (const mark of entry.querySelectorAll('[class]')) {
      const isMark =
        ENTRY_MARK_CLASS.test(mark.className) && lineOf(mark).length <= MAX_ENTRY_MARK_LENGTH;
      if (isMark && !mark.contains(titleLink(entry))) mark.remove();
    }
  }
  dropButtons(marked);
  dropBars(article, marked, pageUrl);
  return article;
}

const ENTRY = 'data-entry';
const LIST_ELEMENTS = 'ul,ol,dl,table';

/** The innermost box with all entries and the headline. */
function scopeOf(root: Box, entries: readonly Box[]): Box {
  let scope = root;
  for (;;) {
    const { children } = scope;
    const headline = scope.element.querySelector('h1');
    const next = children.find(
      (child) =>
        entries.every((entry) => isWithin(entry, child)) &&
        (headline === null || child.element.contains(headline)),
    );
    if (next === undefined) return scope;
    scope = next;
  }
}

/** Removes the links that entries repeat, such as to read on or to buy, and those to tags. */
function dropButtons(entries: readonly Element[]): void {
  const links = entries.flatMap((entry) => {
    const title = titleLink(entry);
    return [...entry.querySelectorAll('a[href]')]
      .filter((link) => link !== title && title?.contains(link) !== true && !link.contains(title))
      .map((link) => ({ link, words: lettersIn(lineOf(link)) }));
  });
  const byWords = Map.groupBy(links, ({ words }) => words);
  for (const { link, words } of links) {
    const isRepeated = words !== '' && (byWords.get(words)?.length ?? 0) >= MIN_ENTRIES_WITH_BUTTON;
    const isButton = isRepeated && isApart(link);
    const isTag = link.matches('[rel~="tag"],[rel~="category"]');
    if (isButton || isTag || COMMENTS_ADDRESS.test(link.getAttribute('href') ?? '')) link.remove();
  }
}

/** In UTF-16 code units. A shorter text beside a link, such as a date, is about it. */
const MIN_EXCERPT = 60;

/** True for a link without a picture that is alone in its line, with other links, or after an excerpt. */
function isApart(link: Element): boolean {
  const line = link.parentElement;
  if (line === null || link.querySelector('img') !== null) return false;
  const linked = [...line.querySelectorAll('a[href]')].map(lineOf).join('').length;
  const rest = lineOf(line).length - linked;
  return rest <= line.querySelectorAll('a[href]').length * 2 || rest >= MIN_EXCERPT;
}
