export type PersonInPage = ReturnType<typeof createPerson>;

/** A key or a press changes the selection at once, or shortly after it on a busy page. */
const ACT_MS = 500;
/** Two presses within this time are a double click. */
const REPEAT_MS = 500;
/** A pointer that moves less than this selects nothing. */
const MIN_DRAG_PX = 3;

/**
 * Tells what a person does in a page, whose scripts can make events and selections as well. `hasMade`
 * is false for an event that a script has made.
 */
export function createPerson(hasMade: (event: Event) => boolean) {
  let isPressed = false;
  let actedAt = Number.NEGATIVE_INFINITY;
  let hasSelected = false;
  /** The last press. */
  let press = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, isRepeated: false };
  const act = () => {
    actedAt = performance.now();
  };
  return {
    hasMade,
    /** True if the person has selected something since nothing was selected. */
    hasSelected: () => hasSelected,
    /** Follows the presses and keys in the page, or in a frame of it. */
    follow(page: EventTarget, signal: AbortSignal) {
      const follow = (type: string, run: (event: Event) => void) =>
        page.addEventListener(type, (event) => hasMade(event) && run(event), {
          signal,
          capture: true,
        });
      follow('pointerdown', (event) => {
        const { clientX: x, clientY: y } = event as PointerEvent;
        const at = performance.now();
        press = { at, x, y, isRepeated: at - press.at < REPEAT_MS };
        isPressed = true;
      });
      // The selection of a quick drag, or of a double click, is reported after the release.
      follow('pointerup', (event) => {
        const { clientX: x, clientY: y, shiftKey } = event as PointerEvent;
        const isDrag = Math.hypot(x - press.x, y - press.y) >= MIN_DRAG_PX;
        if (isPressed && (isDrag || press.isRepeated || shiftKey)) act();
        isPressed = false;
      });
      follow('pointercancel', () => {
        isPressed = false;
      });
      follow('keydown', act);
    },
    /** Must be called when the browser reports another selection. */
    selectionChanged(hasWords: boolean) {
      const isByPerson = isPressed || performance.now() - actedAt < ACT_MS;
      hasSelected = hasWords && (hasSelected || isByPerson);
    },
  };
}
