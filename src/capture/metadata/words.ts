import { AR } from './words/ar';
import { DE } from './words/de';
import { EN } from './words/en';
import { ES } from './words/es';
import { FR } from './words/fr';
import { HE } from './words/he';
import { HI } from './words/hi';
import { IT } from './words/it';
import { JA } from './words/ja';
import { KO } from './words/ko';
import { NL } from './words/nl';
import { PL } from './words/pl';
import { PT } from './words/pt';
import { RU } from './words/ru';
import { TH } from './words/th';
import { TR } from './words/tr';
import type { Words } from './words/words-of-language';
import { ZH } from './words/zh';

/** By primary language. The order is that in which the names of months are looked up. */
export const WORDS: Readonly<Record<string, Words>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  pt: PT,
  it: IT,
  nl: NL,
  pl: PL,
  ru: RU,
  tr: TR,
  ar: AR,
  he: HE,
  hi: HI,
  th: TH,
  zh: ZH,
  ja: JA,
  ko: KO,
};

/** Languages whose month names are known on any page, because many pages declare a wrong one. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS);

const all = (kind: keyof Words): ReadonlySet<string> =>
  new Set(
    Object.values(WORDS)
      .flatMap((words) => words[kind].split(' '))
      .filter((word) => word !== ''),
  );

export const BY_WORDS = all('by');
export const CHANGE_WORDS = all('changed');
const ROLE_WORDS = all('roles');

/** True for a role without a name: `AP Sports Writer`, `Redakteurin`. */
export function isRole(text: string): boolean {
  const words = text.toLowerCase().split(' ');
  return ROLE_WORDS.has(words.at(-1) ?? '') || (words.length > 1 && ROLE_WORDS.has(words[0] ?? ''));
}
