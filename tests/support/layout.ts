import { vi } from 'vitest';

/** A scroll by script fires its event in the next frame. */
const FRAME_MS = 16;

/** A layout for jsdom, which has none: elements are stacked in a window that scrolls. */
export interface TestWindow {
  /** The scroll position in px. */
  scrollTop: number;
  /** Puts each element at `top` with `height`, in px from the start of the document. */
  place(element: Element, top: number, height: number): void;
  /** Scrolls as a user does. */
  scrollTo(top: number): void;
  /** Notifies the observers that the size of the article has changed. */
  resized(): void;
}

/** Call it before rendering, and `vi.unstubAllGlobals()` after the test. */
export function stubLayout(windowHeight = 600): TestWindow {
  const boxes = new WeakMap<Element, { top: number; height: number }>();
  const observers = new Set<() => void>();
  // The test and its globals may be gone before its last frame.
  const view = window;
  const layout: TestWindow = {
    scrollTop: 0,
    place: (element, top, height) => void boxes.set(element, { top, height }),
    scrollTo(top) {
      layout.scrollTop = top;
      window.dispatchEvent(new Event('scroll'));
    },
    resized() {
      for (const notify of observers) notify();
    },
  };
  vi.stubGlobal('innerHeight', windowHeight);
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => layout.scrollTop);
  vi.stubGlobal('scrollBy', ({ top }: { top: number }) => {
    layout.scrollTop += top;
    setTimeout(() => view.dispatchEvent(new view.Event('scroll')), FRAME_MS);
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #notify: () => void;
      constructor(notify: () => void) {
        this.#notify = notify;
      }
      observe() {
        observers.add(this.#notify);
      }
      disconnect() {
        observers.delete(this.#notify);
      }
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const box = boxes.get(this) ?? { top: 0, height: 0 };
    return new DOMRect(0, box.top - layout.scrollTop, 400, box.height);
  });
  return layout;
}
