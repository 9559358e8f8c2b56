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

/** Returns F1 of the mean precision and the mean recall over pages; NaN without pages. */
export function meanF1(matches: readonly Match[]): number {
  const mean = (of: (match: Match) => number) =>
    matches.reduce((total, match) => total + of(match), 0) / matches.length;
  const precision = mean((match) => match.precision);
  const recall = mean((match) => match.recall);
  return (2 * precision * recall) / (precision + recall);
}

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
