import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { createListTouch } from '../../../src/ui/touch/list-touch';

const ROW = 'row' as BookmarkId;
const from = { x: 200, y: 300 };
const to = (dx: number, dy = 0) => ({ x: from.x + dx, y: from.y + dy });

/** A list under a finger, with what the finger has done and the timer of a hold. */
function touchedList() {
  const done: string[] = [];
  let hold: (() => void) | null = null;
  const touch = createListTouch({
    isRtl: () => false,
    onSwipe: (id, side) => done.push(`${id} ${side}`),
    onHold: (id) => done.push(`${id} held`),
    onPull: () => done.push('pulled'),
    later(run) {
      hold = run;
      return () => {
        hold = null;
      };
    },
  });
  const start = (more: { readonly canSwipe?: boolean; readonly canPull?: boolean } = {}) =>
    touch.start({ id: ROW, from, widthPx: 390, canSwipe: true, canPull: true, ...more });
  return { touch, done, start, wait: () => hold?.(), isWaiting: () => hold !== null };
}

describe('a list under a finger', () => {
  it('moves the swiped row, and acts when the finger leaves far enough', () => {
    const { touch, done, start } = touchedList();
    start();
    expect(touch.move(to(5))).toEqual({ x: 0, y: 0 });
    expect(touch.move(to(50, 4))).toEqual({ x: 50, y: 0 });
    expect(touch.swipe.value).toEqual({ id: ROW, side: 'forward', isEnough: false });
    touch.move(to(-100));
    expect(touch.swipe.value).toEqual({ id: ROW, side: 'backward', isEnough: true });
    touch.finish();
    expect(done).toEqual(['row backward']);
    expect(touch.swipe.value).toBeNull();
  });

  it('does nothing when the finger returns, or when the browser takes the touch', () => {
    const { touch, done, start } = touchedList();
    start();
    touch.move(to(120));
    touch.move(to(20));
    touch.finish();
    start();
    touch.move(to(120));
    touch.cancel();
    touch.finish();
    expect(done).toEqual([]);
  });

  it('keeps the first motion: what began as scrolling never becomes a swipe', () => {
    const { touch, done, start } = touchedList();
    start();
    touch.move(to(5, -40));
    expect(touch.move(to(150, -40))).toEqual({ x: 0, y: 0 });
    touch.finish();
    expect(done).toEqual([]);
  });

  it('syncs after a pull, and follows the finger until then', () => {
    const { touch, done, start } = touchedList();
    start();
    expect(touch.move(to(0, 60))).toEqual({ x: 0, y: 30 });
    expect(touch.pull.value).toEqual({ isEnough: false });
    touch.move(to(0, 150));
    touch.finish();
    expect(done).toEqual(['pulled']);
    expect(touch.pull.value).toBeNull();
  });

  it('selects a row that is held still, and then follows the finger no longer', () => {
    const { touch, done, start, wait, isWaiting } = touchedList();
    start();
    touch.move(to(4));
    wait();
    expect(done).toEqual(['row held']);
    expect(touch.isHeld()).toBe(true);
    expect(touch.move(to(120))).toEqual({ x: 0, y: 0 });
    touch.finish();
    expect(done).toEqual(['row held']);
    start();
    expect(touch.isHeld()).toBe(false);
    touch.move(to(0, -40));
    expect(isWaiting()).toBe(false);
  });
});
