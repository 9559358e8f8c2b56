const ENDS = /[.,;:!?…。，、；：！？؛،؟।॥\n]+/;
/** In UTF-16 code units. A shorter phrase may be in any text. */
const MIN_PHRASE_LENGTH = 12;

/**
 * Splits a text into phrases. The same words give the same phrases however the page divides them into
 * blocks, so texts of two copies of a page can be compared.
 */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  for (const part of text.split(ENDS)) {
    const phrase = part.replace(/\s+/g, ' ').trim();
    if (phrase.length >= MIN_PHRASE_LENGTH) phrases.push(phrase);
  }
  return phrases;
}

/** Returns at most `max` phrases, spread over the text. */
export function samplePhrases(text: string, max: number): string[] {
  const phrases = phrasesOf(text);
  const step = Math.max(1, phrases.length / max);
  const sample: string[] = [];
  for (let at = 0; at < phrases.length; at += step) sample.push(phrases[Math.floor(at)] ?? '');
  return sample;
}

/** In letters. A shorter text that a page gives as data is a summary. */
const MIN_GIVEN_LETTERS = 400;

/** True for a text that a page gives as data and that is more than a summary. */
export const isGivenText = (text: string): boolean => text.length >= MIN_GIVEN_LETTERS;

/** True if such a text is only the start of the article. */
export const isStartOnly = (text: string): boolean => /(?:…|\.\.\.)\s*$/.test(text);
