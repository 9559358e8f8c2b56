/**
 * Marks that a reader may leave out: accents (which Unicode gives to no one script), Hebrew points,
 * Arabic vowel signs. Not the vowels of Thai or Devanagari, which are marks too, nor the two of
 * kana, which make another letter (カ, ガ).
 */
const OPTIONAL_MARKS =
  /(?=\p{M})(?![\u3099\u309A])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/** Inside words and not part of them: soft hyphen, tatweel, joiners. */
const FILLERS = /\u00AD|\u0640|\u200D|\u2060|\uFEFF/g;

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * `text` as it is compared: without case, accents and differences of width. Not for showing. The
 * same in every browser and on the server, whatever its language.
 */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const cased = text
    .normalize('NFKD')
    // By way of capitals, so that ß is ss and both lower-case sigmas are one. The capital ẞ, which
    // stays as it is there, would become ß.
    .toUpperCase()
    .replaceAll('ẞ', 'SS')
    .toLowerCase()
    .replaceAll('ς', 'σ');
  return cased.normalize('NFKD').replace(OPTIONAL_MARKS, '').replace(FILLERS, '').normalize('NFC');
}
