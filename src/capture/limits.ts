/**
 * The limits for the part of a page that is processed. A larger page is truncated in reading order,
 * and the report says so. docs/capture.md explains the figures.
 */
export interface CaptureLimits {
  /** Number of elements, including those in shadow roots and frames. */
  readonly elements: number;
  /** UTF-16 code units of text. */
  readonly textLength: number;
  /**
   * Number of ancestors of an element. Deeper elements are moved up to this depth, so no text is
   * lost.
   */
  readonly depth: number;
  /**
   * Characters of text times levels. Readability copies all the text below each level, so a longer page
   * must be less deep.
   */
  readonly nestedText: number;
}

export const CAPTURE_LIMITS: CaptureLimits = {
  elements: 60_000,
  textLength: 10_000_000,
  depth: 200,
  nestedText: 400_000_000,
};

/** The levels that a page with `textLength` characters may have. */
export const depthWithin = ({ depth, nestedText }: CaptureLimits, textLength: number): number =>
  Math.min(depth, Math.floor(nestedText / Math.max(1, textLength)));
