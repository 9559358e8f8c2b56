import { monthNumber } from '../../domain/month-names';
import { cleanDate } from './published';
import { isByWord, isChangeWord, isDueWord } from './words';

const MAX_LINE_LENGTH = 120;

/** Years of the Thai calendar are 543 ahead. */
const THAI_YEARS = 543;
const FIRST_THAI_YEAR = 2400;

/** `2024-05-03`, `2024.5.3`, `2024年5月3日`, `2024년 5월 3일` */
const YEAR_FIRST = /(\d{4})(?:[-./]|[年년] ?)(\d{1,2})(?:[-./]|[月월] ?)(\d{1,2})(?!\d)/;
/** `03.05.2024`, `3/5/2024`, `3. 5. 2024` */
const NUMERIC_DATE = /(?:^|[^\d.])(\d{1,2})([./]) ?(\d{1,2})\2 ?(\d{4})(?!\d)/;
/** `03.05.24`, `Fri, 03.05.24`. Behind a word it may be a version: `Python 3.12.10`. */
const SHORT_YEAR = /(?:^|[,|·] ?)(\d\d)\.(\d\d)\.([0-6]\d)(?![\d.])/;
/** In UTF-16 code units. A longer line may have other numbers with dots. */
const MAX_SHORT_YEAR = 40;
/** `3 May 2024`, `3. Mai 2024`, `3 de mayo de 2024`, `2nd May, 2024`, `3May2024` */
const VISIBLE_DAY_FIRST =
  /(?:^|[^\d])(\d{1,2})(?:st|nd|rd|th|er|º|ª)?[.,]? ?(?:de )?([^\s\d,.:;|()'’/-]{2,20})[.,]{0,2} ?(?:de |del )?(\d{4})(?!\d)/;
/** `2024. május 3.` */
const YEAR_AND_MONTH =
  /(?:^|[^\d])(\d{4})\.?,? (?:m\. )?([^\s\d,.:;|()'’/-]{2,20})\.? (\d{1,2})(?!\d)/;
/** Years of the Japanese eras are behind by so many. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988 };
const OF_ERA = /(令和|平成)(\d{1,2})年(?=\d)/;
/** `May 3, 2024` */
const VISIBLE_MONTH_FIRST =
  /([^\s\d,.:;|()'’/-]{2,20})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/;
const ARABIC_DIGIT = /[٠-٩۰-۹]/g;
const TIME_OF_DAY =
  /(?:^|[^\d])(\d{1,2})[:h](\d{2})(?::(\d{2}))? ?([ap])?\.?m?\.? ?(Z|UTC|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})?(?![\d/])/i;

/**
 * Returns the date of a short line of visible text as RFC 3339, for any language: `Von Ann Lee,
 * 3. Mai 2024`. Returns null for a longer text, for a date after a word such as `updated` or `until`, and for a
 * numeric date in English whose order is ambiguous.
 */
export function dateInLine(text: string, lang: string): string | null {
  if (text.length > MAX_LINE_LENGTH) return null;
  const line = text
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(OF_ERA, (_, era: string, year: string) => `${Number(year) + (ERAS[era] ?? 0)}年`);
  const found = yearFirst(line) ?? numbers(line, lang) ?? words(line, lang) ?? shortYear(line);
  if (found === null) return null;
  const before = line.slice(0, found.index);
  if (isChange(before) || isDue(before)) return null;
  const { year, month, day } = found;
  const [, hours, minutes, seconds = '00', half, zone] = TIME_OF_DAY.exec(line) ?? [];
  const date = `${year >= FIRST_THAI_YEAR ? year - THAI_YEARS : year}-${two(month)}-${two(day)}`;
  if (hours === undefined || zone === undefined) return cleanDate(date);
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return cleanDate(`${date}T${two(hour)}:${minutes}:${seconds}${zone}`);
}

interface FoundDate {
  readonly index: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** True if the last words before a date say that it is a change. */
function isChange(before: string): boolean {
  const near = before.split(/[\s:：|()]+/).slice(-5);
  return near.some((word) => isChangeWord(word.replace(/[-.,]$/, '')));
}

/** The word and up to three others, as in `closing date for applications`, and what is after a colon. */
const MAX_DUE_WORDS = 5;

/** True if the last words before a date say that something ends then: `Closes on`, `Apply by`. */
export function isDue(before: string): boolean {
  // A mark ends the name of a site or a section. A comma may stand after the day of the week.
  const part = before.split(/[|·–—()]| - |, (?=\S)/).at(-1) ?? '';
  const near = part
    .trim()
    .split(/[\s:：]+/)
    .slice(-MAX_DUE_WORDS);
  // No author is named between. Alone, the word is the label of a name that is not in the text.
  const isBy = near.length > 1 && isByWord(near.at(-1) ?? '');
  return isBy || near.some(isDueWord);
}

function yearFirst(line: string): FoundDate | null {
  const found = YEAR_FIRST.exec(line);
  if (found === null) return null;
  const [, year, month, day] = found.map(Number);
  return { index: found.index, year: year ?? 0, month: month ?? 0, day: day ?? 0 };
}

function numbers(line: string, lang: string): FoundDate | null {
  const found = NUMERIC_DATE.exec(line);
  if (found === null) return null;
  const [first, second, year] = [found[1], found[3], found[4]].map(Number) as [
    number,
    number,
    number,
  ];
  const { index } = found;
  // Only English has both orders. Dots are always day first.
  const isDayFirst = found[2] === '.' || (lang !== '' && !/^en\b/i.test(lang)) || first > 12;
  if (isDayFirst) return { index, year, month: second, day: first };
  return second > 12 ? { index, year, month: first, day: second } : null;
}

/** The forms of dates with words, and the places of the year, the month and the day in them. */
const WORDED = [
  [VISIBLE_DAY_FIRST, 3, 2, 1],
  [VISIBLE_MONTH_FIRST, 3, 1, 2],
  [YEAR_AND_MONTH, 1, 2, 3],
] as const;

function words(line: string, lang: string): FoundDate | null {
  for (const [form, year, month, day] of WORDED) {
    const found = form.exec(line);
    const number = found && monthNumber(found[month] ?? '', lang);
    if (found && number) {
      return {
        index: found.index,
        year: Number(found[year]),
        month: number,
        day: Number(found[day]),
      };
    }
  }
  return null;
}

function shortYear(line: string): FoundDate | null {
  const found = line.length > MAX_SHORT_YEAR ? null : SHORT_YEAR.exec(line);
  if (found === null) return null;
  const [day = 0, month = 0, year = 0] = found.slice(1).map(Number);
  return { index: found.index, year: 2000 + year, month, day };
}
