import { isElement, isText, visitEach } from '../elements';
import { once } from '../once';
import { bylineIn, isMarked } from './byline';
import type { Claims } from './claims';
import { inLine, type Line, labelBefore, linesFrom, textOfElement } from './lines';
import { dateOf } from './published';
import { comparable, formsOfTitles, hasMostWordsOf, partBefore } from './title';
import { dateInLine, isDue } from './visible-date';

const MAX_HEADLINES = 5;
const MAX_VISIBLE_HEADINGS = 60;
/** Nodes in which a headline without a heading is searched. */
const MAX_HEADLINE_NODES = 3000;
/** Lines beside the headline that are read. */
const MAX_LINES_BESIDE_HEADLINE = 30;
const MAX_LINES_BEFORE = 8;
/** In UTF-16 code units. Longer lines are text of the article or its lead. */
const LEAD_LENGTH = 120;

const LOGO = 'nav,[role="banner"]';
const BESIDE_HEADLINE = 'aside, footer';
const TIME_ELEMENTS = 'time[datetime],abbr.published[title]';
const NOT_A_HEADLINE = 'script, style, noscript, template, title, option, a';
const MAX_VISIBLE_TITLE_LENGTH = 300;

/** A time with its zone. */
const ZONED_TIME = /\d[:h]\d\d.{0,9}(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)\b/i;

/** The values of other sources that help to find the headline. */
interface PageHints {
  /** The language that the page declares. */
  readonly lang: string;
  readonly titles: readonly string[];
}

/**
 * Reads the visible headline and the date and byline beside it. Date and byline are computed on
 * demand.
 */
export function readVisibleText(document: Document, { lang, titles }: PageHints): Claims {
  const first = findHeadline(document, titles);
  const headline = first && (headlineBelow(first, document, titles) ?? first);
  if (headline === null) {
    const dates = once(() => [namedDate(document.body, lang)]);
    return {
      get published() {
        return dates();
      },
    };
  }
  const lines = once(() => linesBeside(headline));
  const stampOf = (line: Line): string => {
    const time = inLine(line, TIME_ELEMENTS).find(isOfPublishing);
    return time === undefined || isDue(labelBefore(time)) ? '' : timeOf(time);
  };
  const dateOfLine = ({ text, elements: [first] }: Line): string =>
    (first && isDue(labelBefore(first)) ? null : dateInLine(text, lang)) ?? '';
  const stamp = () => lines().map(stampOf).find(Boolean) ?? '';
  // Names of months take time to load, so only dates that are needed are read.
  const dates = (form = /\d/) =>
    lines()
      .filter(({ text }) => form.test(text))
      .map((line) => dateInLine(line.text, lang) ?? '')
      .filter(Boolean);
  const published = once(() => {
    const near = lines().flatMap((line) => [stampOf(line), dateOfLine(line)]);
    return near.some(Boolean) ? near : [namedDate(headline, lang)];
  });
  return {
    title: [textOfElement(headline)],
    lang: [
      headline.closest('[lang]:not(html,body)')?.getAttribute('lang') ?? '',
      document.querySelector('article[lang],main[lang]')?.getAttribute('lang') ?? '',
    ],
    get published() {
      return published();
    },
    get stamp() {
      return [stamp()];
    },
    get shown() {
      return dates(ZONED_TIME);
    },
    get authors() {
      return bylineIn(lines(), lang);
    },
  };
}

const isOfPublishing = (time: Element): boolean =>
  !/modif|updat/i.test([...time.attributes].map(({ value }) => value).join(' '));

const timeOf = (time: Element): string =>
  time.getAttribute('datetime') ?? time.getAttribute('title') ?? '';

const DATED = /date|datum|fecha|published|posted|meta/i;

/** True for an element whose name says that it has a date. A selector would compare each word alone. */
const isDated = (element: Element): boolean =>
  element.localName === 'time' || DATED.test(element.getAttribute('class') ?? '');
const OTHER_NAMES =
  'comment related teaser update event birth release-date due-date start-date end-date expir deadline current';
const NOT_OF_PAGE = [
  ...OTHER_NAMES.split(' ').map((name) => `[class*="${name}" i],[id*="${name}" i]`),
  'aside,nav,form,footer,header:not(article header, main header)',
].join();
const MAX_DATED = 100;
/** Elements in one that is named for a date. */
const MAX_INNER = 20;

/**
 * Returns the date of the elements that are named for a date, in the innermost box around the headline that
 * has some; empty if they have several.
 */
function namedDate(headline: Element | null, lang: string): string {
  let inner: Element | null = null;
  for (let box = headline; box !== null; inner = box, box = box.parentElement) {
    // There is no date in the inner box, and each query is a walk.
    const dated: Element[] = [];
    const add = (element: Element) => isDated(element) && dated.push(element);
    for (const child of box.children) {
      add(child);
      if (child !== inner) visitEach(child, 'time,[class]', add);
    }
    const dates = new Set(dated.slice(0, MAX_DATED).flatMap((element) => dateIn(element, lang)));
    const [date] = dates;
    if (date !== undefined) return dates.size === 1 ? date : '';
  }
  return '';
}

