import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Bookmark, Highlight, HighlightId } from '../../domain';
import { HighlightEditor, SelectionBubble } from './highlight-controls';
import { HighlightList } from './highlight-list';
import type { HighlightsStore, ListedHighlight } from './highlights-store';
import type { PaintedText } from './painted-text';
import './highlights.css';

interface ReaderHighlightsProps {
  readonly store: HighlightsStore;
  readonly bookmark: Bookmark;
  /** null: the article is not shown yet. A captured article has a text of its own. */
  readonly text: PaintedText | null;
  /** Scrolls until the line at `top`, in CSS pixels of the window, can be read. */
  readonly scrollToLine: (top: number) => void;
  readonly isListOpen: boolean;
  readonly onCloseList: () => void;
}

/** The highlights of an article: in its text, the list beside it, and their controls. */
export function ReaderHighlights(props: ReaderHighlightsProps): JSX.Element {
  const { store, bookmark, text, scrollToLine } = props;
  const selectionRect = useSelection(text, store);
  const [editorRect, setEditorRect] = useState<DOMRect | null>(null);
  const open = store.open.value;

  const openEditor = (id: HighlightId) => {
    const rect = text?.rangeOf(id)?.getClientRects()[0] ?? null;
    setEditorRect(rect);
    store.setOpen(rect && id);
  };
  useEffect(() => {
    if (text === null) return;
    const onClick = (event: MouseEvent) => {
      const isOnControl = event.target instanceof Element && event.target.closest('a, summary');
      if (isOnControl || !document.getSelection()?.isCollapsed) return;
      const id = text.highlightAt(event.clientX, event.clientY);
      if (id !== null) openEditor(id);
    };
    text.root.addEventListener('click', onClick);
    return () => text.root.removeEventListener('click', onClick);
  }, [text]);
  useLayoutEffect(() => {
    store.attach(text);
    return () => {
      store.attach(null);
      text?.dispose();
    };
  }, [text, store]);

  const show = ({ id }: Highlight) => {
    const top = text?.rangeOf(id)?.getBoundingClientRect().top;
    if (top === undefined) return;
    scrollToLine(top);
    openEditor(id);
  };
  return (
    <>
      {selectionRect && store.selected.value && (
        <SelectionBubble rect={selectionRect} onChoose={(color) => void store.add(color)} />
      )}
      {open && editorRect && (
        <HighlightEditor
          key={open.id}
          highlight={open}
          rect={editorRect}
          copyText={quoteAsText(open, bookmark)}
          onColor={(color) => void store.setColor(open, color)}
          onNote={(note) => void store.setNote(open, note)}
          onDelete={() => void store.remove(open)}
          onClose={() => store.setOpen(null)}
        />
      )}
      {props.isListOpen && (
        <HighlightList
          store={store}
          markdown={highlightsAsMarkdown(store.listed.value, bookmark)}
          onShow={show}
          onClose={props.onCloseList}
        />
      )}
    </>
  );
}

/**
 * Reports the selected text to the store. Returns its place in the window once the user has
 * released the pointer; null: nothing is selected.
 */
function useSelection(text: PaintedText | null, store: HighlightsStore): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    if (text === null) return;
    let isPressed = false;
    const update = () => {
      const selection = document.getSelection();
      const selected = text.selected(selection);
      store.setSelected(selected);
      const rects = selected && selection?.getRangeAt(0).getClientRects();
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

type Page = Pick<Bookmark, 'title' | 'url'>;

/** Returns a quote with its note and the address of the page, as plain text. */
const quoteAsText = ({ quote, note }: Highlight, { title, url }: Page): string =>
  [`“${quote.exact}”`, ...(note === '' ? [] : [note]), `${title}\n${url}`].join('\n\n');

/** Returns all highlights of a page as Markdown: a heading, then each quote with its note. */
function highlightsAsMarkdown(listed: readonly ListedHighlight[], { title, url }: Page): string {
  const quotes = listed.flatMap(({ highlight: { quote, note } }) => [
    `> ${escapeMarkdown(quote.exact)}`,
    ...(note === '' ? [] : [escapeMarkdown(note)]),
  ]);
  return [`# [${escapeMarkdown(title)}](<${url}>)`, ...quotes].join('\n\n');
}

/** Escapes what Markdown would read as markup. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#~|]/g, '\\$&');
