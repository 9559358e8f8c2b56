import { siteOf, withoutFragment } from '../../domain/url-identity';
import { isElement, isText } from '../elements';
import { isChangeWord } from '../metadata/words';
import { bareSentence, hasLetter, lettersIn, lineOf, SENTENCE_AT_END } from '../normal-text';
import { type Box, isWithin, linkDensity } from './boxes';
import {
  type CleaningContext,
  type CleaningRule,
  isHead,
  isHeading,
  isStructure,
  isTail,
} from './stage';

/** In letters. */
const MAX_METADATA_LINE_LETTERS = 110;
const MAX_COPYRIGHT = 250;
const YEAR = /(?:^|[^\d.,])(?:19|20)\d\d(?:$|\D)|\d{1,2}[./-]\d{1,2}[./-](?:\d\d)?\d\d(?:\D|$)/;
const CLOCK_TIME = /\d{1,2}[:.]\d\d/;
/** The sign may follow the word for its holder, in any language. */
const COPYRIGHT = /^(?:[^.!?。！？]{0,24}[©ⓒ]|\(c\)|copyright\b)/i;
/** The length of a video or a recording. */
const PLAYING_TIME = /^\d{1,2}(?::\d\d){1,2}$/;
const MIN_REPEATED_NAME_LENGTH = 4;
const MAX_REPEATED_TITLE_LETTERS = 500;

/**
 * Removes bylines and lines with the date that the metadata already have, and copyrights and lengths
 * of videos at the end.
 */
export const repeatsDetails: CleaningRule = (box, context) => {
  const isFirst = isHead(box);
  if (!isFirst && !isTail(box, context)) return false;
  if (isAddressOfPage(box.text, context.page.url)) return true;
  if (isHeading(box) || isStructure(box)) return false;
  if (!isFirst && isEnding(box)) return true;
  if (!isLine(box)) return false;
  const { text } = box;
  if (isDate(text, context.page.published) && (isFirst || CLOCK_TIME.test(text))) return true;
  return isFirst && isName(text, context.page);
};

/** In letters, of a line with a date that ends like a sentence. */
const MAX_DATE_LINE_LETTERS = 30;

/** A label before a date says what it is the date of. */
const DATE_LABEL = /^[^\d:：|·,]{3,40}[:：]/;
const MONTH_NAME = /[^\s\d.,:;|/()-]{3}|月|월/;

/** True for a line with the date of the page, and for one with the date of a change. */
const isDate = (text: string, published: string | null): boolean =>
  YEAR.test(text) &&
  !isSentence(text) &&
  (text.split(/[\s:：]+/, 2).some(isChangeWord) ||
    (published !== null && !DATE_LABEL.test(text) && saysDay(text, published)));

/** The mark of a note after a sentence. */
const NOTE_MARK = /(?<=[^\d\s][.!?])\d{1,2}$|\[\d{1,3}\]$/;
/** Words in lower case after a date, and before it. Those of a label are few. */
const MIN_WORDS_AFTER = 3;
const MIN_WORDS_BESIDE = 5;

/** True for a line with a date that says something, even without a full stop. */
function isSentence(text: string): boolean {
  const line = text.replace(NOTE_MARK, '');
  if (/[:：]$/.test(line) || (line.length > MAX_DATE_LINE_LETTERS && SENTENCE_AT_END.test(line)))
    return true;
  const parts = line.split(/\d/);
  const before = (parts[0] ?? '').split(/[\s:：]+/);
  const after = (parts.at(-1) ?? '').split(/\s+/);
  const change = before.findLastIndex(isChangeWord);
  // `Posted on` is a label, and `On` is none.
  const isLabelled = (before[0] ?? '').length > 4;
  return (
    wordsIn(before.slice(change + 1)) >= (change < 0 ? MIN_WORDS_BESIDE : MIN_WORDS_AFTER) ||
    wordsIn(after) >= (isLabelled ? MIN_WORDS_BESIDE : MIN_WORDS_AFTER)
  );
}

const wordsIn = (words: readonly string[]): number =>
  words.filter((word) => hasLetter(word) && word.charAt(0) === word.charAt(0).toLowerCase()).length;

/** True if the numbers of a line are those of a day, or of one beside it in another zone. */
function saysDay(text: string, published: string): boolean {
  const all = (text.match(/\d+/g) ?? []).map(Number);
  const numbers = new Set(all);
  const [year = 0, month = 0, day = 0] = published.split(/\D/, 3).map(Number);
  // Another number before the day is that of a document.
  const known = [year, year % 100, month, day - 1, day, day + 1];
  return (
    (/\d:\d/.test(text) || known.includes(all[0] ?? 0)) &&
    [year, year % 100].some((one) => numbers.has(one)) &&
    [day - 1, day, day + 1].some((one) => numbers.has(one)) &&
    (numbers.has(month) || MONTH_NAME.test(text))
  );
}

