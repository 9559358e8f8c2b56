import { siteOf, withoutFragment } from '../../domain';
import { lettersIn } from '../normal-text';
import { type Box, linkDensity } from './boxes';
import {
  type CleaningContext,
  type CleaningStage,
  isHead,
  isHeading,
  isStructure,
  isTail,
} from './stage';

/** In letters. */
const MAX_LINE = 110;
const MAX_COPYRIGHT = 250;
const YEAR = /(?:^|[^\d.,])(?:19|20)\d\d(?:$|\D)|\d{1,2}[./-]\d{1,2}[./-]\d{2}(?:\D|$)/;
/** A year alone may be in any title. */
const DAY = /(?:^|\D)\d{1,2}(?:\D|$)/;
const MAX_MONTH = 20;
const TIME = /\d{1,2}[:.]\d\d/;
/** The sign may follow the word for its holder, in any language. */
const COPYRIGHT = /^(?:[^.!?。！？]{0,24}[©ⓒ]|\(c\)|copyright\b)/i;
/** The length of a video or a recording. */
const LENGTH = /^\d{1,2}(?::\d\d){1,2}$/;
const MIN_NAME = 4;
const MAX_TITLE = 500;

/**
 * Removes bylines and lines with the date that the metadata already have, and copyrights and lengths
 * of videos at the end.
 */
export const details: CleaningStage = {
  kind: 'details',
  removes: (box, context) => {
    const isFirst = isHead(box);
    if (!isFirst && !isTail(box, context)) return false;
    if (isAddress(box.text, context.page.url)) return true;
    if (isHeading(box) || isStructure(box)) return false;
    if (!isFirst && isEnding(box)) return true;
    if (!isLine(box)) return false;
    const { text } = box;
    if (!isFirst) return YEAR.test(text) && TIME.test(text);
    return isDate(text) || isName(text, context.page);
  },
};

const isDate = (text: string): boolean =>
  YEAR.test(text) && (text.length <= MAX_MONTH || DAY.test(text));

const isLine = (box: Box): boolean =>
  box.letters <= MAX_LINE && box.images === 0 && isTextLine(box);

const isTextLine = (box: Box): boolean =>
  box.letters > 0 &&
  box.children.every(({ letters }) => letters === 0) &&
  !/^(?:li|pre|blockquote|figcaption)$/.test(box.element.localName);

/** True for a copyright, and for the length of a video, which may have an icon beside it. */
const isEnding = (box: Box): boolean =>
  isTextLine(box) &&
  ((COPYRIGHT.test(box.text) && box.letters <= MAX_COPYRIGHT && box.images === 0) ||
    LENGTH.test(box.text.trim()));

const isAddress = (text: string, url: string): boolean =>
  /^https?:\/\/\S+$/.test(text) && withoutFragment(text) === withoutFragment(url);

/** True for the name of the site, and for a line with little more than the name of an author. */
function isName(text: string, page: CleaningContext['page']): boolean {
  const line = lettersIn(text);
  const site = siteOf(page.url);
  if ([page.siteName, site].some((name) => name !== '' && lettersIn(name) === line)) return true;
  return page.authors.some((author) => {
    const name = lettersIn(author);
    return name.length >= MIN_NAME && line.includes(name) && line.length <= name.length + 30;
  });
}

/** Removes headings that repeat the title before the first sentence. */
export const titles: CleaningStage = {
  kind: 'titles',
  removes: (box, { page }) => {
    if (
      !isHead(box) ||
      box.letters > MAX_TITLE ||
      box.letters === 0 ||
      box.children.length > 0 ||
      box.images > 0
    )
      return false;
    const line = lettersIn(box.text);
    const title = lettersIn(page.title);
    return (
      line.length >= MIN_NAME &&
      title.length >= MIN_NAME &&
      linkDensity(box) < 0.5 &&
      (line === title || (isHeading(box) && (title.includes(line) || line.includes(title))))
    );
  },
};
