export type PersonInPage = ReturnType<typeof createPerson>;

/** A key changes the selection at once, or shortly after it on a busy page. */
const KEY_MS = 500;

/**
 * Tells what a person does in a page, whose scripts can make events and selections as well. `hasMade`
 * is false for an event that a script has made.
 */
export function createPerson(hasMade: (event: Event) => boolean) {
  let isPressed = false;
  let keyAt = Number.NEGATIVE_INFINITY;
  let hasSelected = false;
  return {
    hasMade,
    /** True if the person has selected something since nothing was selected. */
    hasSelected: () => hasSelected,
    /** Follows the presses and keys in the page, or in a frame of it. */
    follow(page: EventTarget, signal: AbortSignal) {
      const follow = (type: string, run: () => void) =>
        page.addEventListener(type, (event) => hasMade(event) && run(), { signal, capture: true });
      follow('pointerdown', () => {
        isPressed = true;
      });
      for (const type of ['pointerup', 'pointercancel']) {
        follow(type, () => {
          isPressed = false;
        });
      }
      follow('keydown', () => {
        keyAt = performance.now();
      });
    },
    /** Must be called when the browser reports another selection. */
    selectionChanged(hasWords: boolean) {
      const isByKey = performance.now() - keyAt < KEY_MS;
      hasSelected = hasWords && (hasSelected || isPressed || isByKey);
    },
  };
}
