import type { TextDirection } from './bookmark-fields';

/** ISO 15924 codes of the scripts in use today that are written from right to left. */
const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set([
  ...['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'],
]);

/**
 * Converts a language tag to the spelling of BCP 47 (`en-US`, `zh-Hant`); also accepts `en_US`.
 * Returns an empty text if it is not a language tag. Long tags are rejected to bound the cost of
 * parsing.
 */
export function normalLanguage(tag: string): string {
  const candidate = tag.trim().replaceAll('_', '-');
  if (candidate.length > 35 || !/^[A-Za-z]{2,3}(?:-|$)/.test(candidate)) return '';
  try {
    return Intl.getCanonicalLocales(candidate)[0] ?? '';
  } catch {
    return ''; // A RangeError is the only way to find out that a tag is malformed.
  }
}

/**
 * Returns the first subtag of a language tag in lower case (`pt` for `pt-BR`), or an empty text.
 */
export function primaryLanguage(tag: string): string {
  return /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag)?.[0].toLowerCase() ?? '';
}

/** Returns the direction of the language's usual script, or null when the language is unknown. */
export function directionOfLanguage(tag: string): TextDirection | null {
  const language = normalLanguage(tag);
  if (language === '') return null;
  const script = new Intl.Locale(language).maximize().script;
  if (script === undefined) return null;
  return RIGHT_TO_LEFT_SCRIPTS.has(script) ? 'rtl' : 'ltr';
}
