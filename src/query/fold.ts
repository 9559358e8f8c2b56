import { boundedNormalise } from '../domain/bounded-normalise';

/**
 * Marks that people may leave out when they type: accents (Unicode assigns them to no single
 * script), Hebrew points and Arabic vowel signs. The vowels of Thai and Devanagari are marks too
 * but are kept. The two kana marks are kept because they make a different letter (カ, ガ).
 */
const OPTIONAL_MARKS =
  /(?=\p{M})(?![\u3099\u309A])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/** Characters that occur inside words but are not part of them: soft hyphen, tatweel, joiners. */
const FILLERS = /\u00AD|\u0640|\u200D|\u2060|\uFEFF/g;

/**
 * Matches characters beyond ASCII with the little that is between them. The character before them
 * may get an accent from them. The number of repetitions is limited, because each takes memory.
 */
const BEYOND_ASCII = /[\0-\x7f]?[^\0-\x7f]+(?:[\0-\x7f]{1,16}[^\0-\x7f]+){0,1000}/g;

/**
 * Normalises `text` for comparison: removes case, accents and differences of width. The result is
 * not meant to be displayed. It is the same in every browser and on the server, whatever the
 * locale.
 */
export function fold(text: string): string {
  // Most of a text is ASCII, where only the case has to change.
  return text.replace(BEYOND_ASCII, foldPiece).toLowerCase();
}

function foldPiece(piece: string): string {
  const cased = boundedNormalise(piece, 'NFKD')
    // Converting to upper case first turns ß into ss and both lower-case sigmas into one. The
    // capital ẞ has no other upper case, so it is replaced before it would become ß again.
    .toUpperCase()
    .replaceAll('ẞ', 'SS')
    .toLowerCase()
    .replaceAll('ς', 'σ');
  const bare = boundedNormalise(cased, 'NFKD').replace(OPTIONAL_MARKS, '').replace(FILLERS, '');
  return boundedNormalise(bare, 'NFC');
}
