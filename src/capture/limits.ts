/**
 * How much of a page is looked at. Beyond it the page is cut, in reading order, and the report says
 * so. Figures and reasons: docs/capture.md.
 */
export interface CaptureLimits {
  /** Elements, those in shadow roots and frames included. */
  readonly elements: number;
  /** UTF-16 code units of text. */
  readonly textLength: number;
  /** Elements above an element. Deeper ones are lifted up to this depth; none of their text is lost. */
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
