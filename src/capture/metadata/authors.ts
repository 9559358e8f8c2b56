import { hasLetter } from '../normal-text';
import { cleanText, MAX_VALUES } from './claims';
import { comparable } from './title';
import { isByWord, isRole } from './words';

const MAX_CLAIMED_AUTHOR_LENGTH = 120;
/** Longer texts are sentences about a person. */
const MAX_AUTHOR_WORDS = 10;

/** In English; `Author:` is on page 55bb6340e3d7 of the corpora. */
const CREDIT =
  /^(?:(?:(?:written|edited|posted|published|story|words|text|article|reporting|analysis)\s+)?by\b|authors?\s*[:：])\s*[:：]?\s*/i;
/** `Автор: `, `作者：` */
const AUTHOR_LABEL = /^([^\s:：]{1,12})\s*[:：]\s*/;
/**
 * Words before an author that can also start a name. They are removed without a colon only before a
 * capital letter, `Von` only before two words.
 */
const CREDIT_OR_NAME = /^(?:Por|Par|por|par|Von(?=\s+\S+\s+\S))\s+(?=(\S))/;

/**
 * Texts that are not names: addresses, account names, placeholders of content management systems, labels
 * and buttons beside a name.
 */
const NOT_A_NAME =
  /:\/\/|^www\.|^[\w.-]+\.(?:com|net|org)\/|^@|^(?:admin(?:istrator)?|null|undefined|none|n\/a|unknown|no author|authors?|autor(?:in)?|auteur|profile?|perfil|follow(?:ing)?|folgen|suivre|seguir|posted|published|veröffentlicht|publiziert|publi(?:é|cado)|contact|kontakt|share|home|log ?in|subscribe|about(?: me)?|mehr|more)(?: (?:on|am|le|el))?$/i;

/**
 * Extracts the names of people or organisations from claims in many forms: `By Ann Lee and Bo Ek`,
 * `Lee, Ann`, `Ann Lee <ann@example.org>`, with one or several names per claim. Each name is
 * returned once, without text in brackets, degrees and offices. Addresses, placeholders, sentences
 * and the site itself (`siteNames`, in the form of `comparable`) are left out. `lang` is the language
 * of the page.
 */
