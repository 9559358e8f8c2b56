import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { ListTouch } from './list-touch';

interface TouchHandlers {
  readonly touch: ListTouch;
  readonly canSwipe: () => boolean;
  readonly canPull: () => boolean;
  readonly pullToSync: { load(): Promise<void> };
  /** Called for a press of a finger on a row. Returns true if the press does not open it. */
  readonly onTap: (id: BookmarkId) => boolean;
}

/** A finger that presses one of these does not mean the row. */
const CONTROLS_IN_ROW = 'button, input, label, select, textarea';

/** Tells the store what a finger does in the list in `area`. The row or the list follows the finger. */
export function useListTouch(
  area: RefObject<HTMLElement | null>,
  handlers: TouchHandlers | null,
): void {
  useEffect(() => {
    const element = area.current;
    if (element === null || handlers === null) return;
    return listen(element, handlers);
  }, [area, handlers]);
}

function listen(area: HTMLElement, handlers: TouchHandlers): () => void {
  const { touch, pullToSync } = handlers;
  void pullToSync.load();
  const stopped = new AbortController();
  const { signal } = stopped;
  let moved: HTMLElement | null = null;
  let pulled: HTMLElement | null = null;
  let isFinger = false;

  const release = () => {
    moved?.style.removeProperty('--swipe');
    moved = null;
    pulled?.style.removeProperty('--pull');
    pulled = null;
  };
  const onStart = (event: TouchEvent) => {
    release();
    const [finger, second] = event.touches;
    const target = event.target instanceof Element ? event.target : null;
    if (!finger || second || !target || target.closest(CONTROLS_IN_ROW)) return touch.cancel();
    pulled = target.closest<HTMLElement>('.list');
    moved = target.closest<HTMLElement>('.row');
    // The ids of rows are those of bookmarks.
    const id = (moved?.dataset.id ?? null) as BookmarkId | null;
    touch.start({
      from: { x: finger.clientX, y: finger.clientY },
      widthPx: window.innerWidth,
      id,
      canSwipe: id !== null && handlers.canSwipe(),
      canPull: pulled !== null && pulled.scrollTop <= 0 && handlers.canPull(),
    });
  };
  const onMove = ({ touches: [finger] }: TouchEvent) => {
    if (!finger) return;
    const { x, y } = touch.move({ x: finger.clientX, y: finger.clientY });
    moved?.style.setProperty('--swipe', `${x}px`);
    pulled?.style.setProperty('--pull', `${y}px`);
  };
  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element && event.target.closest<HTMLElement>('.row');
    const isPress = row && isFinger && !(event.target as Element).closest(CONTROLS_IN_ROW);
    if (!isPress) return;
    const id = row.dataset.id as BookmarkId | undefined;
    if (!touch.isHeld() && !(id && handlers.onTap(id))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const options = { signal, passive: true };
  area.addEventListener('touchstart', onStart, options);
  area.addEventListener('touchmove', onMove, options);
  area.addEventListener(
    'touchend',
    () => {
      release();
      touch.finish();
    },
    options,
  );
  area.addEventListener(
    'touchcancel',
    () => {
      release();
      touch.cancel();
    },
    options,
  );
  area.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isFinger = pointerType === 'touch';
    },
    options,
  );
  area.addEventListener('click', onClick, { signal, capture: true });
  // The menu of a link would cover the row that was just selected.
  area.addEventListener('contextmenu', (event) => touch.isHeld() && event.preventDefault(), {
    signal,
  });
  // A finger that holds a link or a picture would drag it.
  area.addEventListener('dragstart', (event) => isFinger && event.preventDefault(), { signal });
  return () => {
    release();
    touch.cancel();
    stopped.abort();
  };
}
