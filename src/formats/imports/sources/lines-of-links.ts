import { addressesIn, type FoundAddress } from '../../../domain/addresses-in-text';

/** An address with the words beside it. */
interface Link {
  readonly url: string;
  /** Empty if the line has no words. */
  readonly title: string;
}

/** In UTF-16 code units. Only the beginning of a longer line is read. */
const MAX_LINE = 100_000;

/** True if a line of a list has an address. */
export const hasLink = (line: string): boolean =>
  addressesIn(line.slice(0, MAX_LINE)).next().done === false;

/**
 * Returns the addresses of a line, as lists of tabs, notes and Markdown have them. The words after an
 * address are its title if the line begins with one, and otherwise the words before it.
 */
export function linksOfLine(line: string): readonly Link[] {
  const text = asMarkdown(line.slice(0, MAX_LINE)).replace(MARKER, '').trim();
  const found = [...addressesIn(text)];
  const isFirst = found[0] !== undefined && titleOf(text.slice(0, found[0].start)) === '';
  return found.map((address, at) => ({
    url: address.url,
    title: titleOf(isFirst ? wordsAfter(text, found, at) : wordsBefore(text, found, at)),
  }));
}

/** Links of Org mode, `[[https://…][title]]` and `[[https://…]]`, become those of Markdown. */
const asMarkdown = (line: string): string =>
  line
    .split('[[')
    .map((part, at) => (at === 0 ? part : linkOfOrg(part)))
    .join('');

/** Returns the link at the start of a part of a line, and what follows it. */
function linkOfOrg(part: string): string {
  let end = part.indexOf(']]');
  // A title may end with a bracket.
  if (end >= 0) while (part.charAt(end + 2) === ']') end += 1;
  const [url = '', ...words] = part.slice(0, Math.max(0, end)).split('][');
  if (!/^https?:\/\/\S+$/i.test(url)) return `[[${part}`;
  const after = part.slice(end + 2);
  return words.length === 0 ? `<${url}>${after}` : `[${words.join('][')}](<${url}>)${after}`;
}

/** The bullet, number or box of an entry. */
const MARKER = /^\s*(?:(?:[-*+•–]|\d{1,3}[.)]|[a-z][.)])\s+)?(?:\[[ x]\]\s)?/i;
/** Between a title and an address. */
const SEPARATORS = new Set(' \t\u00a0|:;,<>-–—'.split(''));
/** An address in brackets or in a Markdown link has one of these before it, and the other one after it. */
const [OPENED, CLOSED] = ['(', ')'];

/** Returns the words between two addresses without what only separates them. */
function titleOf(words: string): string {
  let [start, end] = [0, words.length];
  const isSign = (at: number, bracket: string) =>
    SEPARATORS.has(words.charAt(at)) || words.charAt(at) === bracket;
  while (start < end && isSign(start, CLOSED)) start += 1;
  while (end > start && isSign(end - 1, OPENED)) end -= 1;
  const title = words.slice(start, end);
  return words.charAt(end) === OPENED ? (inBrackets(title) ?? title) : title;
}

/** Returns the text in the brackets at the end of words, which may have brackets; null without any. */
function inBrackets(words: string): string | null {
  if (!words.endsWith(']')) return null;
  let depth = 0;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    if (words[at] === ']') depth += 1;
    if (words[at] === '[') depth -= 1;
    if (depth === 0) return words.slice(at + 1, -1);
  }
  return null;
}

function wordsBefore(text: string, found: readonly FoundAddress[], at: number): string {
  return text.slice(found[at - 1]?.end ?? 0, found[at]?.start);
}

function wordsAfter(text: string, found: readonly FoundAddress[], at: number): string {
  return text.slice(found[at]?.end, found[at + 1]?.start ?? text.length);
}
