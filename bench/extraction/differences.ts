import { SHINGLE_LENGTH, shinglesOf, tokensOf } from '../capture/shingles';
import type { TextBlock } from './text-blocks';

/** Why an extracted text is not the wanted one. */
export interface Differences {
  /** Blocks of which most words are not wanted, in reading order. */
  readonly extra: readonly TextBlock[];
  /** Lines of the wanted text of which most words are missing. */
  readonly missing: readonly string[];
}

const MOST = 0.5;

/** Compares an extracted article with the wanted text, block by block. */
export function differencesOf(truth: string, blocks: readonly TextBlock[]): Differences {
  const text = blocks.map((block) => block.text).join('\n');
  const lines = truth.split('\n').filter((line) => line.trim() !== '');
  return {
    extra: strange(
      blocks.map((block) => ({ item: block, text: block.text })),
      truth,
    ),
    missing: strange(
      lines.map((line) => ({ item: line, text: line })),
      text,
    ),
  };
}

/** Returns the items of which most words are in no shingle of `other`. */
function strange<T>(parts: readonly { item: T; text: string }[], other: string): T[] {
  const left = shinglesOf(other);
  const tokens = parts.flatMap(({ text }) => tokensOf(text));
  const isKnown = new Uint8Array(tokens.length);
  const length = Math.min(SHINGLE_LENGTH, tokens.length);
  for (let start = 0; start + length <= tokens.length; start += 1) {
    const shingle = tokens.slice(start, start + length).join(' ');
    const count = left.get(shingle) ?? 0;
    if (count === 0) continue;
    left.set(shingle, count - 1);
    isKnown.fill(1, start, start + length);
  }
  const found: T[] = [];
  let at = 0;
  for (const { item, text } of parts) {
    const count = tokensOf(text).length;
    const known = isKnown.subarray(at, at + count).reduce((total, one) => total + one, 0);
    if (count > 0 && known < count * (1 - MOST)) found.push(item);
    at += count;
  }
  return found;
}

const MAX_SHOWN = 3;
const MAX_SHOWN_LENGTH = 60;

/** Describes the longest differences in a line. */
export function describeDifferences({ extra, missing }: Differences): string {
  const longest = (texts: readonly string[]) =>
    texts
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MAX_SHOWN)
      .map((text) => `"${text.replace(/\s+/g, ' ').slice(0, MAX_SHOWN_LENGTH)}" (${text.length})`)
      .join(', ');
  const parts = [
    extra.length > 0 && `not wanted: ${longest(extra.map(({ text }) => text))}`,
    missing.length > 0 && `missing: ${longest(missing)}`,
  ];
  return parts.filter(Boolean).join('; ');
}
