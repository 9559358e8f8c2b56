import { useEffect, useState } from 'preact/hooks';
import { membersOf } from '../../../dom/native';
import type { HighlightId } from '../../../domain/highlight';
import { schedule } from '../../components/timers';
import type { HighlightsStore } from '../store/highlights-store';
import { linesOfRange, offsetOfFrame, type PaintedText } from '../store/painted-text';
import { lastTextOf } from '../store/selection';

/** A selection whose ends a finger drags, or a page that scrolls, is at rest after this time without a change. */
const SELECTION_REST_MS = 300;

/**
 * Reports the selected text to the store. Returns its place in the window once the user has
 * released the pointer, and a selection by touch has come to rest; null: nothing is selected.
 */
export function useSelection(text: PaintedText | null, store: HighlightsStore): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    if (text === null) {
      store.setSelected([]);
      setRect(null);
      return;
    }
    const isMeant = (event: Event) => text.person?.hasMade(event) !== false;
    let isPressed = false;
    // The browser reports how the ends of a selection are dragged, but not the finger.
    let isFinger = false;
    let stopRest = () => {};
    const update = () => {
      stopRest();
      const selected = text.selected(membersOf(document).getSelection());
      store.setSelected(selected);
      const last = selected.at(-1);
      // Beside what a page has selected by itself, no colours appear.
      const isShown = !isPressed && text.person?.hasSelected() !== false;
      if (!isShown || last === undefined) setRect(null);
      else if (!isFinger) setRect(lastLineOf(last));
      else stopRest = schedule(() => setRect(lastLineOf(last)), SELECTION_REST_MS);
    };
    const stopped = new AbortController();
    const { signal } = stopped;
    const press = (event: Event) => {
      if (!isMeant(event)) return;
      isPressed = event.type === 'pointerdown';
      if (isPressed) isFinger = (event as PointerEvent).pointerType === 'touch';
      update();
    };
    const onChange = (event: Event) => isMeant(event) && update();
    // The bubble would stay where the text was. Safari reports no end of scrolling.
    const scroll = () => {
      setRect(null);
      stopRest();
      stopRest = schedule(update, SELECTION_REST_MS);
    };
    const listen = (frame: Document, root: Node) => {
      const page = membersOf(frame);
      page.addEventListener('selectionchange', onChange, { signal });
      // Not in the whole page: a press on the bubble must not close it.
      root.addEventListener('pointerdown', press, { signal });
      page.addEventListener('pointerup', press, { signal });
      page.addEventListener('pointercancel', press, { signal });
      page.addEventListener('scroll', scroll, { signal, passive: true });
    };
    listen(document, text.root);
    window.addEventListener('resize', update, { signal });
    text.eachFrame((frame) => listen(frame, membersOf(frame)), signal);
    return () => {
      stopRest();
      stopped.abort();
    };
  }, [text, store]);
  return rect;
}

/** Calls `open` with the highlight that the user clicks. Controls of the page keep their clicks. */
export function useClicks(text: PaintedText | null, open: (id: HighlightId) => void): void {
  useEffect(() => {
    if (text === null) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const listen = (frame: Document, root: Node) => {
      const page = membersOf(frame);
      const onClick = (event: Event) => {
        // In an open shadow root, the target of the event would be its host. Elements of a frame are
        // not of this window's classes.
        if (text.person?.hasMade(event) === false) return;
        const target = event.composedPath()[0] as Partial<Element> | undefined;
        if (target?.closest?.(CONTROLS_IN_ARTICLE) || !page.getSelection()?.isCollapsed) return;
        const { x, y } = pointOf(event as MouseEvent);
        const id = text.highlightAt(x, y);
        if (id !== null) open(id);
      };
      root.addEventListener('click', onClick, { signal });
    };
    listen(document, text.root);
    text.eachFrame((frame) => listen(frame, membersOf(frame)), signal);
    return () => stopped.abort();
  }, [text]);
}

/** Returns the point of an event in the window of this script, also if it is of a frame. */
export function pointOf({ clientX, clientY, view }: MouseEvent): { x: number; y: number } {
  const { x, y } = offsetOfFrame(view?.document ?? document);
  return { x: clientX + x, y: clientY + y };
}

/** The length of the text whose last line is that of a selection, which may be a whole document. */
const MEASURED_LENGTH = 500;

/** Returns the last line of a range that has text, or null. */
function lastLineOf(range: Range): DOMRect | null {
  const { startContainer, startOffset } = range;
  const last = lastTextOf(range);
  if (last === null) return null;
  const part = range.cloneRange();
  const first = last.node === startContainer ? startOffset : 0;
  part.setStart(last.node, Math.max(first, last.end - MEASURED_LENGTH));
  part.setEnd(last.node, last.end);
  return linesOfRange(part).at(-1) ?? null;
}

const CONTROLS_IN_ARTICLE = 'a, summary, button, input, select, textarea, label';
