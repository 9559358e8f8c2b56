import { isText, nodeIndexAt, type TextIndex } from './text-index';

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

/** Boundaries as `Range`, `StaticRange` and `AbstractRange` have them. */
export interface Boundaries {
  readonly startContainer: Node;
  readonly startOffset: number;
  readonly endContainer: Node;
  readonly endOffset: number;
}

/**
 * What of the text a range covers. null when an end of it is outside of the root, or inside of
 * what is not read.
 */
export function spanOfRange(index: TextIndex, range: Boundaries): TextSpan | null {
  const start = offsetOf(index, range.startContainer, range.startOffset);
  const end = offsetOf(index, range.endContainer, range.endOffset);
  if (start === null || end === null || end < start) return null;
  return { start, end };
}

/**
 * The boundaries of a span: the start just before its first character, the end just after its last
 * one, each in that character's text node. null when the tree has no text.
 */
export function rangeOfSpan(index: TextIndex, span: TextSpan): Boundaries | null {
  const first = nodeIndexAt(index, span.start);
  const last = span.end > span.start ? nodeIndexAt(index, span.end - 1) : first;
  const startContainer = index.nodes[first];
  const endContainer = index.nodes[last];
  if (startContainer === undefined || endContainer === undefined) return null;
  return {
    startContainer,
    startOffset: span.start - (index.starts[first] ?? 0),
    endContainer,
    endOffset: span.end - (index.starts[last] ?? 0),
  };
}

function offsetOf(index: TextIndex, container: Node, offset: number): number | null {
  const span = index.spanOf(container);
  if (span === null) return null;
  if (isText(container)) return Math.min(span.start + offset, span.end);
  const child = container.childNodes[offset];
  // Of what is not read the children are unknown; it covers nothing itself.
  return child === undefined ? span.end : (index.spanOf(child)?.start ?? span.start);
}
