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

/** True for a word of any of the languages. Few words of a page are looked up, so there is no index. */
function isWord(word: string, kind: keyof Words): boolean {
  const lowerCase = word.toLowerCase();
  return (
    word !== '' && Object.values(WORDS).some((words) => words[kind].split(' ').includes(lowerCase))
  );
}

/** True for a word before the name of an author. */
export const isByWord = (word: string): boolean => isWord(word, 'by');

/** True for a word before the date of a change. */
export const isChangeWord = (word: string): boolean => isWord(word, 'changed');

/** True for a role without a name: `AP Sports Writer`, `Redakteurin`. */
export function isRole(text: string): boolean {
  const words = text.split(' ');
  return [words.at(-1), words[0]].some((word = '') => isWord(word, 'roles'));
}
