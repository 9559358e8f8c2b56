const MB = 1_000_000;

/** What is kept of a page's images, and how much is tried for it. */
export interface ImageLimits {
  /** Images kept of one page. */
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

export const IMAGE_LIMITS: ImageLimits = {
  maxImages: 40,
  maxTries: 120,
  maxTotalBytes: 25 * MB,
  maxImageBytes: 20 * MB,
  maxSide: 2000,
  maxPixels: 100_000_000,
  parallel: 4,
  imageTimeoutMs: 10_000,
  totalTimeoutMs: 60_000,
};
