import { PANEL_MARK } from '../elements';
import { lettersIn, lineOf } from '../normal-text';
import { type Box, walkBoxes } from './boxes';
import { hasAnyName } from './named-boxes';
import { isEnding } from './repeated-metadata';
import { type CleaningContext, isHeading } from './stage';

/** In letters: the prose of an article whose end is looked at. A shorter one may be a notice. */
const MIN_PROSE_BEFORE_ENDING = 500;
/** A share of the prose of the article. */
const MAX_ENDING_SHARE = 0.35;
/** In letters. */
const MAX_LAST_LINE_LETTERS = 600;

/**
 * Removes the lines after the end of an article, from the last one up to the first that is of it: its
 * own address, addresses for mail, links to accounts, notes that are emphasised as a whole, boxes
 * that are named for something else, sections of one label, and headings that nothing follows any more.
 */
export function removeEnding(context: CleaningContext, removed: Set<Box>): void {
  const { root } = context;
  const leaves: Box[] = [];
  walkBoxes(root, (box) => {
    if (removed.has(box)) return false;
    if (box.text !== '' || box.images > 0 || isHeading(box)) leaves.push(box);
    return true;
  });
  const isLong = root.prose >= MIN_PROSE_BEFORE_ENDING;
  let prose = 0;
  for (let last = leaves.pop(); last !== undefined; last = leaves.pop()) {
    if (last.images > 0 && !isEnding(last)) return;
    const isLine =
      isLong && last.letters <= MAX_LAST_LINE_LETTERS && last.element.closest(BOUND) === null;
    const isOver =
      isHeading(last) ||
      (isLine && (isAfterEnd(last, context) || isEmptySection(last, leaves.at(-1), removed)));
    prose += last.prose;
    if (!isOver || prose > MAX_ENDING_SHARE * root.prose) return;
    removed.add(last);
  }
}

/** Parts of these are nothing by themselves. */
const BOUND = `blockquote,li,figure,table,dl,pre,math,[${PANEL_MARK}]`;

/** True for a line that is not of the article. */
function isAfterEnd(box: Box, { page, root }: CleaningContext): boolean {
  if (isEnding(box) || hasAddress(box.text, page.url) || isNamedWithin(box, root)) return true;
  return isMailLine(box) || hasAccounts(box) || isNote(box);
}

/** In UTF-16 code units, of the part of an address after the host. */
const MIN_PATH = 8;

/** True for a text with the address of the page, as in a note about how to cite it. */
function hasAddress(text: string, url: string): boolean {
  const [address = ''] = url.replace(/^https?:\/\/(?:www\.)?/i, '').split(/[?#]/, 1);
  const path = address.indexOf('/');
  return path > 0 && address.length - path >= MIN_PATH && text.includes(address);
}

/** In letters: `comments`, `Write a review`. */
const MAX_ENDING_LABEL_LETTERS = 25;

/**
 * True for a label that is all of a section: what the section had was removed, or the label repeats the
 * heading.
 */
function isEmptySection(
  { text, letters, order }: Box,
  before: Box | undefined,
  removed: ReadonlySet<Box>,
): boolean {
  if (before === undefined || !isHeading(before) || letters > MAX_ENDING_LABEL_LETTERS)
    return false;
  const label = lettersIn(text);
  if (label === '' || /[\d.!?。！？:：]/.test(text)) return false;
  return [...removed].some((box) => box.order > order) || lettersIn(before.text).includes(label);
}

/** True if a box, or a box around it with little more, is named for something else. */
function isNamedWithin(box: Box, root: Box): boolean {
  let up: Box | null = box;
  while (up !== null && up !== root && up.letters <= MAX_LAST_LINE_LETTERS) {
    if (up.prose > MAX_ENDING_SHARE * root.prose) return false;
    if (hasAnyName(up.names)) return true;
    up = up.parent;
  }
  return false;
}

/** In letters: what is said besides an address for mail. More is a sentence of the article. */
const MAX_BESIDE_MAIL = 40;

/** True for a line that does little more than give an address for mail. */
function isMailLine({ text }: Box): boolean {
  const address = text.split(/\s/).find((word) => /^[^@]+@[^@.]+\./.test(word));
  if (address === undefined) return false;
  const rest = text.replace(address, '');
  // A number is a telephone, a price or a date.
  return rest.length <= MAX_BESIDE_MAIL && !/\d/.test(rest);
}

/** True for a line with a link that is emphasised as a whole, as notes of the site are. */
function isNote({ element, links, letters }: Box): boolean {
  if (links.own + links.other + links.author === 0) return false;
  const emphasis = element.querySelector('em,i,strong,b');
  return emphasis !== null && lineOf(emphasis).length >= letters * MIN_EMPHASISED_SHARE;
}

const MIN_EMPHASISED_SHARE = 0.9;

const MIN_ACCOUNTS = 2;
const HOST_AND_NAME = /^https?:\/\/([^/?#:]+)\/(?:[\w-]{1,9}\/)?@?[\w.-]+\/?$/i;

/** True for a line with links to accounts of the site that have the names of their services. */
function hasAccounts({ element }: Box): boolean {
  let accounts = 0;
  const links = element.querySelectorAll('a[href]');
  for (const link of links) {
    const host = HOST_AND_NAME.exec(link.getAttribute('href') ?? '')?.[1]?.toLowerCase();
    const name = lineOf(link).toLowerCase().replace(/\W/g, '');
    if (host !== undefined && name !== '' && host.split('.').includes(name)) accounts += 1;
  }
  return accounts >= MIN_ACCOUNTS && accounts * 2 >= links.length;
}
