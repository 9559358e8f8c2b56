import { cleanText } from './claims';

const MAX_TITLE_LENGTH = 500;

/**
 * Separators between a title and the name of the site, with spaces around them (a bar needs none). The
 * text must come from `cleanText`, which leaves single spaces.
 */
const SEPARATOR = / (?:[–—·•»«›‹/\\-]|::) | ?\|+ ?/g;

/** Before a title only these tell a site's name from its subject (`Oak - a tree`). */
const HEAD_SEPARATOR = /[|·•»›]|::/;

/** Ranges instead of `\p{…}`, which takes half a millisecond to compile in each page. */
const NOT_A_LETTER = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/g;

/** What is known of the page when its title is chosen. */
export interface TitleContext {
  readonly siteNames: readonly string[];
  /** Host without `www.`. */
  readonly site: string;
  /** The headlines that a reader sees. */
  readonly headlines: readonly string[];
}

/**
 * The first of `claims` that says more than the site's name, without that name before or behind it
 * (`Ferns | Garden Times`). A piece is cut only where it is one of the site's names or its host, or
 * where the rest is the headline that a reader sees: a title that merely has a dash stays whole.
 */
export function chooseTitle(claims: readonly string[], context: TitleContext): string {
  const titles = claims.map((claim) => cleanText(claim, MAX_TITLE_LENGTH)).filter((t) => t !== '');
  const names = comparableNames(context);
  const title = titles.find((candidate) => !names.has(comparable(candidate))) ?? titles[0] ?? '';
  return headlineIn(withoutSiteName(title, names), context.headlines);
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

interface CutTitle {
  readonly first: string;
  readonly firstSeparator: string;
  readonly afterFirst: string;
  readonly beforeLast: string;
  readonly last: string;
}

/** null when nothing separates, or when nothing would be left on one side. */
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
    afterFirst: title.slice(head.index + head[0].length),
    beforeLast: title.slice(0, tail.index),
    last,
  };
}

function comparableNames({ siteNames, site }: TitleContext): ReadonlySet<string> {
  const labels = site.split('.').slice(0, -1);
  const domain = labels.reduce(
    (longest, label) => (label.length > longest.length ? label : longest),
    '',
  );
  return new Set([...siteNames, site, domain].map(comparable).filter((name) => name !== ''));
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(NOT_A_LETTER, '');
}

const MAX_SITE_NAME_LENGTH = 100;

/**
 * The site's names, best first: no account names, no addresses. `titles` are what the page calls
 * itself: a later claim that is one of them names the page (some put it into `application-name`).
 */
export function cleanSiteNames(claims: readonly string[], titles: readonly string[]): string[] {
  return claims
    .map((claim) => cleanText(claim, MAX_SITE_NAME_LENGTH))
    .filter((name) => name !== '' && !/^@|:\/\//.test(name))
    .filter((name, index) => index === 0 || !titles.includes(name));
}

/** The first name, without its slogan where another claim is without: `Ferns`, `Ferns - all green`. */
export function chooseSiteName([first = '', ...others]: readonly string[]): string {
  return others.find((name) => first.startsWith(`${name} `)) ?? first;
}
