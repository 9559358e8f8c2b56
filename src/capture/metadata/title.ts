import { MAX_PAGE_TITLE_LENGTH } from '../../domain/excerpt';
import { unicodeExpression } from '../../domain/unicode-expression';
import { lettersIn, marksIn } from '../normal-text';
import { cleanText, MAX_VALUES } from './claims';

/**
 * Separators between a title and the name of the site, with spaces around them (a bar and a low line need none). The
 * text must come from `cleanText`, which leaves single spaces.
 */
const SEPARATOR = / (?:[–—·•»«›‹/\\-]|::) | ?[|｜_]+ ?/g;

/**
 * Only these separators can follow a site's name at the start of a title; others also separate
 * subjects (`Oak - a tree`).
 */
const HEAD_SEPARATOR = /[|｜·•»›]|::/;

/** The known facts about the page when its title is chosen. */
export interface TitleContext {
  readonly siteNames: readonly string[];
  /** Host without `www.`. */
  readonly site: string;
  /** The visible headlines. */
  readonly headlines: readonly string[];
}

/**
 * Returns the claim that is the visible headline, or the headline if a claim says the same in other
 * words, because sites write other titles for search and sharing. Otherwise it returns the first of
 * `claims` that is more than the site's name, without that name before or after it (`Ferns | Garden
 * Times`). A part is removed only if it is one of the site's names or its host, or if the rest is
 * the visible headline. A title that merely contains a dash stays whole.
 */
export function chooseTitle(claims: readonly string[], context: TitleContext): string {
  const titles = claims
    .slice(0, MAX_VALUES)
    .map((claim) => cleanText(claim, MAX_PAGE_TITLE_LENGTH))
    .filter((title) => title !== '');
  const names = comparableNames(context);
  const isSiteName = (title: string) => names.has(comparable(title));
  const headlines = context.headlines
    .map((headline) => cleanText(headline, MAX_PAGE_TITLE_LENGTH))
    .filter((headline) => comparable(headline) !== '' && !isSiteName(headline));
  const cleaned = titles
    .filter((title) => !isSiteName(title))
    .map((title) => headlineIn(withoutSiteName(title, names), headlines));
  const known = new Set(headlines.map(comparable));
  return (
    cleaned.find((title) => headlines.some((headline) => isLabelled(headline, title))) ??
    cleaned.find((title) => known.has(comparable(title))) ??
    headlines.find((headline) => cleaned.some((title) => saysTheSame(headline, title))) ??
    cleaned[0] ??
    titles[0] ??
    ''
  );
}

/** Returns what is before the last part of a title if that part is `name`; otherwise an empty text. */
export function partBefore(title: string, name: string): string {
  const cut = cutTitle(cleanText(title, MAX_PAGE_TITLE_LENGTH));
  return cut !== null && comparable(cut.last) === comparable(name) ? cut.beforeLast : '';
}

/** True for a title with a label before it: `Topic: Ferns`. */
function isLabelled(headline: string, title: string): boolean {
  const [whole, end] = [comparable(headline), comparable(title)];
  const isMost = end.length > whole.length / 2 && end.length < whole.length;
  return isMost && whole.endsWith(end);
}

/** Shorter headlines have too few words to be compared. */
const MIN_SHARED_WORDS = 3;

