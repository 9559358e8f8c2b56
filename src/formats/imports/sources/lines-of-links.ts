import { addressesIn, type FoundAddress } from '../../../domain/addresses-in-text';
import { unicodeExpression } from '../../../domain/unicode-expression';
import { isMoment } from '../written-dates';

/** An address with the words beside it. */
interface Link {
  readonly url: string;
  /** Empty if the line has no words. */
  readonly title: string;
}

/** In UTF-16 code units. Only the beginning of a longer line is read. */
const MAX_LINK_LINE_LENGTH = 100_000;

/** True if a line of a list has an address. */
export const hasLink = (line: string): boolean =>
  addressesIn(withScheme(line.slice(0, MAX_LINK_LINE_LENGTH))).next().done === false;

/**
 * Returns the addresses of a line, as lists of tabs, notes and Markdown have them. The words after an
 * address are its title if nothing but signs or a date is before the first one, and otherwise the words
 * before it.
 */
export function linksOfLine(line: string): readonly Link[] {
  const text = withScheme(asMarkdown(line.slice(0, MAX_LINK_LINE_LENGTH)))
    .replace(LINK_MACRO, '')
    .replace(MARKER, '')
    .trim();
  const found = [...addressesIn(text)];
  const isFirst = found[0] !== undefined && linkTitleOf(text.slice(0, found[0].start)) === '';
  return found.map((address, at) => ({
    url: address.url,
    title: linkTitleOf(isFirst ? wordsAfter(text, found, at) : wordsBefore(text, found, at)),
  }));
}

/** An address without its scheme, at the start or after what may be before an address. */
const BARE = /(?<![^\s(<[|;,])www\.(?=[^\s.]+\.)/gi;

/** Gives addresses without a scheme one. Beside another address they are words of its title. */
const withScheme = (line: string): string =>
  /https?:\/\//i.test(line) ? line : line.replace(BARE, 'https://www.');

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

/** AsciiDoc: `link:https://…[title]` */
const LINK_MACRO = /\blink:(?=https?:)/gi;
/** The bullet, number or box of an entry. */
const MARKER = /^\s*(?:(?:[-*+•–]|\(?\d{1,3}[.)]|[a-z][.)]|\[\d{1,3}\]:?)\s+)?(?:\[[ x]\]\s)?/i;
/** Between a title and an address. */
const LINK_SEPARATORS = new Set(' \t\u00a0\u3000\u200b|:;,<>-–—=*•·→，。、：；｜'.split(''));
/** Brackets around an address or a title. */
const BRACKETS_AROUND_LINK: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '（': '）',
  '【': '】',
};
const BRACKETS_AFTER_LINK = new Set(Object.values(BRACKETS_AROUND_LINK));
/** Before the address of a link in Markdown. */
const OPENING_BRACKET = '(';
const TELLING = unicodeExpression('[\\p{L}\\p{N}\\p{So}]');

/** Returns the words between two addresses without what only separates them. Empty if they say nothing. */
function linkTitleOf(words: string): string {
  let [start, end] = [0, words.length];
  const isSign = (at: number) => LINK_SEPARATORS.has(words.charAt(at));
  while (start < end && (isSign(start) || BRACKETS_AFTER_LINK.has(words.charAt(start)))) start += 1;
  while (end > start && (isSign(end - 1) || words.charAt(end - 1) in BRACKETS_AROUND_LINK))
    end -= 1;
  const title = words.slice(start, end);
  const linked = words.charAt(end) === OPENING_BRACKET ? inBrackets(title) : null;
  const bare = linked ?? withoutBrackets(title);
  return TELLING().test(bare) && !isMoment(bare) ? bare : '';
}

/** Removes brackets and quotes around a title, and brackets without the other one at its ends. */
function withoutBrackets(title: string): string {
  const others = pairsIn(title);
  const quote = title.indexOf('"');
  const closing = title.indexOf('"', quote + 1);
  let [start, end] = [0, title.length];
  while (start < end) {
    const [first, last] = [title.charAt(start), title.charAt(end - 1)];
    const isQuoted = start === quote && closing === end - 1;
    if (isQuoted || others.get(start) === end - 1) [start, end] = [start + 1, end - 1];
    else if (LINK_SEPARATORS.has(first) || (first in BRACKETS_AROUND_LINK && !others.has(start)))
      start += 1;
    else if (LINK_SEPARATORS.has(last) || (BRACKETS_AFTER_LINK.has(last) && !others.has(end - 1)))
      end -= 1;
    else break;
  }
  return title.slice(start, end);
}

/** Returns the place of the other bracket of each pair. */
function pairsIn(text: string): ReadonlyMap<number, number> {
  const others = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign in BRACKETS_AROUND_LINK) open.push(at);
    const before = open.at(-1);
    if (before === undefined || BRACKETS_AROUND_LINK[text.charAt(before)] !== sign) continue;
    open.pop();
    others.set(before, at).set(at, before);
  }
  return others;
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
