/**
 * Compares an extracted text with the true one as the article extraction benchmark does: by
 * multisets of 4 successive tokens. A token is a run of word characters.
 * @see https://github.com/scrapinghub/article-extraction-benchmark
 */
export const SHINGLE_LENGTH = 4;
const TOKEN = /[\p{L}\p{N}_]+/gu;

export interface Match {
  readonly precision: number;
  readonly recall: number;
}

/** Returns precision and recall of `text` against `truth` for one page. */
export function matchTexts(truth: string, text: string): Match {
  const wanted = shinglesOf(truth);
  const found = shinglesOf(text);
  let hits = 0;
  for (const [shingle, count] of found) hits += Math.min(count, wanted.get(shingle) ?? 0);
  const extra = total(found) - hits;
  const missing = total(wanted) - hits;
  if (extra === 0 && missing === 0) return { precision: 1, recall: 1 };
  return {
    precision: hits === 0 ? 0 : hits / (hits + extra),
    recall: hits === 0 ? 0 : hits / (hits + missing),
  };
}

const mean = (of: 'precision' | 'recall') => (matches: readonly Match[]) =>
  matches.reduce((total, match) => total + match[of], 0) / matches.length;

/** The measures over pages. F1 is that of the mean precision and recall; NaN without pages. */
export const MEASURES = {
  precision: mean('precision'),
  recall: mean('recall'),
  F1: (matches: readonly Match[]): number => {
    const [precision, recall] = [MEASURES.precision(matches), MEASURES.recall(matches)];
    return (2 * precision * recall) / (precision + recall);
  },
} as const;

export const UNITS = ['precision', 'recall', 'F1'] as const;

/** Returns F1 of one page; 0 if nothing is right. */
export const f1Of = (match: Match): number => MEASURES.F1([match]) || 0;

export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];

/** Counts the shingles of a text. */
export function shinglesOf(text: string): Map<string, number> {
  const tokens = tokensOf(text);
  const shingles = new Map<string, number>();
  for (let start = 0; start < Math.max(1, tokens.length - SHINGLE_LENGTH + 1); start += 1) {
    const shingle = tokens.slice(start, start + SHINGLE_LENGTH).join(' ');
    if (shingle !== '') shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
  }
  return shingles;
}

function total(counts: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  return all;
}
