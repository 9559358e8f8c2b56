import { cleanText, MAX_VALUES } from './claims';

const MAX_NAME_LENGTH = 120;
/** More is a sentence about somebody. */
const MAX_NAME_WORDS = 10;

const CREDIT =
  /^(?:(?:(?:written|edited|posted|published|story|words|text|article|reporting)\s+)?by\b|(?:authors?|autore?|autora|auteur|por|par)\s*:)\s*:?\s*/i;
/** Words that a name may begin with as well: only before a capital, `Von` before two. */
const CREDIT_OR_NAME = /^(?:Por|Par|por|par|Von(?=\s+\S+\s+\S))\s+(?=(\S))/;

const HAS_LETTER = /[^\s\d!-/:-@[-`{-~]/;

/** Not a name: an address, an account, a placeholder of a content system. */
const NO_NAME =
  /:\/\/|^www\.|^[\w.-]+\.(?:com|net|org)\/|^@|^(?:admin(?:istrator)?|null|undefined|none|n\/a|unknown)$/i;

/**
 * Names of people or organisations from claims in many forms: `By Ann Lee and Bo Ek`, `Lee, Ann`,
 * `Ann Lee <ann@example.org>`, one a claim or several. Each name once, without what is in brackets;
 * addresses, placeholders and sentences are no names.
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
  return isShort && HAS_LETTER.test(text) && !NO_NAME.test(text);
}

function splitNames(credit: string): string[] {
  const parts = credit.split(/ ?[;|] ?| · /).flatMap((part) => splitAtCommas(part));
  return parts.flatMap((part) => splitIfNames(part, / (?:and|&|und|et|y) /));
}

function splitAtCommas(text: string): string[] {
  const inverted = /^([^\s,]+),([^,]+)$/.exec(text);
  // `Lee, Ann`: the family name alone before the comma.
  if (inverted && !/\s(?:and|&)\s/.test(text)) return [`${inverted[2]?.trim()} ${inverted[1]}`];
  return splitIfNames(text, / ?, ?(?:and |& )?/);
}

/** Splits only where each part is more than one word: `Marks and Spencer`, `Ann Lee, PhD` stay. */
function splitIfNames(text: string, separator: RegExp): string[] {
  const parts = text.split(separator).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part)) ? parts : [text];
}
