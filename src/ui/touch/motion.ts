/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger that moves less than this may still press or hold. */
const SLOP_PX = 10;
/** Nearer to a side of the window, the back gesture of the system begins. */
const EDGE_PX = 24;
/** A swipe goes this many times as far to the side as up or down. */
const SIDEWAYS = 1.5;
/** From here on, a swipe acts when the finger leaves. */
const SWIPE_PX = 84;
/** From here on, a pull acts when the finger leaves. */
const PULL_PX = 64;
/** The list follows a pull this much slower than the finger, and no further than `PULLED_MAX_PX`. */
const PULL_RATIO = 0.5;
const PULLED_MAX_PX = 96;

/** The motion of a finger. It scrolls when it does nothing else. */
export type Motion = 'still' | 'scroll' | 'swipe' | 'pull';

export interface Touched {
  readonly from: Point;
  /** The width of the window. */
  readonly widthPx: number;
  /** True on a row that can be swiped. */
  readonly canSwipe: boolean;
  /** True in a list at its top that can be pulled. */
  readonly canPull: boolean;
}

/** Returns what a finger does that has gone to `to`. A slanted motion scrolls. */
export function motionOf({ from, widthPx, canSwipe, canPull }: Touched, to: Point): Motion {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.hypot(dx, dy) < SLOP_PX) return 'still';
  const isAtEdge = Math.min(from.x, widthPx - from.x) < EDGE_PX;
  if (Math.abs(dx) > SIDEWAYS * Math.abs(dy)) return canSwipe && !isAtEdge ? 'swipe' : 'scroll';
  return canPull && dy > SIDEWAYS * Math.abs(dx) ? 'pull' : 'scroll';
}

/** The direction of a swipe in the order of the text. */
export type SwipeSide = 'forward' | 'backward';

export const swipeSide = (dx: number, isRtl: boolean): SwipeSide =>
  dx > 0 === isRtl ? 'backward' : 'forward';

export const isSwipeEnough = (dx: number): boolean => Math.abs(dx) >= SWIPE_PX;

/** Returns how far the list has followed a finger. */
export const pulledPx = (dy: number): number =>
  Math.min(PULLED_MAX_PX, Math.max(0, PULL_RATIO * dy));

export const isPullEnough = (pulled: number): boolean => pulled >= PULL_PX;
