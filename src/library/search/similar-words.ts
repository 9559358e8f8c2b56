import { Slice } from '../../domain/slice';
import { patternOf, type TextTerm } from '../../query';
import type { LibraryDatabase } from '../database/schema';
import { boundedDistanceTo } from './bounded-distance';
import { rangesOf } from './find-terms';
import type { IndexView, VisibleSegment } from './index-view';
import { unsealed } from './packed';
import type { Searcher } from './run-search';
import { termsOf } from './segment';

/** Shorter words have too many neighbours. */
const MIN_SIMILAR_WORD_LENGTH = 3;
/** A word up to this length may differ in one letter, a longer one in two. */
const SHORT_LENGTH = 4;
/** A search reads at most so many blocks of 16 kB, and so many at once. */
const MAX_BLOCKS_FOR_SIMILAR = 512;
const BLOCKS_AT_ONCE = 32;
/** Words that are looked up, and that are returned. */
const MAX_WORDS_LOOKED_UP = 8;
const MAX_SIMILAR_WORDS = 3;

/**
 * Returns the words of the index that are nearest to the word of a term without hits, and begin with
 * its first letter. They find something. Only the blocks with that letter are read, in time slices.
 */
export async function similarWords(
  db: LibraryDatabase,
  searcher: Searcher,
  term: TextTerm,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const word = wordOf(term);
  const hasHits = async (text: string) => {
    const { candidates } = await searcher.candidates({ terms: [{ ...term, text }] }, signal);
    return candidates.docs.length > 0;
  };
  if (word === null || (await hasHits(term.text))) return [];
  const near = await nearWords(db, await searcher.readIndex(), word, signal);
  const words: string[] = [];
  for (const candidate of near.slice(0, MAX_WORDS_LOOKED_UP)) {
    if (words.length < MAX_SIMILAR_WORDS && (await hasHits(candidate))) words.push(candidate);
  }
  return words;
}

/** Returns null unless a term looks for one whole word. */
function wordOf({ field, text, isPrefix, isExcluded }: TextTerm): string | null {
  const pattern = field === 'label' || isExcluded ? null : patternOf(text, isPrefix);
  const [word = '', ...others] = pattern?.tokens ?? [];
  const isWord = pattern?.isPrefix === false && others.length === 0;
  return isWord && word.length >= MIN_SIMILAR_WORD_LENGTH ? word : null;
}

/** Returns words with few differences, those with the fewest first, and of them the frequent ones. */
async function nearWords(
  db: LibraryDatabase,
  { segments }: IndexView,
  word: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const distance = boundedDistanceTo(word, word.length <= SHORT_LENGTH ? 1 : 2);
  const letter = String.fromCodePoint(word.codePointAt(0) ?? 0);
  const found = new Map<string, { readonly edits: number; count: number }>();
  const slice = new Slice();
  for await (const block of blocksWith(db, segments, letter)) {
    for (const { term, count } of termsOf(block, letter)) {
      if (!term.startsWith(letter)) break;
      const edits = distance(term);
      if (edits === null || edits === 0) continue;
      const known = found.get(term);
      if (known) known.count += count;
      else found.set(term, { edits, count });
    }
    if (slice.isOver()) await slice.next();
    signal.throwIfAborted();
  }
  return [...found]
    .toSorted(([, a], [, b]) => a.edits - b.edits || b.count - a.count)
    .map(([term]) => term);
}

/** Reads the blocks with the words that begin with a letter, those of titles and labels first. */
async function* blocksWith(
  { searchBlocks }: LibraryDatabase,
  segments: readonly VisibleSegment[],
  letter: string,
): AsyncGenerator<Uint8Array> {
  let left = MAX_BLOCKS_FOR_SIMILAR;
  for (const family of ['fields', 'text'] as const) {
    const lookup = { family, term: letter, isPrefix: true };
    for (const { segment, from, to } of rangesOf(segments, lookup, left).ranges) {
      left -= to - from;
      for (let at = from; at < to; at += BLOCKS_AT_ONCE) {
        const end = Math.min(to, at + BLOCKS_AT_ONCE);
        const keys = Array.from({ length: end - at }, (_, n): [number, number] => [
          segment.id,
          at + n,
        ]);
        const stored = segment.blocks?.slice(at, end) ?? (await searchBlocks.bulkGet(keys));
        for (const block of stored) {
          // A search for a word reports damage.
          const bytes = unsealed(block);
          if (bytes !== null) yield bytes;
        }
      }
    }
  }
}
