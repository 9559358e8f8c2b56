import { dateInLine } from '../../capture/metadata/visible-date';
import { parseDate } from '../../contract';
import { isMonth } from '../../domain/month-names';

const CLOCK_IN_DATE = /(?:^|[^\d:])(\d{1,2})[:h](\d{2})(?::(\d{2}))? ?(?:([ap])\.?m\b)?/i;
/** In UTF-16 code units. A longer text is no date. */
const MAX_WRITTEN_DATE_LENGTH = 80;

/**
 * Returns the text of a date in a form that `parseDate` accepts, if it is one in words of a known
 * language, or the text of a date in JavaScript. Returns other texts as they are.
 */
export function writtenDate(text: string): string {
  if (text.length > MAX_WRITTEN_DATE_LENGTH || parseDate(text) !== null) return text;
  const ofScript = text.replace(/\([^()]*\)$/, '').replace(/\b(?:GMT|UTC)(?=[+-]\d)/, '');
  if (parseDate(ofScript) !== null) return ofScript;
  const date = dateInLine(text, '');
  const [, hour, minute, second = '00', half] = CLOCK_IN_DATE.exec(text) ?? [];
  if (date === null || date.includes('T') || hour === undefined) return date ?? text;
  return `${date} ${hour}:${minute}:${second}${half === undefined ? '' : ` ${half}m`}`;
}

/** A number with what may follow or separate it: `3.`, `2nd`, `10:30`, `2024年5月3日` */
const NUMBER = /^\d(?:[\d./:,年月日時时分년월일-]|st|nd|rd|th|er|º)*$/i;
/** Words between the parts of a date. */
const BETWEEN: ReadonlySet<string> = new Set('de del a.m p.m am pm at um uhr utc gmt z'.split(' '));

/** True for a text that is nothing but a date, a month, a time of the day, or several. */
export function isMoment(text: string): boolean {
  // A number may be a title: 1984.
  if (text.length > MAX_WRITTEN_DATE_LENGTH || /^\d{1,8}$/.test(text)) return false;
  if (parseDate(text) !== null || /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i.test(text)) return true;
  const isPart = (word: string) =>
    NUMBER.test(word) || BETWEEN.has(word.toLowerCase()) || isMonth(word, '');
  const words = text.split(/[\s,]+/).map((word) => word.replace(/(?<!\d)\.$/, ''));
  const isOfMonth = words.length === 2 && isMonth(words[0] ?? '', '');
  return (isOfMonth || dateInLine(text, '') !== null) && words.every(isPart);
}