function dateIn(element: Element, lang: string): string[] {
  if (element.getElementsByTagName('*').length > MAX_INNER) return [];
  if (element.closest(NOT_OF_PAGE) !== null || !isOfPublishing(element)) return [];
  const date = dateOf(timeOf(element)) ?? dateInLine(textOfElement(element), lang);
  return date === null || isDue(labelBefore(element)) ? [] : [date.slice(0, 10)];
}

/**
 * Finds the headline: the `<h1>`, another heading or, on a page without `<h1>`, any text that is
 * one of the titles of the page; otherwise the first `<h1>`, which is the name of some sites.
 */
function findHeadline(document: Document, titles: readonly string[]): Element | null {
  const forms = formsOfTitles(titles);
  const isTitle = (element: Element) => forms.has(comparable(textOfElement(element)));
  const isLikeTitle = (element: Element) =>
    titles.some((title) => hasMostWordsOf(textOfElement(element), title));
  const first = [...document.querySelectorAll('h1')].slice(0, MAX_HEADLINES).filter(isHeadline);
  return (
    first.find(isTitle) ??
    first.find(isLikeTitle) ??
    [...document.querySelectorAll('h2, h3, h4')]
      .slice(0, MAX_VISIBLE_HEADINGS)
      .find((heading) => isTitle(heading) && isHeadline(heading)) ??
    first[0] ??
    document.querySelector('[role="heading"][aria-level="1"]') ??
    textThatIs(forms, document) ??
    document.querySelector('article header h2, #content > h2, .post > h2')
  );
}

/**
 * If a title ends with the first headline, this names the site or the book. Returns the heading below it
 * that is the rest of the title.
 */
function headlineBelow(
  name: Element,
  document: Document,
  titles: readonly string[],
): Element | null {
  const rests = titles
    .map((title) => comparable(partBefore(title, textOfElement(name))))
    .filter((rest) => rest !== '');
  if (rests.length === 0) return null;
  const headings = [...document.querySelectorAll('h1, h2')].slice(0, MAX_VISIBLE_HEADINGS);
  const below = headings
    .slice(headings.indexOf(name) + 1)
    .filter((heading) => isHeadline(heading) && heading.closest(BESIDE_HEADLINE) === null);
  const isRest = (heading: Element) => rests.includes(comparable(textOfElement(heading)));
  const hasRest = (heading: Element) => {
    const text = comparable(textOfElement(heading));
    return heading.localName === 'h1' && rests.some((rest) => text.includes(rest));
  };
  return below.find(isRest) ?? below.find(hasRest) ?? null;
}

/** Many sites put their name into a first `<h1>` that links to the home page. */
function isHeadline(heading: Element): boolean {
  const around = heading.closest('a');
  const links = [...heading.querySelectorAll('a'), ...(around === null ? [] : [around])];
  const isLogo = heading.closest(LOGO) !== null || links.some(isHome);
  return !isLogo && textOfElement(heading) !== '';
}

const isHome = (link: Element): boolean =>
  /^(?:https?:\/\/[^/?#]*)?\/?$/i.test(link.getAttribute('href') ?? '#') ||
  link.getAttribute('rel') === 'home';

/** Returns the first element in the body that has one of the titles as a whole text. */
function textThatIs(titles: ReadonlySet<string>, document: Document): Element | null {
  let seen = 0;
  // The depth of a captured page is bounded.
  const find = (element: Element): Element | null => {
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      seen += 1;
      if (seen > MAX_HEADLINE_NODES) return null;
      const text = isText(child) ? (child.nodeValue ?? '') : '';
      if (text !== '' && text.length <= MAX_VISIBLE_TITLE_LENGTH && titles.has(comparable(text))) {
        return isHeadline(element) ? element : null;
      }
      const isSearched = isElement(child) && !(child as Element).matches(NOT_A_HEADLINE);
      const found = isSearched ? find(child as Element) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return document.body === null || titles.size === 0 ? null : find(document.body);
}

/** Returns the lines after the headline until the text of the article, then those before it. */
function linesBeside(headline: Element): Line[] {
  const after = linesFrom(
    headline,
    'nextSibling',
    MAX_LINES_BESIDE_HEADLINE,
    (lines) => endOf(lines) >= 0,
  );
  const end = endOf(after);
  return [
    ...(end < 0 ? after : after.slice(0, end)),
    ...linesFrom(headline, 'previousSibling', MAX_LINES_BEFORE).toReversed(),
  ];
}

/** Returns the index of the first line of the text; -1: there is none. */
function endOf(lines: readonly Line[]): number {
  let [long, headings] = [0, 0];
  return lines.findIndex((line) => {
    if (line.text.length > LEAD_LENGTH) long += 1;
    if (isHeadingOfText(line)) headings += 1;
    // One long line may be the lead and one heading the deck; the byline often follows them.
    return long > 1 || headings > 1;
  });
}

const isHeadingOfText = (line: Line): boolean =>
  HEADINGS_OF_TEXT.has(line.elements[0]?.localName ?? '') && !isMarked(line);

const HEADINGS_OF_TEXT: ReadonlySet<string> = new Set(['h2', 'h3', 'h4']);
