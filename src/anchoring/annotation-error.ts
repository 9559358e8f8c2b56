/** Why an annotation can't be made, or not be placed any more. */
export type AnnotationError =
  | { readonly kind: 'element-not-found'; readonly selector: string }
  | { readonly kind: 'index-out-of-range'; readonly offset: number }
  | { readonly kind: 'no-text' }
  | { readonly kind: 'invalid-range' }
  | { readonly kind: 'overlapping' };

/** What the service says about it with a 400 (protocol.md section 9.2). */
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
