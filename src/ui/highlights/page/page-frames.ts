import { membersOf } from '../../../dom/native';
import { focusedFrames } from '../store/selection';

/**
 * Follows the frames of a page that its scripts can read: those that are added and those that get the
 * focus, so that a selection in a frame is noticed without reading the page for frames. Events in
 * frames don't reach the page.
 */
export function followFrames(page: Document) {
  const stopped = new AbortController();
  const known = new Set<Document>();
  const listeners = new Set<(frame: Document) => void>();

  function add(frames: readonly Document[]): void {
    for (const frame of frames) {
      if (frame === page || known.has(frame)) continue;
      known.add(frame);
      watchFocus(frame);
      for (const listener of listeners) listener(frame);
    }
  }

  const addFocused = () => add(focusedFrames(page));

  /** A window loses the focus when the user clicks into a frame of it. */
  function watchFocus(frame: Document): void {
    const { defaultView } = membersOf(frame);
    const onBlur = () => {
      addFocused();
      setTimeout(addFocused); // Firefox moves the focus after the event.
    };
    defaultView?.addEventListener('blur', onBlur, { signal: stopped.signal });
  }

  watchFocus(page);
  addFocused();
  return {
    add,
    /** Calls `listener` with each frame, now and later, until `signal` aborts. */
    each(listener: (frame: Document) => void, signal: AbortSignal) {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
      for (const frame of known) listener(frame);
    },
    stop: () => stopped.abort(),
  };
}

/** Returns the character at a point of a page or of a frame in it, in CSS pixels of the page. */
export function caretAt(
  page: Document,
  { x, y }: { readonly x: number; readonly y: number },
): CaretPosition | null {
  const shadowRoots: ShadowRoot[] = [];
  const members = membersOf(page);
  let element = members.elementFromPoint(x, y);
  while (element?.shadowRoot) {
    shadowRoots.push(element.shadowRoot);
    const inner = element.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === element) break;
    element = inner;
  }
  const frame = (element as Partial<HTMLIFrameElement> | null)?.contentDocument;
  if (!element || !frame) return members.caretPositionFromPoint(x, y, { shadowRoots });
  const { left, top } = element.getBoundingClientRect();
  return caretAt(frame, {
    x: x - left - element.clientLeft,
    y: y - top - element.clientTop,
  });
}
