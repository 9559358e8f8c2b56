import { isMonth } from '../../domain/month-names';
import { wordSet } from '../word-list';
import { inLine, type Line, textOfElement } from './lines';
import { isByWord } from './words';

const MAX_BYLINE_LENGTH = 160;
const MAX_BYLINE_NAME_LENGTH = 60;
const MAX_BYLINE_NAME_WORDS = 6;

/** Elements that hold the name of one author and nothing else. */
const MARKED_AUTHOR =
  '[rel~="author"],[itemprop~="author"],[href*="/author"],[href*="/autor"],[href*="/auteur"],[href*="/writer"],[href*="/people/"],[href*="/profile"]';
/** Elements that hold a name and possibly more. */
const NAMED_AUTHOR =
  '[class~="by"],[class*="username" i],[class*="author" i],[class*="byline" i],[class*="writer" i]';
/** `Words and pictures by`, `本报记者` */
const INNER_BY = / (?:by|par|von) |[记記]者 ?/;
const MAX_BEFORE_BY = 45;
/** `First published by` names another site. A line that begins with the word may name a person. */
const REPRINT = /\s(?:publi|veröff)\S*$/i;

/** True if a line is marked as the byline. */
export const isMarked = (line: Line): boolean =>
  inLine(line, `${MARKED_AUTHOR}, ${NAMED_AUTHOR}`).length > 0;

/**
 * Returns the names in the byline among the lines beside the headline; nothing if no line is one.
 * `lang` is the language of the page.
 */
export function bylineIn(lines: readonly Line[], lang: string): string[] {
  for (const [index, line] of lines.entries()) {
    const { text } = line;
    if (text.length > MAX_BYLINE_LENGTH) continue;
    const names = namesOf(line).map((name) => nameIn(name, lang));
    if (names.length > 0) return names;
    const credited = afterByWord(text);
    // The name may be in the next block.
    const credit = credited === '' ? (lines[index + 1]?.text ?? '') : credited;
    const isSure = credit !== null && (BY_WORD.test(text) || isFullName(nameIn(credit, lang)));
    if (isSure && isName(credit, lang)) return [nameIn(credit, lang)];
  }
  return [];

  /** The names in marked elements: each author's, otherwise that of the innermost element. */
  function namesOf(line: Line): string[] {
    const isGiven = (name: string) => afterByWord(name) === null && isName(name, lang);
    const authors = inLine(line, MARKED_AUTHOR).filter(
      (element) => element.querySelector(MARKED_AUTHOR) === null,
    );
    const each = authors.map(nameOfAuthor).filter(isGiven);
    if (each.length > 0) return [...new Set(each)];
    const named = inLine(line, NAMED_AUTHOR).map(nameOfAuthor).filter(isGiven);
    return named.length > 0 ? named.slice(-1) : firstOfBox(line).filter(isGiven);
  }
}

/** Returns the text of a marked element without a sign before the name and a label after it. */
const nameOfAuthor = (element: Element): string =>
  textOfElement(element).replace(/^© ?| \S+:$/g, '');

/** Returns the text of a line with several words that is the first one in a box named as a byline. */
function firstOfBox({ text, elements }: Line): string[] {
  const box = elements[0]?.parentElement?.closest('[class*="byline" i],[class*="author" i]');
  const all = (box && text.includes(' ') && textOfElement(box)) || '';
  return all.length <= MAX_BYLINE_LENGTH && all.startsWith(text) ? [text] : [];
}

/** Returns the text after `By`; empty if nothing follows, null if the line does not begin with it. */
function afterByWord(text: string): string | null {
  const [, word = '', rest = ''] = /^([^\s:：/]{1,12})(?:(?:[:：/] ?| )(.*))?$/s.exec(text) ?? [];
  if (isByWord(word)) return rest;
  const inner = INNER_BY.exec(text);
  return inner !== null && inner.index < MAX_BEFORE_BY && !REPRINT.test(text.slice(0, inner.index))
    ? text.slice(inner.index + inner[0].length)
    : null;
}

/** Other words of this kind are also in headings: `Von Montag bis Freitag`. */
const BY_WORD = /^(?:by\b|[^\s:：]+ ?[:：])/i;

/** True for several words, and in scripts without capital letters. */
const isFullName = (name: string): boolean => name.includes(' ') || !/[a-zа-я]/i.test(name);

/** Words of names that may begin with a small letter. */
const PARTICLES = wordSet(
  'von vom van de den der del della di da do dos du des la las le los el al bin ibn ben zu zum zur ter ten af av',
  'and und et en ve och og ja dan un ir auf am op in ap',
);

/** True for a short word that names do not have: `am`, `bis`, `on`. */
const isCommonWord = (word: string): boolean => /^\p{Ll}{2,3}$/u.test(word) && !PARTICLES.has(word);

/** Returns the name at the start of a byline, without the place, date or role that follows it. */
function nameIn(text: string, lang: string): string {
  const name = text.split(/ ?[|·•｜／] ?| [-–—/] | on (?=[A-Z\d])|,? \d/, 1)[0] ?? '';
  const last = name.lastIndexOf(' ');
  // `Ann Lee March 18`
  const isBeforeDay = /^,? \d/.test(text.slice(name.length));
  return isBeforeDay && isMonth(name.slice(last + 1), lang) ? name.slice(0, last) : name;
}

function isName(text: string, lang: string): boolean {
  const name = nameIn(text, lang).trim();
  const isShort =
    name.length <= MAX_BYLINE_NAME_LENGTH && name.split(' ').length <= MAX_BYLINE_NAME_WORDS;
  const first = name[0] ?? '';
  // In scripts without capital letters both cases are the same.
  const isCapital = first === first.toUpperCase();
  const [person = ''] = name.split(',', 1);
  const isOnly = !person.split(' ').some(isCommonWord);
  return name.length > 1 && isShort && isCapital && isOnly && !/[\d!?©“”„"]|:$/.test(name);
}
