import shareIcon from 'lucide-static/icons/share-2.svg?icon';
import noteIcon from 'lucide-static/icons/sticky-note.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Bookmark } from '../../../domain/bookmark';
import { type HighlightId, shownColor } from '../../../domain/highlight';
import { IconButton } from '../../components/button';
import { COLOR_NAMES } from '../../field-names';
import { shareSheetFor } from '../../share/share-sheet';
import { formatNumber, t } from '../../strings';
import type { HighlightsStore } from '../store/highlights-store';
import type { PaintedText } from '../store/painted-text';
import { HighlightEditor, isTouched, SelectionBubble } from '../views/highlight-controls';
import { quoteAsText } from '../views/highlight-copy';
import { useClicks, useSelection } from '../views/highlight-gestures';
import { HighlightList } from '../views/highlight-list';
import { useHighlightTabs } from './highlight-tabs';
import '../views/highlights.css';

interface ReaderHighlightsProps {
  readonly store: HighlightsStore;
  readonly bookmark: Bookmark;
  /** null: the article is not shown yet. A captured article has a text of its own. */
  readonly text: PaintedText | null;
  /** Scrolls until the line at `top`, in CSS pixels of the window, can be read. */
  readonly scrollToLine: (top: number) => void;
  /** The highlight at which the article is opened; null: none. */
  readonly startAt: HighlightId | null;
  readonly isListOpen: boolean;
  readonly onList: (isOpen: boolean) => void;
}

/** The highlights of an article: in its text, the list beside it, and their controls. */
export function ReaderHighlights(props: ReaderHighlightsProps): JSX.Element {
  const { store, bookmark, text, scrollToLine } = props;
  // The highlights of a bookmark in the trash cannot be added.
  const selectionRect = useSelection(bookmark.trashedAt === null ? text : null, store);
  const open = store.open.value;

  const openRange = (open && text?.rangeOf(open.highlight.id)) ?? null;

  const openEditor = (id: HighlightId) => {
    const isShown = (text?.rangeOf(id)?.getClientRects().length ?? 0) > 0;
    store.setOpen(isShown ? id : null);
  };
  useClicks(text, openEditor);
  useLayoutEffect(() => {
    store.attach(text);
    return () => {
      store.attach(null);
      text?.dispose();
    };
  }, [text, store]);

  const scrollTo = (range: Range) => scrollToLine(range.getBoundingClientRect().top);
  const { current, goTo } = useHighlightTabs({ text, store, scrollTo, open: openEditor });
  useStart(props, goTo);
  return (
    <>
      {/* Always rendered: a live region that appears with its text is not announced. */}
      <p class="visually-hidden" role="status">
        {current !== null && announcement(store, current)}
      </p>
      {selectionRect && store.selected.value.length > 0 && (
        <SelectionBubble rect={selectionRect} onChoose={(color) => void store.add(color)}>
          {isTouched() && <SelectionActions store={store} bookmark={bookmark} />}
        </SelectionBubble>
      )}
      {open && openRange && (
        <HighlightEditor
          key={open.highlight.id}
          store={store}
          listed={open}
          range={openRange}
          copyText={quoteAsText(open.highlight, bookmark)}
          isForNote={store.isForNote.value}
          onClose={() => store.setOpen(null)}
        />
      )}
      {props.isListOpen && (
        <HighlightList
          store={store}
          bookmark={bookmark}
          empty={t('highlightsEmpty')}
          onShow={async ({ id }) => {
            if (text?.show) await text.show(id);
            const range = text?.rangeOf(id);
            if (!range) return;
            scrollTo(range);
            openEditor(id);
          }}
          onClose={() => props.onList(false)}
        />
      )}
    </>
  );
}

type SelectionActionsProps = Pick<ReaderHighlightsProps, 'store' | 'bookmark'>;

/** The actions on selected words for which a finger has no key. */
function SelectionActions({ store, bookmark }: SelectionActionsProps): JSX.Element {
  const exact = store.selected.value.map(String).join(' … ');
  const share = shareSheetFor({ text: quoteAsText({ quote: { exact }, note: '' }, bookmark) });
  return (
    <>
      <IconButton
        label={t('highlightNote')}
        icon={noteIcon}
        onClick={() => void store.add(store.color.value, true)}
      />
      {share && <IconButton label={t('actionShare')} icon={shareIcon} onClick={share} />}
    </>
  );
}

/** Opens the article at a highlight once. If its text is not there, the list shows it. */
function useStart(
  { store, startAt, onList }: ReaderHighlightsProps,
  goTo: (id: HighlightId) => Promise<void>,
): void {
  const shown = useRef<HighlightId | null>(null);
  const isSearched = store.isSearched.value;
  useEffect(() => {
    const listed = store.listed.value.find(({ highlight }) => highlight.id === startAt);
    if (startAt === shown.current || listed === undefined || !isSearched) return;
    shown.current = startAt;
    if (listed.place === null) onList(true);
    else void goTo(listed.highlight.id);
  }, [isSearched, startAt, store]);
}

/** Describes the highlight that the keyboard has reached. */
function announcement({ listed }: HighlightsStore, id: HighlightId): string {
  const placed = listed.value.filter(({ place }) => place !== null);
  const at = placed.findIndex(({ highlight }) => highlight.id === id);
  const highlight = placed[at]?.highlight;
  if (highlight === undefined) return '';
  const { quote, note, color } = highlight;
  const words = note === '' ? quote.exact : `${quote.exact} ${t('highlightNote')}: ${note}`;
  return t(
    'highlightCurrent',
    formatNumber(at + 1),
    formatNumber(placed.length),
    t(COLOR_NAMES[shownColor(color)]),
    words,
  );
}
