import { type Box, isWithin, linkDensity, pageLinks } from '../clean/boxes';
import { groupsIn, keyOf, sumOf, walkBoxes } from './survey';

/** In letters: a headline, or the name of a result. */
const MIN_TITLE = 6;
/** In letters: a title and an excerpt. */
const MAX_ENTRY = 500;
const MIN_ENTRIES = 3;

/** The bounds for pages that are lists by their address or their own words, and for others. */
const EXPECTED = { excerpt: 320, outside: 300, share: 0.5 };
const OTHERS = { excerpt: 220, outside: 120, share: 0.65 };

const MOSTLY_LINKS = 0.6;
const MIN_LINKS = 8;
/** In letters. */
const MAX_PROSE = 200;

/** Fields of the forms of searches. */
const SEARCH_FIELDS = [
  'q',
  's',
  'k',
  'wd',
  'query',
  'search',
  'keyword',
  'keywords',
  'text',
  'term',
];
const LIST_FOLDER =
  /\/(?:search|tags?|topics?|category|categories|archives?|explore|trending)(?:\/|$)/i;

/** True for addresses of front pages, of searches and of lists about a subject. */
function isListAddress(pageUrl: string): boolean {
  if (!URL.canParse(pageUrl)) return false;
  const { pathname, searchParams } = new URL(pageUrl);
  if (SEARCH_FIELDS.some((field) => searchParams.has(field))) return true;
  return pathname === '/' || LIST_FOLDER.test(pathname);
}

/**
 * True if a page has no text of its own but only entries that lead to other pages: results of a search,
 * a front page, a list of headlines. `isDeclared` is true if the page says that it is one.
 */
export function isListOfLinks(root: Box, pageUrl: string, isDeclared: boolean): boolean {
  if (root.letters === 0) return false;
  const isBare = linkDensity(root) >= MOSTLY_LINKS && root.prose < MAX_PROSE;
  if (isBare && pageLinks(root) >= MIN_LINKS) return true;
  const bounds = isDeclared || isListAddress(pageUrl) ? EXPECTED : OTHERS;
  const entries = findEntries(root);
  if (entries.length < MIN_ENTRIES) return false;
  const prose = sumOf(entries, (entry) => entry.prose);
  return (
    sumOf(entries, ({ letters }) => letters) >= bounds.share * root.letters &&
    root.prose - prose <= bounds.outside &&
    prose / entries.length <= bounds.excerpt
  );
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
      keys.add(keyOf(entry));
    }
  }
  walkBoxes(root, (box) => {
    const key = keyOf(box);
    if (!key.endsWith('.') && keys.has(key) && isEntry(box)) found.add(box);
    return true;
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
  if (box.letters < MIN_TITLE || box.letters > MAX_ENTRY) return false;
  if (box.links.own + box.links.other === 0 || box.linkLetters < MIN_TITLE) return false;
  return titleLink(box.element) !== null;
}

/** The link of an entry is its heading or most of its first line. */
function titleLink(element: Element): Element | null {
  const heading = element.querySelector('h1,h2,h3,h4,h5,h6,[role="heading"]');
  if (heading !== null) {
    return heading.querySelector('a[href]') ?? heading.closest('a[href]');
  }
  for (const link of element.querySelectorAll('a[href]')) {
    if ((link.textContent ?? '').trim().length >= MIN_TITLE) return link;
  }
  return element.closest('a[href]');
}
