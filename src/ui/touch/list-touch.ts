import { batch, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { readonly } from '../components/signals';
import type { Schedule } from '../components/timers';
import {
  isPullEnough,
  isSwipeEnough,
  type Motion,
  motionOf,
  type Point,
  pulledPx,
  type SwipeSide,
  swipeSide,
  type Touched,
} from './motion';

/** Shorter than the time after which a browser opens its own menu. */
const HOLD_MS = 450;

/** A row that follows a finger. */
export interface Swipe {
  readonly id: BookmarkId;
  readonly side: SwipeSide;
  /** True if it acts when the finger leaves. */
  readonly isEnough: boolean;
}

interface ListTouchDeps {
  readonly isRtl: () => boolean;
  readonly onSwipe: (id: BookmarkId, side: SwipeSide) => void;
  readonly onHold: (id: BookmarkId) => void;
  readonly onPull: () => void;
  readonly later: Schedule;
}

interface TouchedRow extends Touched {
  /** null: beside the rows. */
  readonly id: BookmarkId | null;
}

/** Creates a store of what one finger does on a list: it swipes a row, holds it, or pulls the list. */
export function createListTouch({ isRtl, onSwipe, onHold, onPull, later }: ListTouchDeps) {
  const swipe = signal<Swipe | null>(null);
  const pull = signal<{ readonly isEnough: boolean } | null>(null);
  let touched: TouchedRow | null = null;
  let motion: Motion = 'still';
  let isHeld = false;
  let stopHold = () => {};

  function end(): void {
    stopHold();
    touched = null;
    batch(() => {
      swipe.value = null;
      pull.value = null;
    });
  }

  function showSwipe(id: BookmarkId, dx: number): void {
    const side = swipeSide(dx, isRtl());
    const isEnough = isSwipeEnough(dx);
    const { value: shown } = swipe;
    if (shown?.side !== side || shown.isEnough !== isEnough) swipe.value = { id, side, isEnough };
  }

  return {
    /** The row that is swiped; null: none is. */
    swipe: readonly(swipe),
    /** null while the list is not pulled. */
    pull: readonly(pull),
    /** True from a hold on until the next touch: its click and its menu are not meant. */
    isHeld: () => isHeld,
    start(next: TouchedRow) {
      end();
      touched = next;
      motion = 'still';
      isHeld = false;
      const { id } = next;
      if (id === null) return;
      stopHold = later(() => {
        isHeld = true;
        touched = null;
        onHold(id);
      }, HOLD_MS);
    },
    /** Returns by how many pixels the row or the list has followed the finger. */
    move(to: Point): Point {
      const still = { x: 0, y: 0 };
      if (touched === null) return still;
      if (motion === 'still') motion = motionOf(touched, to);
      if (motion === 'still') return still;
      stopHold();
      if (motion === 'swipe' && touched.id !== null) {
        const x = to.x - touched.from.x;
        showSwipe(touched.id, x);
        return { x, y: 0 };
      }
      if (motion !== 'pull') return still;
      const y = pulledPx(to.y - touched.from.y);
      const isEnough = isPullEnough(y);
      if (pull.value?.isEnough !== isEnough) pull.value = { isEnough };
      return { x: 0, y };
    },
    /** The finger has left the list. */
    finish() {
      const [swiped, pulled] = [swipe.value, pull.value];
      end();
      if (swiped?.isEnough) onSwipe(swiped.id, swiped.side);
      if (pulled?.isEnough) onPull();
    },
    /** The browser has taken the touch, or a second finger came. */
    cancel: end,
  };
}

export type ListTouch = ReturnType<typeof createListTouch>;
