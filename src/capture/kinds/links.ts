import { type Box, isWithin, letterCount, linkDensity, pageLinks, walkBoxes } from '../clean/boxes';
import { lineOf, textLength } from '../normal-text';
import { sumOf } from '../sum';
import { wordList } from '../word-list';
import { groupsIn, keyOfBox } from './survey';

/** In letters: a headline, or the name of a result. */
const MIN_LIST_TITLE_LETTERS = 6;
/** In letters: a title and an excerpt. */
const MAX_LIST_ENTRY_LETTERS = 500;
const MIN_ENTRIES = 3;

/** The bounds for pages that are lists by their address or their own words, and for others. */
const EXPECTED = { excerpt: 320, outside: 300, share: 0.5 };
const USUAL_BOUNDS = { excerpt: 220, outside: 120, share: 0.65 };
/** For shops, which describe what they sell above and below. */
const PRICED = { excerpt: 320, outside: 1500, share: 0.3 };
const PRICE = '[class*="price" i],[itemprop~="price"]';

/** In letters, of an entry, beside its title: a price and a word, or the site and an age. */
const MIN_OWN_LETTERS_PER_ENTRY = 16;
const MIN_LIST_HEADINGS = 2;
const MIN_LINKED_IN_LIST = 0.6;
const MIN_LINKS = 8;
/** In letters. */
const MAX_PROSE = 200;

/** Fields of the forms of searches. */
const SEARCH_PARAMETERS = wordList('q s k wd query search keyword keywords text term');
const SEARCH_FOLDER = /\/search(?:\/|$)/i;
const LIST_FOLDER = /\/(?:tags?|topics?|category|categories|archives?|explore|trending)(?:\/|$)/i;

/** True for addresses of searches. */
function isSearch({ pathname, searchParams }: URL): boolean {
  return SEARCH_FOLDER.test(pathname) || SEARCH_PARAMETERS.some((field) => searchParams.has(field));
}

/** A page of entries that lead to other pages. */
export interface LinkList {
  readonly entries: readonly Box[];
  /**
   * True if its entries have a text of their own, such as an excerpt, a description or a price, are
   * rows of a table with other values, or stand below headings. Other lists only lead elsewhere.
   */
  readonly isReadable: boolean;
}

/**
 * Returns the entries of a page that has no text of its own besides them: results of a search, a front
 * page, a category, a directory; null for other pages. `isDeclared` is true if the page says that it is
 * one.
 */
export function findLinkList(root: Box, pageUrl: string, isDeclared: boolean): LinkList | null {
  if (root.letters === 0) return null;
  const address = URL.parse(pageUrl);
  const isOfSearch = address !== null && isSearch(address);
  // A front page may describe a company, with more text of its own than a list has.
  const isFront = address?.pathname === '/';
  const isListAddress = isOfSearch || LIST_FOLDER.test(pageUrl);
  const entries = findEntries(root);
  const density = linkDensity(root);
  const isBare =
    density >= MIN_LINKED_IN_LIST && root.prose < MAX_PROSE && pageLinks(root) >= MIN_LINKS;
  const priced = entries.filter(({ element }) => element.querySelector(PRICE) !== null);
  const isExpected = isDeclared || isListAddress;
  const bounds = priced.length > entries.length / 2 ? PRICED : isExpected ? EXPECTED : USUAL_BOUNDS;
  if (!isBare && !areMost(entries, root, bounds)) return null;
  if (isOfSearch || isFront) return { entries, isReadable: false };
  const isDescribed =
    entries.length >= MIN_ENTRIES &&
    sumOf(entries, ownLetters) >= MIN_OWN_LETTERS_PER_ENTRY * entries.length;
  const isTable = entries.length > 0 && entries.every(({ element }) => isRowOfData(element));
  const isOrdered = isBare && !isListAddress && countHeadings(root) >= MIN_LIST_HEADINGS;
  return { entries, isReadable: isDescribed || isTable || isOrdered };
}

function areMost(entries: readonly Box[], root: Box, bounds: typeof USUAL_BOUNDS): boolean {
  if (entries.length < MIN_ENTRIES) return false;
  const prose = sumOf(entries, (entry) => entry.prose);
  return (
    sumOf(entries, ({ letters }) => letters) >= bounds.share * root.letters &&
    root.prose - prose <= bounds.outside &&
    prose / entries.length <= bounds.excerpt
  );
}

/** The letters of an entry beside its title. */
const ownLetters = ({ element, letters }: Box): number =>
  letters - letterCount(lineOf(titleLink(element) ?? element));

const MIN_CELLS = 3;

/** True in a table with names of columns, or in a row with several values. */
function isRowOfData(element: Element): boolean {
  const row = element.closest('tr');
  if (row === null) return false;
  if (row.closest('table')?.querySelector('tr')?.querySelector('th') != null) return true;
  return [...row.children].filter((cell) => lineOf(cell) !== '').length >= MIN_CELLS;
}

/** Headings of groups of entries, which lead to no other page. */
function countHeadings(root: Box): number {
  let count = 0;
  walkBoxes(root, ({ element, letters, linkLetters }) => {
    if (/^h[2-6]$/.test(element.localName) && letters > 0 && linkLetters === 0) count += 1;
  });
  return count;
}

/** Returns the outermost boxes that look like entries of a list. */
function findEntries(root: Box): readonly Box[] {
  const keys = new Set<string>();
  const found = new Set<Box>();
  for (const group of groupsIn(root, MIN_ENTRIES)) {
    const entries = group.filter(isEntry);
    if (entries.length < MIN_ENTRIES || entries.length < group.length * 0.7) continue;
    for (const entry of entries) {
      found.add(entry);
      keys.add(keyOfBox(entry));
    }
  }
  walkBoxes(root, (box) => {
    const key = keyOfBox(box);
    if (!key.endsWith('.') && keys.has(key) && isEntry(box)) found.add(box);
  });
  const inOrder = [...found].toSorted((a, b) => a.order - b.order);
  const outermost: Box[] = [];
  for (const box of inOrder) {
    const last = outermost.at(-1);
    if (last === undefined || !isWithin(box, last)) outermost.push(box);
  }
  return outermost;
}

function isEntry(box: Box): boolean {
  if (box.letters < MIN_LIST_TITLE_LETTERS || box.letters > MAX_LIST_ENTRY_LETTERS) return false;
  if (box.links.own + box.links.other === 0 || box.linkLetters < MIN_LIST_TITLE_LETTERS)
    return false;
  return titleLink(box.element) !== null;
}

/** The link of an entry is its heading or most of its first line. */
export function titleLink(element: Element): Element | null {
  const heading = element.querySelector('h1,h2,h3,h4,h5,h6,[role="heading"]');
  if (heading !== null) {
    const link = heading.querySelector('a[href]');
    return link ?? (heading.closest('a[href]') === null ? null : heading);
  }
  for (const link of element.querySelectorAll('a[href]')) {
    if (textLength(link) >= MIN_LIST_TITLE_LETTERS) return link;
  }
  return element.closest('a[href]');
}
