const MB = 1_000_000;

/** The limits for the images of a page. */
export interface ImageLimits {
  /** Number of images stored for one article. */
  readonly maxImages: number;
  /**
   * Number of images tried on one page. The first ones may all be from sites that don't allow
   * reading them.
   */
  readonly maxTries: number;
  /** Number of bytes stored for one page. */
  readonly maxTotalBytes: number;
  /** Number of bytes read of one image before it is scaled down. */
  readonly maxImageBytes: number;
  /** In px; a larger image is scaled down. */
  readonly maxSide: number;
  /** Decoding a larger image would take gigabytes, so it is dropped without decoding. */
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
