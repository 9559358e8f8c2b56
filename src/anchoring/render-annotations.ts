import { ANNOTATION_TAG } from './element-path';
import { type AnnotationError, resolveSpan, type Selectors } from './selectors';
import { nodeIndexAt, type TextIndex, type TextSpan } from './text-index';

/** An annotation with its position in the article. */
export interface PlacedAnnotation {
  readonly id: string;
  readonly color: string;
  readonly note: string;
  readonly span: TextSpan;
}

export interface RenderOptions {
  /**
   * True if each highlight is followed by its note as an empty element. Shared pages have no notes.
   */
  readonly hasNotes: boolean;
  /** True if wrappers carry the id and colour of their annotation. Otherwise they are bare tags. */
  readonly hasAttributes: boolean;
}

/**
 * White space directly inside these elements can't be wrapped: a parser would move the wrapper out
 * of the table.
 */
const TABLE_PARTS: ReadonlySet<string> = new Set([
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup'],
]);

/**
 * Renders highlights in an article (protocol.md section 9.3). Each text node in a range, or the
 * covered part of it, gets its own wrapper. The first wrapper has the id, and the note follows the
 * last one. The text does not change. If highlights overlap, the one that starts first is
 * outermost. `index` is stale afterwards.
 */
export function renderAnnotations(
  index: TextIndex,
  annotations: readonly PlacedAnnotation[],
  options: RenderOptions,
): void {
  const ofNode = byTextNode(index, annotations);
  const lastNodeOf = new Map<PlacedAnnotation, number>();
  for (const [at, inNode] of ofNode) for (const each of inNode) lastNodeOf.set(each, at);
  const begun = new Set<PlacedAnnotation>();
  for (const [at, inNode] of [...ofNode].sort(([a], [b]) => a - b)) {
    const node = index.nodes[at];
    const start = index.starts[at] ?? 0;
    if (node === undefined) continue;
    const pieces = cutNode(node, start, inNode).map(({ text, from, covering }) => {
      const fresh = new Set(covering.filter((each) => !begun.has(each)));
      for (const each of fresh) begun.add(each);
      const wrapped = wrap(node.ownerDocument, text, covering, fresh, options);
      const end = from + text.length;
      const ended = covering.filter(
        (each) =>
          lastNodeOf.get(each) === at && Math.min(each.span.end, start + node.length) === end,
      );
      return [wrapped, ...notesOf(node.ownerDocument, ended, options)];
    });
    const { parentNode } = node;
    for (const piece of pieces.flat()) parentNode?.insertBefore(piece, node);
    parentNode?.removeChild(node);
  }
}

/**
 * Maps each text node to the annotations that cover part of it, in the order in which they start.
 */
function byTextNode(index: TextIndex, annotations: readonly PlacedAnnotation[]) {
  const ofNode = new Map<number, PlacedAnnotation[]>();
  const inOrder = [...annotations].sort(
    (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
  );
  for (const annotation of inOrder) {
    const { start, end } = annotation.span;
    if (start >= end || index.nodes.length === 0) continue;
    const last = nodeIndexAt(index, end - 1);
    for (let at = nodeIndexAt(index, start); at <= last; at += 1) {
      if (!canWrap(index.nodes[at])) continue;
      const known = ofNode.get(at);
      if (known === undefined) ofNode.set(at, [annotation]);
      else known.push(annotation);
    }
  }
  return ofNode;
}

function canWrap(node: Text | undefined): boolean {
  if (node === undefined || node.data === '') return false;
  return node.data.trim() !== '' || !TABLE_PARTS.has(node.parentElement?.localName ?? '');
}

interface Piece {
  readonly text: string;
  /** Offset in the whole text. */
  readonly from: number;
  readonly covering: readonly PlacedAnnotation[];
}

function cutNode(node: Text, start: number, annotations: readonly PlacedAnnotation[]): Piece[] {
  const end = start + node.data.length;
  const cuts = new Set([start, end]);
  for (const { span } of annotations) {
    if (span.start > start) cuts.add(span.start);
    if (span.end < end) cuts.add(span.end);
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, at) => {
    const to = places[at + 1] ?? end;
    const covering = annotations.filter(({ span }) => span.start <= from && span.end >= to);
    return { text: node.data.slice(from - start, to - start), from, covering };
  });
}

/**
 * Wraps `text` once for each of `covering`, the first of them outermost. Annotations in `fresh`
 * start here.
 */
function wrap(
  document: Document,
  text: string,
  covering: readonly PlacedAnnotation[],
  fresh: ReadonlySet<PlacedAnnotation>,
  { hasAttributes }: RenderOptions,
): Node {
  return covering.reduceRight<Node>((inner, annotation) => {
    const wrapper = document.createElement(ANNOTATION_TAG);
    if (hasAttributes) {
      if (fresh.has(annotation)) wrapper.setAttribute('id', `annotation-${annotation.id}`);
      wrapper.setAttribute('data-annotation-id-value', annotation.id);
      wrapper.setAttribute('data-annotation-color', annotation.color);
    }
    wrapper.appendChild(inner);
    return wrapper;
  }, document.createTextNode(text));
}

function notesOf(
  document: Document,
  ended: readonly PlacedAnnotation[],
  { hasNotes, hasAttributes }: RenderOptions,
): Element[] {
  if (!hasNotes || !hasAttributes) return [];
  return ended
    .filter(({ note }) => note !== '')
    .map(({ id, color, note }) => {
      const element = document.createElement(ANNOTATION_TAG);
      element.setAttribute('data-annotation-id-value', id);
      element.setAttribute('data-annotation-note', '');
      element.setAttribute('title', note);
      element.setAttribute('data-annotation-color', color);
      return element;
    });
}

/** An annotation as it is stored. */
export type StoredAnnotation = Selectors & Pick<PlacedAnnotation, 'id' | 'color' | 'note'>;

/** The annotations of an article, by the result of `placeAnnotations`. */
export interface Placement<T extends StoredAnnotation> {
  /** In document order. */
  readonly placed: readonly (PlacedAnnotation & { readonly annotation: T })[];
  /** Annotations that no longer fit the article. They don't affect the others. */
  readonly lost: readonly { readonly annotation: T; readonly error: AnnotationError }[];
}

/** Finds the position of each annotation in an article. */
export function placeAnnotations<T extends StoredAnnotation>(
  index: TextIndex,
  annotations: readonly T[],
): Placement<T> {
  const placed: (PlacedAnnotation & { annotation: T })[] = [];
  const lost: { annotation: T; error: AnnotationError }[] = [];
  for (const annotation of annotations) {
    const span = resolveSpan(index, annotation);
    const { id, color, note } = annotation;
    if (span.ok) placed.push({ id, color, note, span: span.value, annotation });
    else lost.push({ annotation, error: span.error });
  }
  placed.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return { placed, lost };
}
