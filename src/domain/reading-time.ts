import { primaryLanguage } from './language';

/**
 * Words a minute when adults read continuous text in their own language (aloud, which is what was
 * measured the same way across languages; silently most are a little faster).
 * Source: Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New
 * International Reading Speed Texts IReST", IOVS 53 (2012) 5452–5461. Chinese and Japanese are in
 * words as a dictionary cuts them (255 and 357 characters a minute), like `countWords` counts.
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

/** The mean over the languages of that study, for all that it did not measure. */
const MEAN_WORDS_PER_MINUTE = 184;

/** Minutes it takes to read that many words of a language (BCP 47), rounded up; 0 for no words. */
export function readingTimeMinutes(wordCount: number, lang: string): number {
  const wordsPerMinute = WORDS_PER_MINUTE.get(primaryLanguage(lang)) ?? MEAN_WORDS_PER_MINUTE;
  return Math.ceil(wordCount / wordsPerMinute);
}
