import { type ArticleElement, attributeOf } from './parse-article';

/** What an `rd-annotation` of an article is (protocol.md section 9.3); null for other elements. */
export type Highlight =
  | { readonly kind: 'text'; readonly color: string }
  | { readonly kind: 'note'; readonly note: string }
  | null;

export function highlightOf(element: ArticleElement): Highlight {
  if (element.tagName !== 'rd-annotation') return null;
  const isNote = attributeOf(element, 'data-annotation-note') !== null;
  if (isNote) return { kind: 'note', note: attributeOf(element, 'title') ?? '' };
  return { kind: 'text', color: attributeOf(element, 'data-annotation-color') ?? '' };
}
