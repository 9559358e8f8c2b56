import { type RenderOptions, renderAnnotations } from '../../src/anchoring';
import type { AnnotationRow } from '../storage';
import { parseArticle } from './article-tree';
import { placeRows } from './place-rows';

const EVERYTHING: RenderOptions = { hasNotes: true, hasAttributes: true };

/**
 * `article` with annotations in it (protocol.md section 9.3); as it is when none has its place
 * there. Neither its text nor any selector is another afterwards.
 */
export function renderArticle(
  article: string,
  annotations: readonly AnnotationRow[],
  options: RenderOptions = EVERYTHING,
): string {
  if (annotations.length === 0) return article;
  const tree = parseArticle(article);
  const placed = placeRows(tree.index, annotations);
  if (placed.length === 0) return article;
  renderAnnotations(tree.index, placed, options);
  return tree.toHtml();
}
