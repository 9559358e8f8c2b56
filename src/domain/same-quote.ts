import { boundedNormalise } from './bounded-normalise';
import type { Quote } from './highlight';

/** Removes white space and Unicode variants, which differ between copies of an article. */
export const withoutWhiteSpace = (text: string): string =>
  boundedNormalise(text, 'NFKC').replace(/\s+/g, '');

/** A longer text is hardly ever in an article twice. */
const DISTINCTIVE_LENGTH = 40;

/**
 * Returns true if two quotes with the same text are in the same place. The context of both sides is
 * compared as far as both quotes have it. One side decides only if the other is unknown.
 */
export function isSameContext(a: Quote, b: Quote): boolean {
  const before = [withoutWhiteSpace(a.prefix), withoutWhiteSpace(b.prefix)] as const;
  const after = [withoutWhiteSpace(a.suffix), withoutWhiteSpace(b.suffix)] as const;
  if (areBothKnown(before) || areBothKnown(after))
    return isSameBefore(before) && isSameAfter(after);
  return withoutWhiteSpace(a.exact).length >= DISTINCTIVE_LENGTH || (isBare(a) && isBare(b));
}

type Pair = readonly [string, string];

const areBothKnown = ([a, b]: Pair): boolean => a !== '' && b !== '';

/** Returns true if the shorter text is the end of the other one. It may be empty. */
const isSameBefore = ([a, b]: Pair): boolean => a.endsWith(b) || b.endsWith(a);

/** Returns true if the shorter text is the start of the other one. It may be empty. */
const isSameAfter = ([a, b]: Pair): boolean => a.startsWith(b) || b.startsWith(a);

/** Both are all of their text, or both come from a server that reports no context. */
const isBare = ({ prefix, suffix }: Quote): boolean => prefix === '' && suffix === '';
