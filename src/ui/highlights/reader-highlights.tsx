import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Bookmark, Highlight, HighlightId } from '../../domain';
import { HighlightEditor, SelectionBubble } from './highlight-controls';
import { useClicks, useSelection } from './highlight-gestures';
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
  useClicks(text, openEditor);
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
          key={open.highlight.id}
          store={store}
          listed={open}
          rect={editorRect}
          copyText={quoteAsText(open.highlight, bookmark)}
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
