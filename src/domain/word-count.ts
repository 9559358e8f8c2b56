import { primaryLanguage } from './language';

/** Runs in scripts that put no space between words: only a dictionary can tell them apart. */
const UNSPACED_RUN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

/** Letters and digits, with what joins them inside a word: `don't`, `well-known`, `3.14`. */
const SPACED_WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’·‐-](?=[\p{L}\p{N}])|[.,:](?=\p{N}))*/gu;

/**
 * How many words a text has, in any script. `lang` (BCP 47, may be empty) chooses the dictionary
 * for the scripts without spaces. Only those go through `Intl.Segmenter`: it is slower than a
 * regular expression by orders of magnitude.
 */
export function countWords(text: string, lang: string): number {
  const unspaced: string[] = [];
  const spaced = text.replace(UNSPACED_RUN, (run) => {
    unspaced.push(run);
    return ' ';
  });
  return (spaced.match(SPACED_WORD)?.length ?? 0) + countSegments(unspaced.join('\n'), lang);
}

function countSegments(text: string, lang: string): number {
  if (text === '') return 0;
  const segmenter = new Intl.Segmenter(primaryLanguage(lang) || undefined, { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
