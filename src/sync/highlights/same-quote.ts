import type { Quote } from '../../domain';

/** Removes white space and Unicode variants, which differ between copies of an article. */
export const squeezed = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

/** Characters of the context that are compared. */
const CONTEXT_LENGTH = 12;
/** A longer text is hardly ever in an article twice. */
const DISTINCTIVE_LENGTH = 40;

/** Returns true if two quotes with the same text are in the same place. */
export function isSameContext(a: Quote, b: Quote): boolean {
  const before = [a, b].map(({ prefix }) => squeezed(prefix).slice(-CONTEXT_LENGTH));
  const after = [a, b].map(({ suffix }) => squeezed(suffix).slice(0, CONTEXT_LENGTH));
  const isKnown = (texts: readonly string[]) => texts.every((text) => text !== '');
  if (isKnown(before) || isKnown(after)) {
    return (
      (isKnown(before) && before[0] === before[1]) || (isKnown(after) && after[0] === after[1])
    );
  }
  return squeezed(a.exact).length >= DISTINCTIVE_LENGTH || isWholeText(a) || isWholeText(b);
}

/** A quote without context is all of the text, or comes from a server that does not report it. */
const isWholeText = ({ prefix, suffix }: Quote): boolean => prefix === '' && suffix === '';
