import { describe, expect, it } from 'vitest';
import {
  isPullEnough,
  isSwipeEnough,
  motionOf,
  pulledPx,
  swipeSide,
} from '../../../src/ui/touch/motion';

const from = { x: 200, y: 300 };
const onRow = { from, widthPx: 390, canSwipe: true, canPull: true };
const by = (dx: number, dy: number, start = from) => ({ x: start.x + dx, y: start.y + dy });

describe('the motion of a finger', () => {
  it.each([
    ['still', 6, 6],
    ['swipe', 40, 5],
    ['swipe', -40, 20],
    ['scroll', 30, 28],
    ['scroll', -30, -40],
    ['scroll', 2, -12],
    ['pull', 4, 20],
  ])('is "%s" after %i px to the side and %i px down', (motion, dx, dy) => {
    expect(motionOf(onRow, by(dx, dy))).toBe(motion);
  });

  it('swipes nothing that begins at the edge of the window, where the system goes back', () => {
    for (const x of [10, 380]) {
      const start = { x, y: 300 };
      const end = by(x < 200 ? 60 : -60, 0, start);
      expect(motionOf({ ...onRow, from: start }, end)).toBe('scroll');
    }
  });

  it('only scrolls where nothing can be swiped or pulled', () => {
    const still = { ...onRow, canSwipe: false, canPull: false };
    expect([by(60, 0), by(0, 60)].map((to) => motionOf(still, to))).toEqual(['scroll', 'scroll']);
  });

  it('acts from a distance on, and follows a pull more slowly than the finger', () => {
    expect([83, 84, -84].map(isSwipeEnough)).toEqual([false, true, true]);
    expect([-20, 100, 1000].map(pulledPx)).toEqual([0, 50, 96]);
    expect([63, 64].map(isPullEnough)).toEqual([false, true]);
  });

  it('swipes forward in the direction of the text', () => {
    expect(swipeSide(50, false)).toBe('forward');
    expect(swipeSide(-50, false)).toBe('backward');
    expect(swipeSide(-50, true)).toBe('forward');
    expect(swipeSide(50, true)).toBe('backward');
  });
});