export function cleanAuthors(
  values: readonly string[],
  siteNames: ReadonlySet<string> = new Set(),
  lang = '',
): string[] {
  const names = values.slice(0, MAX_VALUES).flatMap((value) => {
    const parts = namesIn(value, lang).map((name) => withoutOffice(name, siteNames));
    // `Ann Lee, Staff Writer`: an office names no one. It stays if there is no other name.
    const people = parts.filter((part) => !isOffice(part, siteNames));
    return people.length > 0 ? people : parts;
  });
  const byKey = new Map<string, string>();
  for (const name of names.filter((each) => !siteNames.has(comparable(each)))) {
    const key = name.toLowerCase();
    if (byKey.size < MAX_VALUES && !byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}

/** The unchecked authors of one source. */
export interface AuthorClaims {
  readonly claims: readonly string[];
  /** Names that are no authors in this source, in the form of `comparable`. */
  readonly siteNames: ReadonlySet<string>;
}

/** A name of one word in Latin letters often belongs to an account. */
const ACCOUNT_NAME = /^[\w.-]+$/;
/** A first name alone. */
const FIRST_NAME = /^[A-Z][a-z]+$/;

/**
 * Returns the authors of the first source that names a person. If there is none, it returns the
 * accounts or offices (`Garden staff`) of the first source that has any. An account counts only if it
 * is a first name, or if `isShown` says that readers see it.
 */
export function chooseAuthors(
  sources: Iterable<AuthorClaims>,
  lang: string,
  isShown: (name: string) => boolean,
): string[] {
  let others: string[] = [];
  for (const { claims, siteNames } of sources) {
    const names = cleanAuthors(claims, siteNames, lang);
    if (names.some((name) => !ACCOUNT_NAME.test(name) && !isRole(name))) {
      return names.filter((name) => !ACCOUNT_NAME.test(name) || isShown(name));
    }
    const isUsed = (name: string): boolean =>
      !ACCOUNT_NAME.test(name) || FIRST_NAME.test(name) || isShown(name);
    if (others.length === 0) others = names.filter(isUsed);
  }
  return others;
}

/** Degrees after a name: `MS`, `PhD`, `M.D.`. They have two capital letters, unlike `Jr`. */
const DEGREE = /^(?=.*[A-Z].*[A-Z])(?![IVX]+$)[A-Za-z.]{2,6}$/;
/** Separators between a name and an office or a site. A full stop is one before a capital. */
const OFFICE_SEPARATOR = / ?, | [|/–—-] |\. (?=([^\s,|/–—-]))/g;

/**
 * Removes what follows a name: degrees (`Ann Lee, MD`), an office (`Ann Lee - Staff Writer`), the
 * site (`Ann Lee. Garden Times`).
 */
function withoutOffice(name: string, siteNames: ReadonlySet<string>): string {
  for (let rest = name; ; ) {
    const separator = [...rest.matchAll(OFFICE_SEPARATOR)].findLast(
      ([, next = '']) => next === '' || next !== next.toLowerCase(),
    );
    if (separator === undefined) return rest;
    const last = rest.slice(separator.index + separator[0].length);
    const isRemoved = DEGREE.test(last) || isOffice(last, siteNames);
    if (!isRemoved || separator.index === 0) return rest;
    rest = rest.slice(0, separator.index);
  }
}

/** True for a role and for the site or one of its desks: `CNN Business`. */
function isOffice(text: string, siteNames: ReadonlySet<string>): boolean {
  if (isRole(text) || siteNames.has(comparable(text))) return true;
  return siteNames.has(comparable(text.split(' ', 1)[0] ?? ''));
}

function namesIn(value: string, lang: string): string[] {
  const credit = cleanText(value, 500)
    .replace(/<[^<>]*>|\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !isMailAddress(word))
    .join(' ')
    .replace(CREDIT, '')
    .replace(AUTHOR_LABEL, withoutByWord)
    .replace(CREDIT_OR_NAME, (word, next: string) => (next === next.toLowerCase() ? word : ''));
  return splitNames(credit, lang)
    .map((name) => trimMarks(name.replace(CREDIT, '').replace(AUTHOR_LABEL, withoutByWord)))
    .filter(isName);
}

const withoutByWord = (label: string, word: string): string => (isByWord(word) ? '' : label);

function isMailAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && /.\../.test(word.slice(at + 1));
}

const trimMarks = (name: string): string =>
  name.replace(/^[\s,;|·–—-]+/, '').replace(/(?<![\s,;|·–—-])[\s,;|·–—-]+$/, '');

function isName(text: string): boolean {
  const isShort =
    text.length <= MAX_CLAIMED_AUTHOR_LENGTH && text.split(' ').length <= MAX_AUTHOR_WORDS;
  return isShort && hasLetter(text) && !NOT_A_NAME.test(text);
}

function splitNames(credit: string, lang: string): string[] {
  const parts = credit.split(/ ?[;|；｜／、] ?| · /).flatMap((part) => splitAtCommas(part, lang));
  return parts.flatMap((part) => splitIfNames(part, () => splitAtWords(part, lang)));
}

/** The words for `and` that separate names on pages in any language: English, German, French, Spanish. */
const COMMON_WORDS: ReadonlySet<string> = new Set(['&', 'and', 'und', 'et', 'y']);
const LANGUAGES_OF_BY_WORDS = /^(?:en|de|fr|es)\b/i;
/** Of other frequent languages. The data of the browser has them all, but takes 30 ms to load in a page. */
export const CONJUNCTIONS: readonly (readonly [language: string, word: string])[] = [
  ['pt', 'e'],
  ['it', 'e'],
  ['nl', 'en'],
  ['pl', 'i'],
  ['tr', 've'],
  ['ru', 'и'],
];
const ofLanguage = new Map(CONJUNCTIONS);
const known = new Map<string, string>();

/** True for a word for `and`. */
function isConjunction(word: string, lang: string): boolean {
  if (COMMON_WORDS.has(word)) return true;
  // Loading the browser's data takes longer than all other metadata, and names begin with a capital.
  if (LANGUAGES_OF_BY_WORDS.test(lang) || lang === '' || word !== word.toLowerCase()) return false;
  // `pt-BR`
  const listed = ofLanguage.get(lang.replace(/-[A-Z]{2}$/, ''));
  const own = listed ?? known.get(lang) ?? conjunctionOf(lang);
  known.set(lang, own);
  return own !== '' && word === own;
}

/** Returns the word from the data of the browser; empty for a language that joins names without one. */
function conjunctionOf(lang: string): string {
  try {
    const [, joint] = new Intl.ListFormat(lang).formatToParts(['A', 'B']);
    return /^ ([^\s,]+) $/.exec(joint?.value ?? '')?.[1] ?? '';
  } catch {
    return ''; // A tag that the browser does not know.
  }
}

function splitAtWords(text: string, lang: string): string[] {
  const parts: string[][] = [[]];
  for (const word of text.split(' ')) {
    if (isConjunction(word, lang)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.map((words) => words.join(' '));
}

function splitAtCommas(text: string, lang: string): readonly string[] {
  if (!/[,،，]/.test(text)) return [text];
  const inverted = /^([^\s,]+),([^,]+)$/.exec(text);
  // `Lee, Ann`: only the family name precedes the comma.
  if (inverted && splitAtWords(text, lang).length === 1) {
    return [`${inverted[2]?.trim()} ${inverted[1]}`];
  }
  return splitIfNames(text, () =>
    text.split(/ ?[,،，] ?/).map((part) => {
      const [first = '', ...others] = part.split(' ');
      return isConjunction(first, lang) ? others.join(' ') : part;
    }),
  );
}

/** Words of several names. */
const MIN_WORDS_OF_SEVERAL_NAMES = 4;

/**
 * Splits only if each part has several words: `Marks and Spencer` and `Ann Lee, PhD` stay whole.
 */
function splitIfNames(text: string, split: () => readonly string[]): readonly string[] {
  if (text.split(' ').length < MIN_WORDS_OF_SEVERAL_NAMES) return [text];
  const parts = split().filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part)) ? parts : [text];
}
