import { type RenderOptions, renderAnnotations } from '../../src/anchoring';
import { type ImageAddresses, withImageAddresses } from '../bookmarks/article-images';
import type { AnnotationRow } from '../storage';
import { parseArticle } from './article-tree';
import { placeRows } from './place-rows';

export const WITH_NOTES: RenderOptions = { hasNotes: true, hasAttributes: true };

/** What an article is rendered from. */
export interface ArticleToRender {
  readonly article: string;
  readonly annotations: readonly AnnotationRow[];
  readonly options: RenderOptions;
  /** null: its images are named as they are stored. */
  readonly images: ImageAddresses | null;
}

/** An article with its annotations in it, and its images where they can be loaded. */
export function renderArticle({ article, annotations, options, images }: ArticleToRender): string {
  const annotated = annotateArticle(article, annotations, options);
  return images === null ? annotated : withImageAddresses(annotated, images);
}

/**
 * `article` with annotations in it (protocol.md section 9.3); as it is when none has its place
 * there. Neither its text nor any selector is another afterwards.
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
