import { primaryLanguage } from './language';

/**
 * Words per minute of adults who read continuous text in their native language. They read aloud,
 * which could be measured in the same way in every language; silent reading is slightly faster.
 * Source: Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New
 * International Reading Speed Texts IReST", IOVS 53 (2012) 5452–5461. Chinese and Japanese are
 * given in dictionary words (255 and 357 characters a minute), as `countWords` counts them.
 */
const WORDS_PER_MINUTE: ReadonlyMap<string, number> = new Map([
  ['ar', 138],
  ['de', 179],
  ['en', 228],
  ['es', 218],
  ['fi', 161],
  ['fr', 195],
  ['he', 187],
  ['it', 188],
  ['ja', 193],
  ['nl', 202],
  ['pl', 166],
  ['pt', 181],
  ['ru', 184],
  ['sl', 180],
  ['sv', 199],
  ['tr', 166],
  ['zh', 158],
]);

/** The mean over the languages of that study, used for all other languages. */
const MEAN_WORDS_PER_MINUTE = 184;

/**
 * Returns the minutes needed to read `wordCount` words of a language (BCP 47), rounded up; 0 for no
 * words.
 */
export function readingTimeMinutes(wordCount: number, lang: string): number {
  const wordsPerMinute = WORDS_PER_MINUTE.get(primaryLanguage(lang)) ?? MEAN_WORDS_PER_MINUTE;
  return Math.ceil(wordCount / wordsPerMinute);
}

// Characters are given as ranges instead of `\p{…}`. The capture script has just been loaded when
// it runs, and compiling `\p{L}\p{M}\p{N}` then takes a browser 0.8 ms; these ranges take 0.1 ms.

/** Runs in scripts without spaces between words. Only a dictionary can split them. */
const UNSPACED_RUN =
  /(?:[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud8bf][\udc00-\udfff])+/g;

/** The rest, with what joins it inside a word: `don't`, `well-known`, `3.14`, hidden joiners. */
// `@__PURE__` lets a bundle that counts no words drop it with its text.
const SPACED_WORD = /* @__PURE__ */ spacedWord();

// A word of 10,000 characters or more counts as several: without a bound, a word of ten million
// characters overflows the stack of the engine.
function spacedWord(): RegExp {
  // White space, punctuation and symbols of all scripts, emoji.
  const between = [
    '\\s!-/:-@\\[-`{-~\\u00a0-\\u00bf\\u055a-\\u055f\\u0589\\u05be\\u060c\\u061b\\u061f\\u066a-\\u066d',
    '\\u06d4\\u0964\\u0965\\u1361-\\u1368\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u303f\\ufe00-\\ufe6f',
    '\\ufeff\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\u{1f000}-\\u{1faff}',
  ].join('');
  return new RegExp(
    `[^${between}](?:[^${between}]|['’·‐\\-\\u00ad\\u200c\\u200d](?=[^${between}])|[.,:](?=\\d)){0,9999}`,
    'gu',
  );
}

/**
 * Counts the words of a text in any script. `lang` (BCP 47, may be empty) selects the dictionary
 * for scripts without spaces. Only those use `Intl.Segmenter`, which is slower than a regular
 * expression by orders of magnitude.
 */
export function countWords(text: string, lang: string): number {
  const unspaced: string[] = [];
  const spaced = text.replace(UNSPACED_RUN, (run) => {
    unspaced.push(run);
    return ' ';
  });
  return (spaced.match(SPACED_WORD)?.length ?? 0) + countSegments(unspaced.join('\n'), lang);
}

/** UTF-16 code units, which take a fifth of a second. The count for a longer text is extrapolated. */
const MAX_SEGMENTED = 1_000_000;

function countSegments(text: string, lang: string): number {
  if (text === '') return 0;
  const segmenter = new Intl.Segmenter(primaryLanguage(lang) || undefined, { granularity: 'word' });
  const start = text.slice(0, MAX_SEGMENTED);
  let count = 0;
  for (const { isWordLike } of segmenter.segment(start)) if (isWordLike) count += 1;
  return Math.round(count * (text.length / start.length));
}
