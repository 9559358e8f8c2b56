const MB = 1_000_000;

/** The icon and the lead image. They do not count towards the images of the article. */
export const LIST_IMAGES = 2;

/** The limits for the images of a page. */
export const IMAGE_LIMITS = {
  /** Number of images stored for one article. */
  maxImages: 300,
  /**
   * Number of images tried on one page. The first ones may all be from sites that don't allow
   * reading them.
   */
  maxTries: 600,
  /** Number of bytes stored for one page. */
  maxTotalBytes: 100 * MB,
  /** Number of bytes read of one image before it is scaled down. */
  maxImageBytes: 20 * MB,
  /** In px; a larger image is scaled down. */
  maxSide: 2000,
  /** Decoding a larger image would take gigabytes, so it is dropped without decoding. */
  maxPixels: 100_000_000,
  parallel: 4,
  imageTimeoutMs: 10_000,
  totalTimeoutMs: 180_000,
};

export type ImageLimits = Readonly<typeof IMAGE_LIMITS>;
