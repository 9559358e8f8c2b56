/** A part of a text, in UTF-16 code units. `end` is exclusive. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** After an initial or a short title without vowels, such as *Dr.*, a sentence goes on. */
const ABBREVIATION = /(?:^|[^\p{L}\p{N}])(?:\p{Lu}[b-df-hj-np-tv-xz]{0,2}|Prof)\.\s*$/u;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * Returns the sentences of a text in their order. What has neither letters nor digits is left out, and
 * a long sentence is several.
 */
export function sentencesIn(text: string, lang: string): readonly Part[] {
  const found: Part[] = [];
  let start: number | null = null;
  for (const { index, segment } of segmenterOf(lang).segment(text)) {
    start ??= index;
    const end = index + segment.length;
    if (ABBREVIATION.test(segment) && end < text.length) continue;
    for (const part of cutToBound(text, { start, end })) {
      if (HAS_WORDS.test(text.slice(part.start, part.end))) found.push(part);
    }
    start = null;
  }
  return found;
}

function cutToBound(text: string, { start, end }: Part): readonly Part[] {
  const parts: Part[] = [];
  let from = start;
  while (end - from > MAX_SENTENCE_LENGTH) {
    const cut = from + cutIn(text.slice(from, from + MAX_SENTENCE_LENGTH + 1), MAX_SENTENCE_LENGTH);
    parts.push(trimmed(text, from, cut));
    from = cut;
  }
  return [...parts, trimmed(text, from, end)];
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(lang: string): Intl.Segmenter {
  const known = segmenters.get(lang);
  if (known) return known;
  const made = new Intl.Segmenter(lang === '' ? undefined : lang, { granularity: 'sentence' });
  segmenters.set(lang, made);
  return made;
}

function trimmed(text: string, start: number, end: number): Part {
  const words = text.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  return { start: from, end: Math.max(from, start + words.trimEnd().length) };
}

/** In UTF-16 code units. A longer sentence is cut at a clause or a space. */
const MAX_SENTENCE_LENGTH = 300;
/** Chromium stops an utterance after 15 seconds without a sign. */
const MAX_SPOKEN_SECONDS = 12;
/** A square character takes as long as some letters. */
const LETTERS_IN_SQUARE = 3;
const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Returns how long a text is in letters. */
export const lettersIn = (text: string): number =>
  text.length + (LETTERS_IN_SQUARE - 1) * (text.match(SQUARE)?.length ?? 0);

/** Clauses first, then spaces. */
const CUTS: readonly RegExp[] = [/[;:,–—،؛、，；：)](?=\s|[^\p{N}\s])\s*/gu, /\s+/gu];

/**
 * Divides a sentence into parts that are spoken one after the other, each within 12 seconds.
 *
 * @param lettersPerSecond how fast the voice speaks
 */
export function spokenParts(sentence: string, lettersPerSecond: number): readonly string[] {
  const text = sentence.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();
  const most = Math.max(1, Math.floor(MAX_SPOKEN_SECONDS * lettersPerSecond));
  const parts: string[] = [];
  let rest = text;
  while (lettersIn(rest) > most) {
    const at = cutIn(rest, lengthOfLetters(rest, most));
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** Returns the length of the start of a text that has this many letters; at least one character. */
function lengthOfLetters(text: string, letters: number): number {
  let [length, left] = [0, letters];
  for (const character of text) {
    left -= lettersIn(character);
    if (left < 0 && length > 0) break;
    length += character.length;
  }
  return length;
}

/** Returns where a text is cut, at most at `most`: preferably in the second half. */
function cutIn(text: string, most: number): number {
  const start = text.slice(0, most + 1);
  for (const cut of CUTS) {
    const ends = [...start.matchAll(cut)].map(({ 0: { length }, index }) => index + length);
    const last = ends.findLast((end) => end <= most);
    if (last !== undefined && last >= most / 3) return last;
  }
  // Not between the halves of a character.
  return /[\ud800-\udbff]$/.test(text.slice(0, most)) && most > 1 ? most - 1 : most;
}
