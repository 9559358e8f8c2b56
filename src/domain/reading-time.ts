const WORDS_PER_MINUTE = 230;

/** The words of `text` by the rules of its script. `lang` is BCP 47, or empty when unknown. */
export function countWords(text: string, lang: string): number {
  let words = 0;
  for (const segment of segmenterFor(lang).segment(text)) if (segment.isWordLike) words += 1;
  return words;
}

/** Minutes to read that many words of the language, rounded up; 0 when there are none. */
export function readingTimeMinutes(words: number, _lang: string): number {
  return Math.ceil(words / WORDS_PER_MINUTE);
}

function segmenterFor(lang: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(lang || undefined, { granularity: 'word' });
  } catch {
    // A page may claim a language that is no language tag.
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}
