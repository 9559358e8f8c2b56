import type { PhrasingContent, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { boundedNormalise, type UnixMs } from '../domain';
import { linkAddress } from './article/link-address';
import { headingOf } from './exported';
import { dayOf } from './files/file-name';
import { FORMATS, paragraphsOf } from './markdown/markdown-options';

/** A page that is cited. */
export interface CitedPage {
  readonly url: string;
  readonly title: string;
  readonly siteName: string;
  readonly authors: readonly string[];
  /** RFC 3339 or a bare date; null if unknown. */
  readonly published: string | null;
  /** BCP 47; empty if unknown. */
  readonly lang: string;
  /** When it was saved, which is the time at which it was read. */
  readonly created: UnixMs;
}

/** Writes the title of a page as a Markdown link; only the title if the address cannot be opened. */
export const markdownLink = (page: Pick<CitedPage, 'title' | 'url'>): string =>
  toMarkdown({ type: 'paragraph', children: [linkTo(page)] }, FORMATS).trimEnd();

/** Writes a text of a page as a Markdown quote that ends with a link to the page. */
export function markdownQuote(text: string, page: Pick<CitedPage, 'title' | 'url'>): string {
  const source: RootContent = {
    type: 'paragraph',
    children: [{ type: 'text', value: '— ' }, linkTo(page)],
  };
  const children = [...paragraphsOf(text.trim()), source];
  return toMarkdown({ type: 'blockquote', children }, FORMATS).trimEnd();
}

function linkTo(page: Pick<CitedPage, 'title' | 'url'>): PhrasingContent {
  const title = { type: 'text', value: headingOf(page) } as const;
  const url = linkAddress(page.url);
  return url === null ? title : { type: 'link', url, children: [title] };
}

/** Writes a page as an entry for BibTeX and BibLaTeX. */
export function bibtex(page: CitedPage): string {
  const { authors, siteName, published, url, created } = page;
  const date = dateParts(published);
  const fields: readonly (readonly [string, string])[] = [
    [
      'author',
      authors
        .map(bibtexName)
        .filter((name) => name !== '')
        .join(' and '),
    ],
    // The second braces keep the case of the letters.
    ['title', `{${bibtexText(headingOf(page))}}`],
    ['organization', siteName === '' ? '' : `{${bibtexText(siteName)}}`],
    ['date', date?.map(twoDigits).join('-') ?? ''],
    ['year', date === null ? '' : twoDigits(date[0] ?? 0)],
    // Not a text: `url` is read as it is.
    ['url', linkAddress(url) ?? bibtexText(url)],
    ['urldate', dayOf(created)],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === '' ? [] : [`  ${name} = {${value}},\n`],
  );
  return `@misc{${citationKey(page)},\n${lines.join('')}}\n`;
}

/**
 * BibTeX counts braces also after a backslash, so those of a text are written as commands.
 */
const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  ...Object.fromEntries([...'$&%#_'].map((character) => [character, `\\${character}`])),
};

const bibtexText = (text: string): string =>
  oneLine(text).replace(/[\\{}~^$&%#_]/g, (character) => LATEX[character] ?? character);

/** Removes what is not displayed, such as control characters. */
const oneLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A name that BibTeX would divide otherwise is in braces. */
function bibtexName(author: string): string {
  const name = bibtexText(author);
  if (name === '') return '';
  return splitName(author) === null ? `{${name}}` : name;
}

/** Names of organisations, of one word and of scripts that write the family name first. */
const NOT_DIVIDED =
  /,|(?:^|\s)and(?:\s|$)|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/iu;

/** Divides a name before its last word; null if it is one name. */
function splitName(author: string): { readonly given: string; readonly family: string } | null {
  const name = oneLine(author);
  const at = name.lastIndexOf(' ');
  if (at === -1 || NOT_DIVIDED.test(name)) return null;
  return { given: name.slice(0, at), family: name.slice(at + 1) };
}

/** Returns a key of letters and digits: the first author or the site, the year, a word of the title. */
function citationKey(page: CitedPage): string {
  const [author = ''] = page.authors;
  const name = splitName(author)?.family ?? author;
  const who = plainWords(name)[0] ?? plainWords(page.siteName)[0] ?? 'page';
  const year = dateParts(page.published)?.[0] ?? dayOf(page.created).slice(0, 4);
  const word = plainWords(page.title).find(({ length }) => length > 3) ?? '';
  return `${who}${year}${word}`;
}

const plainWords = (text: string): readonly string[] =>
  boundedNormalise(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]{1,40}/g) ?? [];

/** Returns year, month and day of a date, as far as they are valid; null without a year. */
function dateParts(date: string | null): readonly number[] | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?!\d))?)?/.exec(date ?? '') ?? [];
  if (year === undefined || Number(year) === 0) return null;
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  if (!isMonth) return [Number(year)];
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const isDay = Number(day) >= 1 && Number(day) <= lastDay;
  return [Number(year), Number(month), ...(isDay ? [Number(day)] : [])];
}

const twoDigits = (part: number, at = 0): string => String(part).padStart(at === 0 ? 4 : 2, '0');

/**
 * Writes a page as CSL-JSON, a list with one item.
 * @see https://docs.citationstyles.org/en/stable/specification.html
 */
export function cslJson(page: CitedPage): string {
  const { authors, siteName, published, lang, url, created } = page;
  const issued = dateParts(published);
  const names = authors.map(oneLine).filter((name) => name !== '');
  const item = {
    id: citationKey(page),
    type: 'webpage',
    title: headingOf(page),
    ...(names.length > 0 && { author: names.map((name) => splitName(name) ?? { literal: name }) }),
    ...(siteName !== '' && { 'container-title': siteName }),
    ...(issued && { issued: { 'date-parts': [issued] } }),
    accessed: { 'date-parts': [dateParts(dayOf(created))] },
    URL: url,
    ...(lang !== '' && { language: lang }),
  };
  return `${JSON.stringify([item], null, 2)}\n`;
}
