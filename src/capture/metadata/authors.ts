import { cleanText, MAX_VALUES } from './claims';

const MAX_NAME_LENGTH = 120;
/** Longer texts are sentences about a person. */
const MAX_NAME_WORDS = 10;

const CREDIT =
  /^(?:(?:(?:written|edited|posted|published|story|words|text|article|reporting)\s+)?by\b|(?:authors?|autore?|autora|auteur|por|par)\s*:)\s*:?\s*/i;
/**
 * Words that can also start a name. They are removed only before a capital letter, `Von` only
 * before two words.
 */
const CREDIT_OR_NAME = /^(?:Por|Par|por|par|Von(?=\s+\S+\s+\S))\s+(?=(\S))/;

const HAS_LETTER = /[^\s\d!-/:-@[-`{-~]/;

/**
 * Texts that are not names: addresses, account names, placeholders of content management systems.
 */
const NOT_A_NAME =
  /:\/\/|^www\.|^[\w.-]+\.(?:com|net|org)\/|^@|^(?:admin(?:istrator)?|null|undefined|none|n\/a|unknown)$/i;

/**
 * Extracts the names of people or organisations from claims in many forms: `By Ann Lee and Bo Ek`,
 * `Lee, Ann`, `Ann Lee <ann@example.org>`, with one or several names per claim. Each name is
 * returned once, without text in brackets. Addresses, placeholders and sentences are left out.
 */
export function cleanAuthors(values: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const value of values.slice(0, MAX_VALUES)) {
    for (const name of namesIn(value)) {
      const key = name.toLowerCase();
      if (byKey.size < MAX_VALUES && !byKey.has(key)) byKey.set(key, name);
    }
  }
  return [...byKey.values()];
}

function namesIn(value: string): string[] {
  const credit = cleanText(value, 500)
    .replace(/<[^<>]*>|\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !isMailAddress(word))
    .join(' ')
    .replace(CREDIT, '')
    .replace(CREDIT_OR_NAME, (word, next: string) => (next === next.toLowerCase() ? word : ''));
  return splitNames(credit)
    .map((name) => trimMarks(name.replace(CREDIT, '')))
    .filter(isName);
}

function isMailAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && /.\../.test(word.slice(at + 1));
}

const trimMarks = (name: string): string =>
  name.replace(/^[\s,;|·–—-]+/, '').replace(/(?<![\s,;|·–—-])[\s,;|·–—-]+$/, '');

function isName(text: string): boolean {
  const isShort = text.length <= MAX_NAME_LENGTH && text.split(' ').length <= MAX_NAME_WORDS;
  return isShort && HAS_LETTER.test(text) && !NOT_A_NAME.test(text);
}

function splitNames(credit: string): string[] {
  const parts = credit.split(/ ?[;|] ?| · /).flatMap((part) => splitAtCommas(part));
  return parts.flatMap((part) => splitIfNames(part, / (?:and|&|und|et|y) /));
}

function splitAtCommas(text: string): string[] {
  const inverted = /^([^\s,]+),([^,]+)$/.exec(text);
  // `Lee, Ann`: only the family name precedes the comma.
  if (inverted && !/\s(?:and|&)\s/.test(text)) return [`${inverted[2]?.trim()} ${inverted[1]}`];
  return splitIfNames(text, / ?, ?(?:and |& )?/);
}

/**
 * Splits only if each part has several words: `Marks and Spencer` and `Ann Lee, PhD` stay whole.
 */
function splitIfNames(text: string, separator: RegExp): string[] {
  const parts = text.split(separator).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part)) ? parts : [text];
}
