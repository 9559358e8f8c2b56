import type { ArticleImage, AssetHash, CaptureReport, ImageDropReason } from '../domain';
import type { ArticleRow, AssetRow } from './rows';

/** What became of one image, by the address it has in the article. */
export type ImageOutcome =
  | { readonly hash: AssetHash; readonly width: number; readonly height: number }
  | { readonly hash: null; readonly reason: ImageDropReason };

/** An image on its way in: what the article will say of it, and its bytes when it is kept. */
export interface IncomingImage {
  readonly url: string;
  readonly outcome: ImageOutcome;
  readonly asset: AssetRow | null;
}

/** The article with images filled in by address, its report counted anew. */
export function withImages(
  article: ArticleRow,
  outcomes: ReadonlyMap<string, ImageOutcome>,
): ArticleRow {
  const images = article.images.map((image) => fill(image, outcomes.get(image.url)));
  return { ...article, images, report: counted(article.report, images) };
}

/** A new article with the images that the old one kept: what was read once is not lost. */
export function withEarlierImages(article: ArticleRow, earlier: ArticleRow | null): ArticleRow {
  const kept = earlier?.images.filter((image) => image.hash !== null) ?? [];
  const byUrl = new Map(kept.map((image) => [image.url, image]));
  const images = article.images.map((image) => byUrl.get(image.url) ?? image);
  return { ...article, images, report: counted(article.report, images) };
}

function fill(image: ArticleImage, outcome: ImageOutcome | undefined): ArticleImage {
  if (outcome === undefined) return image;
  const { url, width, height } = image;
  if (outcome.hash !== null) return { url, ...outcome };
  // An image that is kept from an earlier reading stays.
  return image.hash === null ? { url, width, height, ...outcome } : image;
}

function counted(report: CaptureReport, images: readonly ArticleImage[]): CaptureReport {
  const imagesKept = images.filter(({ hash }) => hash !== null).length;
  const imagesDropped = images.filter(
    (image) => image.hash === null && image.reason !== 'pending',
  ).length;
  return { ...report, imagesKept, imagesDropped };
}