const isLine = (box: Box): boolean =>
  box.letters <= MAX_METADATA_LINE_LETTERS && box.images === 0 && isTextLine(box);

const isTextLine = (box: Box): boolean =>
  box.letters > 0 &&
  box.children.every(({ letters }) => letters === 0) &&
  !/^(?:li|pre|blockquote|figcaption)$/.test(box.element.localName);

/** True for a copyright, and for the length of a video, which may have an icon beside it. */
export const isEnding = (box: Box): boolean =>
  isTextLine(box) &&
  ((COPYRIGHT.test(box.text) && box.letters <= MAX_COPYRIGHT && box.images === 0) ||
    PLAYING_TIME.test(box.text.trim()));

const isAddressOfPage = (text: string, url: string): boolean =>
  /^https?:\/\/\S+$/.test(text) && withoutFragment(text) === withoutFragment(url);

/** True for the name of the site, and for a line with little more than the name of an author. */
function isName(text: string, page: CleaningContext['page']): boolean {
  const line = lettersIn(text);
  const site = siteOf(page.url);
  if ([page.siteName, site].some((name) => name !== '' && lettersIn(name) === line)) return true;
  return page.authors.some((author) => {
    const name = lettersIn(author);
    return (
      name.length >= MIN_REPEATED_NAME_LENGTH &&
      line.includes(name) &&
      line.length <= name.length + 30
    );
  });
}

/**
 * Removes headings that repeat the title before the first sentence, and lines beside an image that
 * repeat it anywhere, such as titles of videos.
 */
export const repeatsTitle: CleaningRule = (box, { page }) => {
  if (box.letters > MAX_REPEATED_TITLE_LETTERS || box.letters === 0 || box.children.length > 0)
    return false;
  // Headings of documentation are links to themselves.
  if (linkDensity(box) >= 0.5) {
    return isHead(box) && isHeading(box) && lettersIn(box.text) === lettersIn(page.title);
  }
  if (isHead(box) && box.images === 0) return isTitleAtHead(box, page.title);
  // Without an image it may be the heading of a section.
  if (box.images > 0 && box.prose === 0 && hasTitleWords(box.text, page.title)) {
    dropText(box.element);
  }
  return false;
};

function isTitleAtHead(box: Box, pageTitle: string): boolean {
  const line = lettersIn(box.text);
  const title = lettersIn(pageTitle);
  if (line.length < MIN_REPEATED_NAME_LENGTH || title.length < MIN_REPEATED_NAME_LENGTH)
    return false;
  if (line === title) return true;
  if (!isHeading(box)) return false;
  return title.includes(line) || line.includes(title) || hasTitleWords(box.text, pageTitle);
}

const MIN_REPEATED_TITLE_WORDS = 4;
/** A share of the words of the title. */
const MIN_TITLE_SHARE = 0.6;

/** True for a line that has most words of the title and no other. */
function hasTitleWords(line: string, title: string): boolean {
  const words = line.split(/\s+/).map(lettersIn).filter(Boolean);
  if (words.length < MIN_REPEATED_TITLE_WORDS) return false;
  const wanted = title.split(/\s+/).map(lettersIn).filter(Boolean);
  return (
    words.length >= wanted.length * MIN_TITLE_SHARE && words.every((word) => wanted.includes(word))
  );
}

/** Leaves the images of a line. */
function dropText(element: Element): void {
  for (const node of [...element.childNodes]) {
    if (isText(node)) node.remove();
    else if (isElement(node)) dropText(node as Element);
  }
}

/** In letters. */
const MIN_QUOTE = 30;
const MAX_QUOTE_LETTERS = 300;

/**
 * Removes sentences of the article that the page shows a second time, beside or before its text. A
 * `<blockquote>` stays, because a writer has put it there.
 */
export const isPullQuote: CleaningRule = (box, context) => {
  if (box.letters < MIN_QUOTE || box.letters > MAX_QUOTE_LETTERS || box.images > 0) return false;
  if (isHeading(box) || isStructure(box) || !isApart(box, context)) return false;
  const quote = bareSentence(lineOf(box.element));
  return quote.length >= MIN_QUOTE && isIn(context.body, quote, box);
};

const isApart = (box: Box, { body }: CleaningContext): boolean =>
  box.element.localName === 'aside' || (!isWithin(box, body) && !isWithin(body, box));

/** True if a paragraph other than `box` has a text. */
function isIn(around: Box, text: string, box: Box): boolean {
  if (around === box) return false;
  return around.text.includes(text) || around.children.some((child) => isIn(child, text, box));
}
