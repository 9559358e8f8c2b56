import { boundedNormalise } from '../domain/bounded-normalise';
import { unicodeExpression } from '../domain/unicode-expression';

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
 * Letters that Unicode does not decompose, each after what people type instead of it: without its
 * stroke or hook, as the letter of another keyboard, or as an apostrophe. Danish and German may also
 * write oe for ø and ö, but most people leave the stroke and the points out.
 */
const TYPED_LETTERS =
  "ae æ b ƀɓ d đðɖɗ e əǝɛ f ƒ g ǥ h ħ i ɨ k ƙ l ł n ŋɲ o øɔɵ oe œ q ĸ t ŧ th þ u ʉ v ʋ y ƴ z ƶʒ ' ʻʼʾʿꞌ " +
  // Alef with wasla. Yeh: alef maksura, Persian yeh. Kaf: of Persian, of Sindhi.
  '\u0627 \u0671 \u064A \u0649\u06CC \u0643 \u06A9\u06AA ' +
  // Heh: teh marbuta, of Urdu, both together, of Kurdish. The pairs of letters of Yiddish.
  '\u0647 \u0629\u06C1\u06C3\u06D5 \u05D5\u05D5 \u05F0 \u05D5\u05D9 \u05F1 \u05D9\u05D9 \u05F2';

/** The typed form of a letter or a digit. Those of other scripts are added on first use. */
const typed = new Map<string, string>();
const pairs = TYPED_LETTERS.split(' ');
for (let at = 0; at < pairs.length; at += 2) {
  for (const letter of pairs[at + 1] ?? '') typed.set(letter, pairs[at] ?? '');
}
const digit = unicodeExpression('\\p{Nd}');
/** Matches those letters, digits and few others. */
const typedOtherwise = unicodeExpression(
  '[\u00E6-\u02BF\u05F0-\u05F2\u0629\u0649\u0671\u06A9\u06AA\u06C1\u06C3\u06CC\u06D5\uA78C\\p{Nd}]',
  'gu',
);

function typedOf(character: string): string {
  const known = typed.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  // The ten digits of a script follow each other, and no other digits precede them.
  while (digit().test(String.fromCodePoint(zero - 1))) zero -= 1;
  const plain = digit().test(character) ? String(code - zero) : character;
  typed.set(character, plain);
  return plain;
}

/**
 * Matches characters beyond ASCII with the little that is between them. The character before them
 * may get an accent from them. The number of repetitions is limited, because each takes memory.
 */
const BEYOND_ASCII = /[\0-\x7f]?[^\0-\x7f]+(?:[\0-\x7f]{1,16}[^\0-\x7f]+){0,1000}/g;

/**
 * Normalises `text` for comparison: removes case, accents and differences of width, and writes letters
 * and digits as most people type them (docs/decisions/folding.md). The result is not meant to be
 * displayed. It is the same in every browser and on the server, whatever the locale. The versions of
 * indexes change with it.
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
  const bare = boundedNormalise(cased, 'NFKD')
    .replace(OPTIONAL_MARKS, '')
    .replace(FILLERS, '')
    .replace(typedOtherwise(), typedOf);
  return boundedNormalise(bare, 'NFC');
}
