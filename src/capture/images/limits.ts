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
  /** Any screenshot of a screen, also of one colour. 40 bytes can state 49 million pixels. */
  freePixels: 10_000_000,
  /** Larger pictures need bytes for their pixels. Empty ones have up to 500 in a byte. */
  pixelsPerByte: 500,
  parallel: 4,
  imageTimeoutMs: 10_000,
  totalTimeoutMs: 180_000,
};

/** Returns the number of pixels up to which an image of this many bytes is decoded. */
export const mostPixelsOf = (
  bytes: number,
  { maxPixels, freePixels, pixelsPerByte }: PixelLimits = IMAGE_LIMITS,
): number => Math.min(maxPixels, freePixels + bytes * pixelsPerByte);

type PixelLimits = Pick<ImageLimits, 'maxPixels' | 'freePixels' | 'pixelsPerByte'>;

export type ImageLimits = Readonly<typeof IMAGE_LIMITS>;
