import type { MONTH_LANGUAGES } from '../../domain/month-names';
import words from './words.json';

/** Words beside the names and dates of a page, in lower case (docs/decisions/words.md). */
interface Words {
  /** Words before the name of an author. */
  readonly by: readonly string[];
  /** Words before the date of a change. */
  readonly changed: readonly string[];
  /** Words before a date at which something ends. */
  readonly due?: readonly string[];
  /** The last or first word of a role. */
  readonly roles: readonly string[];
}

/** By primary language. */
export const WORDS_BY_LANGUAGE: Readonly<Record<(typeof MONTH_LANGUAGES)[number], Words>> = words;

/** True for a word of any of the languages. Few words of a page are looked up, so there is no index. */
function isWord(word: string, kind: keyof Words): boolean {
  const lowerCase = word.toLowerCase();
  return Object.values(WORDS_BY_LANGUAGE).some((ofLanguage) =>
    ofLanguage[kind]?.includes(lowerCase),
  );
}

/** True for a word before the name of an author. */
export const isByWord = (word: string): boolean => isWord(word, 'by');

/** True for a word before the date of a change. */
export const isChangeWord = (word: string): boolean => isWord(word, 'changed');

/** True for a word before a date at which something ends. */
export const isDueWord = (word: string): boolean => isWord(word, 'due');

/** True for a role without a name: `AP Sports Writer`, `Redakteurin`. */
export function isRole(text: string): boolean {
  const parts = text.split(' ');
  return [parts.at(-1), parts[0]].some((word = '') => isWord(word, 'roles'));
}
