import { type AnnotationInfo, MAX_SELECTOR_LENGTH } from '../contract';
import { err, ok, type Result } from '../domain/result';
import { codeUnitsOf, countCodePoints } from './code-points';
import { ANNOTATION_TAG, elementPath, findElement } from './element-path';
import { isElement, parentOf, tagOf } from './node-links';
import { nodeIndexAt, rangeOfSpan, type TextIndex, type TextSpan } from './text-index';

/**
 * The position of an annotation in the form of the service: each end is an element (XPath below the
 * root) and an offset in code points from the start of that element's text (protocol.md section
 * 9.1).
 */
export type Selectors = Pick<
  AnnotationInfo,
  'start_selector' | 'start_offset' | 'end_selector' | 'end_offset'
>;

/**
 * - `empty`: the span covers no text;
 * - `not-addressable`: the span starts or ends in text that is in no element below the root.
 */
export type SerialiseError = { readonly kind: 'empty' | 'not-addressable' };

/** Returns the selectors of a span. Existing highlights in the article don't change them. */
export function serialiseSpan(index: TextIndex, span: TextSpan): Result<Selectors, SerialiseError> {
  const range = rangeOfSpan(index, span);
  if (range === null || span.start === span.end) return err({ kind: 'empty' });
  const start = serialisePoint(index, range.startContainer, span.start);
  const end = serialisePoint(index, range.endContainer, span.end);
  if (start === null || end === null) return err({ kind: 'not-addressable' });
  return ok({
    start_selector: start.selector,
    start_offset: start.offset,
    end_selector: end.selector,
    end_offset: end.offset,
  });
}

/** Returns the span of selectors. It is empty if both ends are the same position. */
export function resolveSpan(
  index: TextIndex,
  selectors: Selectors,
): Result<TextSpan, AnnotationError> {
  const start = resolvePoint(index, selectors.start_selector, selectors.start_offset);
  if (!start.ok) return start;
  const end = resolvePoint(index, selectors.end_selector, selectors.end_offset);
  if (!end.ok) return end;
  const span = { start: start.value.offset, end: end.value.offset };
  if (span.end < span.start) return err({ kind: 'invalid-range' });
  const isWithoutText = span.start === span.end && start.value.isEmpty && end.value.isEmpty;
  return isWithoutText ? err({ kind: 'no-text' }) : ok(span);
}

/**
 * Returns the `text` of an annotation: the covered text without leading and trailing white space.
 */
export const textOfSpan = (index: TextIndex, span: TextSpan): string =>
  index.text.slice(span.start, span.end).trim();

interface SerialisedPoint {
  readonly selector: string;
  /** In code points. */
  readonly offset: number;
}

function serialisePoint(index: TextIndex, node: Node, offset: number): SerialisedPoint | null {
  let element = parentOf(node);
  while (element !== null && element !== index.root && isElement(element)) {
    const selector = tagOf(element) === ANNOTATION_TAG ? '' : elementPath(index.root, element);
    const span = index.spanOf(element);
    if (selector !== '' && selector.length <= MAX_SELECTOR_LENGTH && span !== null) {
      return { selector, offset: countCodePoints(index.text.slice(span.start, offset)) };
    }
    element = parentOf(element);
  }
  return null;
}

interface ResolvedPoint {
  readonly offset: number;
  /** True if the element has no text. */
  readonly isEmpty: boolean;
}

function resolvePoint(
  index: TextIndex,
  selector: string,
  codePoints: number,
): Result<ResolvedPoint, AnnotationError> {
  const element = findElement(index.root, selector);
  const span = element === null ? null : index.spanOf(element);
  if (span === null) return err({ kind: 'element-not-found', selector });
  const isCount = Number.isSafeInteger(codePoints) && codePoints >= 0;
  const units = isCount ? codeUnitsOf(index.text.slice(span.start, span.end), codePoints) : null;
  if (units === null) return err({ kind: 'index-out-of-range', offset: codePoints });
  return ok({ offset: span.start + units, isEmpty: span.start === span.end });
}

/** True if part of `span` is in a highlight that the article's HTML already contains. */
export function isAnnotated(index: TextIndex, span: TextSpan): boolean {
  if (index.nodes.length === 0) return false;
  const last = nodeIndexAt(index, Math.max(span.start, span.end - 1));
  for (let at = nodeIndexAt(index, span.start); at <= last; at += 1) {
    if (index.nodes[at]?.parentElement?.localName === ANNOTATION_TAG) return true;
  }
  return false;
}

/** The reason why an annotation can't be created or located. */
export type AnnotationError =
  | { readonly kind: 'element-not-found'; readonly selector: string }
  | { readonly kind: 'index-out-of-range'; readonly offset: number }
  | { readonly kind: 'no-text' }
  | { readonly kind: 'invalid-range' }
  | { readonly kind: 'overlapping' };

/** Returns the message of the 400 response for an error (protocol.md section 9.2). */
export function annotationErrorMessage(error: AnnotationError): string {
  switch (error.kind) {
    case 'element-not-found':
      return `element "${error.selector}" not found`;
    case 'index-out-of-range':
      return `index "${error.offset}" is out of range`;
    case 'no-text':
      return 'no text nodes in range';
    case 'invalid-range':
      return 'invalid range';
    case 'overlapping':
      return 'overlapping annotation';
  }
}
