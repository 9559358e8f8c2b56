/**
 * Languages whose month names are known in any text, because many pages declare a wrong one, in the
 * order in which they are looked up. English has a list of its own.
 */
export const MONTH_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'ru',
  'tr',
  'ar',
  'he',
  'hi',
  'th',
  'zh',
  'ja',
  'ko',
] as const;

/** True for the name of a month in the language of the page or one of the known languages. */
export const isMonth = (word: string, lang: string): boolean => monthNumber(word, lang) !== null;

/** Month names by language, from the data of the browser. */
const months = new Map<string, ReadonlyMap<string, number>>();

/** Months in English, because the data of a browser take a millisecond to load for each language. */
const ENGLISH =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Returns the number of a month by its name; null for another word. */
export function monthNumber(word: string, lang: string): number | null {
  const key = word.toLowerCase().replace(/\.$/, '');
  const english = ENGLISH.findIndex((name) => key === name || key === name.slice(0, 3));
  if (english !== -1) return english + 1;
  for (const language of [lang, ...MONTH_LANGUAGES]) {
    const number = monthsOf(language).get(key);
    if (number !== undefined) return number;
  }
  return null;
}

function monthsOf(lang: string): ReadonlyMap<string, number> {
  const known = months.get(lang);
  if (known !== undefined) return known;
  const names = new Map<string, number>();
  try {
    for (const month of ['long', 'short'] as const) {
      // With a day, because many languages inflect the name of the month beside it.
      for (const options of [{ month }, { month, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' });
        for (let index = 0; index < 12; index += 1) {
          const parts = format.formatToParts(Date.UTC(2024, index, 15));
          const name = parts.find(({ type }) => type === 'month')?.value ?? '';
          names.set(name.toLowerCase().replace(/\.$/, ''), index + 1);
        }
      }
    }
  } catch {
    // A language tag that the browser does not know.
  }
  months.set(lang, names);
  return names;
}
