import { useEffect, useState } from 'preact/hooks';
import type { HighlightId } from '../../domain';
import type { HighlightsStore } from './highlights-store';
import type { PaintedText } from './painted-text';

/**
 * Reports the selected text to the store. Returns its place in the window once the user has
 * released the pointer; null: nothing is selected.
 */
export function useSelection(text: PaintedText | null, store: HighlightsStore): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    if (text === null) {
      store.setSelected(null);
      setRect(null);
      return;
    }
    let isPressed = false;
    const update = () => {
      const selected = text.selected(document.getSelection());
      store.setSelected(selected);
      const rects = selected?.getClientRects();
      setRect(isPressed ? null : (rects?.[rects.length - 1] ?? null));
    };
    const stopped = new AbortController();
    const { signal } = stopped;
    const press = (event: Event) => {
      isPressed = event.type === 'pointerdown';
      update();
    };
    document.addEventListener('selectionchange', update, { signal });
    // Not in the whole page: a press on the bubble must not close it.
    text.root.addEventListener('pointerdown', press, { signal });
    document.addEventListener('pointerup', press, { signal });
    document.addEventListener('pointercancel', press, { signal });
    // The bubble would stay where the text was.
    addEventListener('scroll', () => setRect(null), { signal, passive: true });
    return () => stopped.abort();
  }, [text, store]);
  return rect;
}

/** Calls `open` with the highlight that the user clicks. Controls of the page keep their clicks. */
export function useClicks(text: PaintedText | null, open: (id: HighlightId) => void): void {
  useEffect(() => {
    if (text === null) return;
    const onClick = (event: MouseEvent) => {
      const isOnControl = event.target instanceof Element && event.target.closest(CONTROLS);
      if (isOnControl || !document.getSelection()?.isCollapsed) return;
      const id = text.highlightAt(event.clientX, event.clientY);
      if (id !== null) open(id);
    };
    text.root.addEventListener('click', onClick);
    return () => text.root.removeEventListener('click', onClick);
  }, [text]);
}

const CONTROLS = 'a, summary, button, input, select, textarea, label';
