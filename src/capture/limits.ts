/**
 * The limits for the part of a page that is processed. A larger page is truncated in reading order,
 * and the report says so. docs/capture.md explains the figures.
 */
export const CAPTURE_LIMITS = {
  /** Number of elements, including those in shadow roots and frames. */
  elements: 60_000,
  /** UTF-16 code units of text. */
  textLength: 10_000_000,
  /**
   * Number of ancestors of an element. Deeper elements are moved up to this depth, so no text is
   * lost.
   */
  depth: 200,
  /**
   * Characters of text times levels. Readability copies all the text below each level, so a longer page
   * must be less deep.
   */
  nestedText: 400_000_000,
};

export type CaptureLimits = Readonly<typeof CAPTURE_LIMITS>;

/** The levels that a page with `textLength` characters may have. */
export const depthWithin = ({ depth, nestedText }: CaptureLimits, textLength: number): number =>
  Math.min(depth, Math.floor(nestedText / Math.max(1, textLength)));
