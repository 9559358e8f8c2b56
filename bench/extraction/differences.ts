import { SHINGLE_LENGTH, shinglesOf, tokensOf } from '../capture/shingles';
import type { TextBlock } from './text-blocks';

/** Why an extracted text is not the wanted one. */
export interface Differences {
  /** Blocks of which most words are not wanted, in reading order. */
  readonly extra: readonly TextBlock[];
  /** Lines of the wanted text of which most words are missing. */
  readonly missing: readonly string[];
}

/** A share of the words of a text. */
const MAX_SHARE = 0.5;

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
    if (count > 0 && known < count * (1 - MAX_SHARE)) found.push(item);
    at += count;
  }
  return found;
}

/** Describes the differences in a line, by kind: the number of blocks and their letters. */
export function describeDifferences({ extra, missing }: Differences): string {
  const parts = [
    extra.length > 0 &&
      `not wanted: ${countKinds(extra.map((block) => [kindOf(block), block.text]))}`,
    missing.length > 0 && `missing: ${countKinds(missing.map((line) => [kindOfText(line), line]))}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** Returns the kinds with their numbers of blocks and letters, those with most letters first. */
function countKinds(texts: readonly (readonly [kind: string, text: string])[]): string {
  const kinds = new Map<string, { blocks: number; letters: number }>();
  for (const [kind, { length }] of texts) {
    const { blocks, letters } = kinds.get(kind) ?? { blocks: 0, letters: 0 };
    kinds.set(kind, { blocks: blocks + 1, letters: letters + length });
  }
  return [...kinds]
    .toSorted(([, a], [, b]) => b.letters - a.letters)
    .map(([kind, { blocks, letters }]) => `${kind} (${blocks}, ${letters} letters)`)
    .join(', ');
}

/** The elements that say what a text is, the most specific first. */
const KINDS: readonly (readonly [kind: string, selector: string])[] = [
  ['captions', 'figcaption'],
  ['tables', 'table'],
  ['code', 'pre'],
  ['headings', 'h1,h2,h3,h4,h5,h6'],
  ['links', 'a'],
  ['lists', 'li,dd,dt'],
  ['quotes', 'blockquote'],
];

function kindOf({ text, element }: TextBlock): string {
  const [kind] = KINDS.find(([, selector]) => element.closest(selector) !== null) ?? [];
  if (kind !== undefined) return kind;
  const linked = [...element.querySelectorAll('a')].map((link) => link.textContent?.length ?? 0);
  const isLinks = linked.reduce((total, length) => total + length, 0) > text.length * MAX_SHARE;
  return isLinks ? 'links' : kindOfText(text);
}

/** In letters. A shorter text without the end of a sentence is a label. */
const MIN_SENTENCE = 40;

const kindOfText = (text: string): string =>
  text.length >= MIN_SENTENCE || /[.!?。！？]["'”’»)\]]*$/.test(text) ? 'sentences' : 'labels';
