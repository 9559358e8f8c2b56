const ENDS = /[.,;:!?…。，、；：！？؛،؟।॥\n]+/;
/** In UTF-16 code units. A shorter phrase may be in any text. */
const MIN_LENGTH = 12;

/**
 * Splits a text into phrases. The same words give the same phrases however the page divides them into
 * blocks, so texts of two copies of a page can be compared.
 */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  for (const part of text.split(ENDS)) {
    const phrase = part.replace(/\s+/g, ' ').trim();
    if (phrase.length >= MIN_LENGTH) phrases.push(phrase);
  }
  return phrases;
}

/** Returns at most `most` phrases, spread over the text. */
export function samplePhrases(text: string, most: number): string[] {
  const phrases = phrasesOf(text);
  const step = Math.max(1, phrases.length / most);
  const sample: string[] = [];
  for (let at = 0; at < phrases.length; at += step) sample.push(phrases[Math.floor(at)] ?? '');
  return sample;
}
