const MB = 1_000_000;

/** What is kept of a page's images, and how much is tried for it. */
export interface ImageLimits {
  /** Images kept of one article. */
  readonly maxImages: number;
  /** Images tried of one page: the first ones may all be of sites that don't let them be read. */
  readonly maxTries: number;
  /** Bytes kept of one page. */
  readonly maxTotalBytes: number;
  /** Bytes read of one image, before it is made smaller. */
  readonly maxImageBytes: number;
  /** In px; a larger image is made smaller. */
  readonly maxSide: number;
  /** Decoding more would take gigabytes: such an image is dropped unseen. */
  readonly maxPixels: number;
  readonly parallel: number;
  readonly imageTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

/** The icon and the lead image. They do not count towards the images of the article. */
export const LIST_IMAGES = 2;

export const IMAGE_LIMITS: ImageLimits = {
  maxImages: 300,
  maxTries: 600,
  maxTotalBytes: 100 * MB,
  maxImageBytes: 20 * MB,
  maxSide: 2000,
  maxPixels: 100_000_000,
  parallel: 4,
  imageTimeoutMs: 10_000,
  totalTimeoutMs: 180_000,
};
