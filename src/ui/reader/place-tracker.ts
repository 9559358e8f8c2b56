import { anchorOf, blockAt, blocksOf, findAnchor } from './blocks';
import {
  isSameReadingPlace,
  progressOf,
  type ReadingPlace,
  readingLineOf,
  readingPlace,
  restNeededMs,
  type Viewport,
} from './reading-place';

/** A scroll has ended when there was no scroll event for this long. */
const SETTLE_MS = 150;
/**
 * The shortest time between two writes. The first write is immediate, because a popup may close at
 * any time.
 */
const WRITE_INTERVAL_MS = 1000;
/** A block that begins this little below the line is the one being read. */
const LINE_SLACK_PX = 2;

export interface PlaceTrackerOptions {
  /** The article's root: anchors are relative to it. */
  readonly root: HTMLElement;
  readonly viewport: Viewport;
  readonly start: ReadingPlace;
  /** Stores the place. Called once per place, at most once a second, and on `pause`. */
  save(place: ReadingPlace): void;
  /** Called after each scroll with the visible progress in per cent. */
  onProgress(percent: number): void;
}

export type PlaceTracker = ReturnType<typeof trackPlace>;

/** The position of the screen's top line, in a form that survives layout changes. */
interface Spot {
  readonly block: Element;
  /** 0 at the block's top, 1 at its bottom. */
  readonly fraction: number;
  /** The distance of the line from the block's bottom in px, for example in a picture after it. */
  readonly belowPx: number;
}

/** Scrolls to the stored place, then watches scrolling and keeps the place up to date. */
export function trackPlace(options: PlaceTrackerOptions) {
  const { root, viewport } = options;
  let spot = startSpotOf(options);
  const keeper = keepPlace(options, spot?.block ?? null);
  let isMoving = false;
  let hasScrolled = false;
  /** True while the place is that of a voice, also if the person looks elsewhere. */
  let isHeard = false;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the distance of the spot from the top of the screen in px, 0 when there is none. */
  function offPx(): number {
    if (!spot) return 0;
    const { top, height } = spot.block.getBoundingClientRect();
    const px = top + spot.fraction * height + spot.belowPx - viewport.screen().top;
    return Math.abs(px) < 1 ? 0 : px;
  }

  function show(): void {
    if (!isMoving && offPx() !== 0) viewport.shiftBy(offPx());
  }

  /** The user has scrolled: the spot is now at the top of the screen. */
  function observe(): void {
    const { top } = viewport.screen();
    const block = blockAt(blocksOf(root), top + LINE_SLACK_PX);
    spot = block && spotIn(block, top);
    measure();
  }

  function measure(): void {
    const block = spot?.block ?? null;
    const progress = progressOf(root.getBoundingClientRect(), viewport.screen());
    options.onProgress(progress);
    if (isHeard) return;
    const seen = readingPlace(block ? anchorOf(root, block) : '', progress);
    keeper.consider(seen, block, hasScrolled);
  }

  function settle(): void {
    isMoving = false;
    observe();
  }

  /** Returns the place of a block that is heard; null: the end of the text. */
  function placeOf(block: Element | null): ReadingPlace {
    if (block === null) return readingPlace('', 100);
    const { top, height } = root.getBoundingClientRect();
    const passed = (100 * (block.getBoundingClientRect().top - top)) / Math.max(1, height);
    const progress = passed <= 0 ? 0 : Math.min(99, Math.max(1, Math.round(passed)));
    return readingPlace(anchorOf(root, block), progress);
  }

  show();
  observe();
  const stopWatching = viewport.onScroll(() => {
    isMoving = true;
    hasScrolled = true;
    keeper.wait();
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle, SETTLE_MS);
  });

  return {
    /**
     * Call it when the article's size has changed (fonts, images, settings, window). Scrolls to the
     * same text again.
     */
    reposition() {
      show();
      if (!isMoving) measure();
    },
    /**
     * Call it when the page is hidden or about to close. Writes the current place and stops the
     * timers.
     */
    pause() {
      if (isMoving) settle();
      keeper.wait();
      keeper.write();
    },
    /**
     * Call it with the block that is read aloud, with null after the last one, and with undefined when
     * the voice stops. The place is that of the voice meanwhile, also in a hidden page.
     */
    hear(block: Element | null | undefined) {
      isHeard = block !== undefined;
      keeper.wait();
      if (block !== undefined) keeper.accept(placeOf(block), block);
      // The next page may be opened at once.
      if (block === null) keeper.write();
    },
    /** Call it when the page is visible again. */
    resume: observe,
    dispose() {
      stopWatching();
      clearTimeout(settleTimer);
      keeper.dispose();
    },
  };
}

/** Keeps the place where the user reads, which is where they stay, and writes it now and then. */
function keepPlace(
  { root, viewport, start, save }: PlaceTrackerOptions,
  startBlock: Element | null,
) {
  let kept = start;
  let keptBlock = startBlock;
  let written = kept;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let writeTimer: ReturnType<typeof setTimeout> | undefined;

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
    if (isSameReadingPlace(kept, written)) return;
    written = kept;
    save(kept);
  }

  const wait = () => clearTimeout(restTimer);
  return {
    /** Keeps a place that is seen, at once or when the user has stayed there. */
    consider(seen: ReadingPlace, block: Element | null, hasScrolled: boolean) {
      wait();
      if (isSameReadingPlace(seen, kept)) return;
      const restMs = restNeededMs(kept, seen, { screensAhead: screensAhead(block), hasScrolled });
      if (restMs === 0) accept(seen, block);
      else restTimer = setTimeout(() => accept(seen, block), restMs);
    },
    /** Keeps a place at once. */
    accept,
    /** Does not keep a place that was only seen. */
    wait,
    write,
    dispose() {
      wait();
      clearTimeout(writeTimer);
      write();
    },
  };
}

/** Other programs store no anchor, and a new article may not have it. Then the progress tells the place. */
function startSpotOf({ root, viewport, start }: PlaceTrackerOptions): Spot | null {
  const anchored = findAnchor(root, start.anchor);
  if (anchored) return { block: anchored, fraction: 0, belowPx: 0 };
  if (start.progress === 0 || start.progress === 100) return null;
  const line = readingLineOf(start.progress, root.getBoundingClientRect(), viewport.screen());
  const block = blockAt(blocksOf(root), line + LINE_SLACK_PX);
  return block && spotIn(block, line);
}

function spotIn(block: Element, line: number): Spot {
  const { top, height } = block.getBoundingClientRect();
  const intoPx = Math.max(0, line - top);
  const belowPx = Math.max(0, intoPx - height);
  return { block, fraction: height > 0 ? (intoPx - belowPx) / height : 0, belowPx };
}
