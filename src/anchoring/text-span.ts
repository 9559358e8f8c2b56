/** A piece of a `TextIndex`'s text, in UTF-16 code units; `end` is after its last one. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Whether two spans share a character. Touching ones don't; an empty one overlaps what it is
 * strictly inside of.
 */
export const spansOverlap = (a: TextSpan, b: TextSpan): boolean =>
  a.start < b.end && b.start < a.end;

/** `span` without the white space at its ends; empty at its start when there is nothing else. */
export function trimSpan(text: string, span: TextSpan): TextSpan {
  const covered = text.slice(span.start, span.end);
  const start = span.start + (covered.length - covered.trimStart().length);
  const trimmed = covered.trim();
  if (trimmed === '') return { start: span.start, end: span.start };
  return { start, end: start + trimmed.length };
}
