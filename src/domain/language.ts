import type { TextDirection } from './bookmark';

/** ISO 15924 codes of the scripts in use today that run from right to left. */
const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set([
  ...['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'],
]);

/**
 * A language tag in BCP 47's own spelling (`en-US`, `zh-Hant`), also from `en_US`; empty when it
 * is none. Long tags are refused: nobody writes one by hand, and each is parsed.
 */
export function normalLanguage(tag: string): string {
  const candidate = tag.trim().replaceAll('_', '-');
  if (candidate.length > 35 || !/^[A-Za-z]{2,3}(?:-|$)/.test(candidate)) return '';
  try {
    return Intl.getCanonicalLocales(candidate)[0] ?? '';
  } catch {
    return ''; // RangeError: not well-formed, the only way to ask.
  }
}

/** First subtag of a language tag in lower case (`pt` of `pt-BR`); empty when there is none. */
export function primaryLanguage(tag: string): string {
  return /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag)?.[0].toLowerCase() ?? '';
}

/** Which way the language's usual script runs; null when the language is unknown. */
export function directionOfLanguage(tag: string): TextDirection | null {
  const language = normalLanguage(tag);
  if (language === '') return null;
  const script = new Intl.Locale(language).maximize().script;
  if (script === undefined) return null;
  return RIGHT_TO_LEFT_SCRIPTS.has(script) ? 'rtl' : 'ltr';
}