/** True if the texts share at least half of the words of the shorter one. */
function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [wordsOfTitle(one), wordsOfTitle(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared >= MIN_SHARED_WORDS && shared >= Math.min(a.size, b.size) / 2;
}

/** True if a headline and a title share at least half of the words of the longer one. */
export function hasMostWordsOf(headline: string, title: string): boolean {
  const [a, b] = [wordsOfTitle(headline), wordsOfTitle(cleanText(title, MAX_PAGE_TITLE_LENGTH))];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared >= MIN_SHARED_WORDS && shared >= Math.max(a.size, b.size) / 2;
}

function wordsOfTitle(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  return new Set(lower.split(marksIn(lower)).filter((word) => word !== ''));
}

function withoutSiteName(title: string, names: ReadonlySet<string>): string {
  const cut = cutTitle(title);
  if (cut === null) return title;
  if (names.has(comparable(cut.last))) return withoutSiteName(cut.beforeLast, names);
  const isHeadCut = HEAD_SEPARATOR.test(cut.firstSeparator) && names.has(comparable(cut.first));
  return isHeadCut ? withoutSiteName(cut.afterFirst, names) : title;
}

function headlineIn(title: string, headlines: readonly string[]): string {
  const cut = cutTitle(title);
  if (cut === null) return title;
  const known = new Set(headlines.map(comparable));
  const pieces = [cut.beforeLast, cut.afterFirst, cut.first, cut.last];
  return pieces.find((piece) => known.has(comparable(piece))) ?? title;
}

/**
 * Returns titles in the form of `comparable`, also without a shorter first or last part, which is
 * the name of the site or of a section.
 */
export function formsOfTitles(titles: readonly string[]): ReadonlySet<string> {
  const forms = titles.slice(0, MAX_VALUES).flatMap((claim) => {
    const title = cleanText(claim, MAX_PAGE_TITLE_LENGTH);
    const cut = cutTitle(title);
    const parts = cut === null ? [] : [cut.beforeLast, cut.afterFirst];
    return [title, ...parts.filter((part) => part.length > title.length / 2)];
  });
  return new Set(forms.map(comparable).filter((form) => form !== ''));
}

interface CutTitle {
  readonly first: string;
  readonly firstSeparator: string;
  readonly afterFirst: string;
  readonly beforeLast: string;
  readonly last: string;
}

/** Returns null if there is no separator or one side is empty. */
function cutTitle(title: string): CutTitle | null {
  const separators = [...title.matchAll(SEPARATOR)];
  const [head, tail] = [separators.at(0), separators.at(-1)];
  if (head === undefined || tail === undefined) return null;
  const first = title.slice(0, head.index);
  const last = title.slice(tail.index + tail[0].length);
  if (comparable(first) === '' || comparable(last) === '') return null;
  return {
    first,
    firstSeparator: head[0],
    afterFirst: title.slice(head.index + head[0].length).trimStart(),
    beforeLast: title.slice(0, tail.index).trimEnd(),
    last,
  };
}

/** Returns the names of the site and its host in the form of `comparable`. */
export function comparableNames({
  siteNames,
  site,
}: Pick<TitleContext, 'siteNames' | 'site'>): ReadonlySet<string> {
  const labels = site.split('.').slice(0, -1);
  const domain = labels.reduce(
    (longest, label) => (label.length > longest.length ? label : longest),
    '',
  );
  return new Set([...siteNames, site, domain].map(comparable).filter((name) => name !== ''));
}

/** Returns lower-case letters and digits without an article at the start. */
export const comparable = (text: string): string => lettersIn(text.replace(/^the\s+/i, ''));

/** Returns what `<title>` holds after or before the visible headline: the name of the site. */
export function siteNameInTitle(title: string, headlines: readonly string[]): string[] {
  const text = cleanText(title, MAX_PAGE_TITLE_LENGTH);
  const cut = cutTitle(text);
  const known = new Set(
    headlines.map((line) => comparable(cleanText(line, MAX_PAGE_TITLE_LENGTH))),
  );
  if (cut === null || known.has(comparable(text))) return [];
  const hasHeadline = (part: string) =>
    [...known].some(
      (headline) =>
        headline !== '' && (comparable(part).startsWith(headline) || isLabelled(headline, part)),
    );
  if (hasHeadline(cut.beforeLast)) return [cut.last];
  return known.has(comparable(cut.afterFirst)) ? [cut.first] : [];
}

const MAX_CLAIMED_SITE_NAME_LENGTH = 100;

/**
 * Returns the names of the site, best first, without account names and addresses. `titles` are the
 * page's own titles: a later claim equal to one of them is a title (some sites put it into
 * `application-name`).
 */
export function cleanSiteNames(claims: readonly string[], titles: readonly string[]): string[] {
  return claims
    .map((claim) => cleanText(claim, MAX_CLAIMED_SITE_NAME_LENGTH))
    .filter((name) => name !== '' && !/^@|:\/\//.test(name))
    .filter((name, index) => index === 0 || !titles.includes(name));
}

const mark = unicodeExpression('^[\\s\\p{P}\\p{S}]');

/**
 * Returns the first name. Its slogan is removed if another claim is the same name without it:
 * `Ferns`, `Ferns - all green`.
 */
export function chooseSiteName([first = '', ...others]: readonly string[]): string {
  return (
    others.find((name) => first.startsWith(name) && mark().test(first.charAt(name.length))) ?? first
  );
}
