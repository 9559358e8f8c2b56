import { type RenderOptions, renderAnnotations } from '../../src/anchoring';
import type { AnnotationRow } from '../storage';
import { type ImageAddresses, withImageAddresses } from './article-images';
import { parseArticle } from './article-tree';
import { placeRows } from './place-highlights';
import { WITH_NOTES } from './render-options';

/** The source of a rendered article. */
export interface ArticleToRender {
  readonly article: string;
  readonly annotations: readonly AnnotationRow[];
  readonly options: RenderOptions;
  /** null to leave the stored addresses of images. */
  readonly images: ImageAddresses | null;
}

/** Adds an article's highlights to it, and replaces its stored image addresses. */
export function renderArticle({ article, annotations, options, images }: ArticleToRender): string {
  const annotated = annotateArticle(article, annotations, options);
  return images === null ? annotated : withImageAddresses(annotated, images);
}

/**
 * Adds highlights to an article (protocol.md section 9.3) without changing its text or any selector.
 * Returns the same string if none of the highlights has its place in the article.
 */
export function annotateArticle(
  article: string,
  annotations: readonly AnnotationRow[],
  options: RenderOptions = WITH_NOTES,
): string {
  if (annotations.length === 0) return article;
  const tree = parseArticle(article);
  const placed = placeRows(tree.index, annotations);
  if (placed.length === 0) return article;
  renderAnnotations(tree.index, placed, options);
  return tree.toHtml();
}
