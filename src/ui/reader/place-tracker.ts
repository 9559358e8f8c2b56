import type { Dispose } from '../../library';
import { anchorOf, blockAt, blocksOf, findAnchor } from './blocks';
import {
  isSamePlace,
  progressOf,
  type ReadingPlace,
  readingPlace,
  restNeededMs,
  type Viewport,
} from './reading-place';

/** A scroll has ended when this long has passed without another. */
const SETTLE_MS = 150;
/** Between two writes at least; the first one is not kept waiting, a popup closes at any time. */
const WRITE_INTERVAL_MS = 1000;
/** A block that begins this little below the line is the one being read. */
const LINE_SLACK_PX = 2;

export interface PlaceTrackerOptions {
  /** The article's root: anchors are relative to it. */
  readonly root: HTMLElement;
  readonly viewport: Viewport;
  readonly start: ReadingPlace;
  /** Keeps the place; called once per place, at most once a second, and on `pause`. */
  save(place: ReadingPlace): void;
  /** Called after each scroll with the per cent on the screen now, kept or not. */
  onProgress(percent: number): void;
}

export interface PlaceTracker {
  /** The article changed its size (fonts, images, settings, window): shows the same text again. */
  hold(): void;
  /** The page is hidden, or about to go: writes at once what waits, and stops counting rest. */
  pause(): void;
  /** The page is seen again. */
  resume(): void;
  dispose: Dispose;
}

/** Where the top line of the screen is, in a way that outlives a change of the layout. */
interface Spot {
  readonly block: Element;
  /** 0 at the block's top, 1 at its bottom. */
  readonly fraction: number;
  /** How far below its bottom the line is: in a picture that stands by itself, say. */
  readonly belowPx: number;
}

/** Shows the kept place, then watches the scrolling and keeps the place up to date. */
export function keepPlace(options: PlaceTrackerOptions): PlaceTracker {
  const { root, viewport } = options;
  let kept = options.start;
  let keptBlock = findAnchor(root, kept.anchor);
  let written = kept;
  let spot: Spot | null = keptBlock && { block: keptBlock, fraction: 0, belowPx: 0 };
  let isMoving = false;
  let hasScrolled = false;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let writeTimer: ReturnType<typeof setTimeout> | undefined;

  /** How far the spot is from the top of the screen, in px; 0 when there is none. */
  function offPx(): number {
    if (!spot) return 0;
    const { top, height } = spot.block.getBoundingClientRect();
    const px = top + spot.fraction * height + spot.belowPx - viewport.screen().top;
    return Math.abs(px) < 1 ? 0 : px;
  }

  function show(): void {
    if (!isMoving && offPx() !== 0) viewport.shiftBy(offPx());
  }

  /** A person moved: what is at the top of the screen now is the spot. */
  function look(): void {
    const { top } = viewport.screen();
    const block = blockAt(blocksOf(root), top + LINE_SLACK_PX);
    spot = block && spotIn(block, top);
    measure();
  }

  function measure(): void {
    const screen = viewport.screen();
    const block = spot?.block ?? null;
    const progress = progressOf(root.getBoundingClientRect(), screen);
    options.onProgress(progress);
    consider(readingPlace(block ? anchorOf(root, block) : '', progress), block);
  }

  function consider(seen: ReadingPlace, block: Element | null): void {
    clearTimeout(restTimer);
    if (isSamePlace(seen, kept)) return;
    const restMs = restNeededMs(kept, seen, { screensAhead: screensAhead(block), hasScrolled });
    if (restMs === 0) accept(seen, block);
    else restTimer = setTimeout(() => accept(seen, block), restMs);
  }

  function screensAhead(block: Element | null): number {
    const screen = viewport.screen();
    const from = (keptBlock ?? root).getBoundingClientRect().top;
    const to = (block ?? root).getBoundingClientRect().top;
    return (to - from) / Math.max(1, screen.bottom - screen.top);
  }

  function accept(seen: ReadingPlace, block: Element | null): void {
    kept = seen;
    keptBlock = block;
    if (writeTimer !== undefined) return;
    write();
    writeTimer = setTimeout(() => {
      writeTimer = undefined;
      write();
    }, WRITE_INTERVAL_MS);
  }

  function write(): void {
    if (isSamePlace(kept, written)) return;
    written = kept;
    options.save(kept);
  }

  function settle(): void {
    isMoving = false;
    look();
  }

  show();
  look();
  const stopWatching = viewport.onScroll(() => {
    isMoving = true;
    hasScrolled = true;
    clearTimeout(restTimer);
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle, SETTLE_MS);
  });

  return {
    hold() {
      show();
      if (!isMoving) measure();
    },
    pause() {
      if (isMoving) settle();
      clearTimeout(restTimer);
      write();
    },
    resume: look,
    dispose() {
      stopWatching();
      for (const timer of [settleTimer, restTimer, writeTimer]) clearTimeout(timer);
      write();
    },
  };
}

function spotIn(block: Element, line: number): Spot {
  const { top, height } = block.getBoundingClientRect();
  const intoPx = Math.max(0, line - top);
  const belowPx = Math.max(0, intoPx - height);
  return { block, fraction: height > 0 ? (intoPx - belowPx) / height : 0, belowPx };
}
