import { IMAGE_LIMITS as CAPTURE_LIMITS } from '../../../src/capture';

/** How much of a page's images is kept. */
export interface ImageLimits {
  /** Of the article. */
  readonly maxImages: number;
  /** Of all of them together, as they are kept. */
  readonly maxTotalBytes: number;
  readonly timeoutMs: number;
  readonly parallel: number;
}

export const IMAGE_LIMITS: ImageLimits = {
  // As much as the extension keeps: what it has is kept here too.
  maxImages: CAPTURE_LIMITS.maxImages,
  maxTotalBytes: CAPTURE_LIMITS.maxTotalBytes,
  timeoutMs: CAPTURE_LIMITS.totalTimeoutMs,
  parallel: CAPTURE_LIMITS.parallel,
};

/** The images of a page, by address; null and none where it has none. */
export interface WantedImages {
  readonly iconUrl: string | null;
  /** The picture that stands for the page. */
  readonly leadUrl: string | null;
  /** Its greatest width, in pixels. */
  readonly leadWidth: number;
  /** Those of the article, in order, each once. */
  readonly articleUrls: readonly string[];
}

/** What an image is for. */
export type ImageUse = 'icon' | 'lead' | 'article';

/** Each address once, most wanted first, with all that it is for. */
export function planImages(
  { iconUrl, leadUrl, articleUrls }: WantedImages,
  maxImages: number,
): ReadonlyMap<string, ReadonlySet<ImageUse>> {
  const plan = new Map<string, Set<ImageUse>>();
  const add = (url: string | null, use: ImageUse) => {
    if (url !== null) plan.set(url, (plan.get(url) ?? new Set()).add(use));
  };
  add(iconUrl, 'icon');
  add(leadUrl, 'lead');
  for (const url of articleUrls.slice(0, maxImages)) add(url, 'article');
  return plan;
}
