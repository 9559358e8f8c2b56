import type { AnnotationError } from './annotation-error';
import type { PlacedAnnotation } from './render-annotations';
import { resolveSpan, type Selectors } from './selectors';
import type { TextIndex } from './text-index';

/** An annotation as it is stored. */
export type StoredAnnotation = Selectors & Pick<PlacedAnnotation, 'id' | 'color' | 'note'>;

export interface Placement<T extends StoredAnnotation> {
  /** In the order of the document. */
  readonly placed: readonly (PlacedAnnotation & { readonly annotation: T })[];
  /** Those that don't fit the article any more. The others are not held back by them. */
  readonly lost: readonly { readonly annotation: T; readonly error: AnnotationError }[];
}

/** Finds the place of each annotation in an article. */
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
