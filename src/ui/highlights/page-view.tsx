import { type ReadonlySignal, signal } from '@preact/signals';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type HighlightId, SECOND_MS } from '../../domain';
import { Button, IconButton } from '../components/button';
import { schedule } from '../components/timers';
import { type ToastStore, Toasts } from '../components/toasts';
import { plural, t } from '../strings';
import { membersOf } from './document-members';
import { HighlightEditor, highlightName, SelectionBubble } from './highlight-controls';
import { type HighlightsOfPage, quoteAsText } from './highlight-copy';
import { pointOf, useClicks, useSelection } from './highlight-gestures';
import { HighlightItems, MarkdownActions } from './highlight-list';
import type { HighlightsStore, ListedHighlight } from './highlights-store';
import type { PageText } from './page-text';
import { linesOf, offsetOfFrame } from './painted-text';

/** The functions of the interface that other parts of the script call. */
export interface PageCommands {
  /** Moves the focus to the first highlight in the window or after it. False: there is none. */
  focusHighlights(): boolean;
  openList(): void;
  /** Scrolls to a highlight and opens its editor. Does nothing if it has no place. */
  show(id: HighlightId): void;
}

interface PageViewProps {
  readonly store: HighlightsStore;
  readonly text: PageText;
  readonly toasts: ToastStore;
  /** Returns the title and the address of the page, for copies of its highlights. */
  readonly source: () => HighlightsOfPage['bookmark'];
  /** Shows the interface above everything else in the page. */
  readonly onOpen: () => void;
  /** Called with the commands when the interface is there. */
  readonly onReady: (commands: PageCommands) => void;
}

/** The interface of highlights in a page. */
export function PageView(props: PageViewProps): JSX.Element {
  const { store, text, toasts } = props;
  const selectionRect = useSelection(text, store);
  const [editorRect, setEditorRect] = useState<DOMRect | null>(null);
  const [isListed, setListed] = useState(false);
  const list = useRef<HTMLElement>(null);
  const cursor = useCursor(props);
  const open = store.open.value;
  const isBubbleShown = selectionRect !== null && store.selected.value.length > 0;

  const openEditor = (id: HighlightId) => {
    const range = text.rangeOf(id);
    const rect = (range && linesOf(range)[0]) ?? null;
    props.onOpen();
    setEditorRect(rect);
    store.setOpen(rect && id);
  };
  useClicks(text, openEditor);
  useHover(text);
  useLayoutEffect(() => {
    if (isBubbleShown) props.onOpen();
  }, [isBubbleShown]);
  const show = (id: HighlightId) => {
    scrollTo(text, id);
    openEditor(id);
  };
  // Before the first paint, because a message may wait for it.
  useLayoutEffect(() => {
    const openList = () => {
      props.onOpen();
      setListed(true);
      list.current?.focus();
    };
    props.onReady({ focusHighlights: cursor.focus, openList, show });
  }, []);

  return (
    <>
      {isBubbleShown && (
        <SelectionBubble rect={selectionRect} onChoose={(color) => void store.add(color)} />
      )}
      {open && editorRect && (
        <HighlightEditor
          key={open.highlight.id}
          store={store}
          listed={open}
          rect={editorRect}
          copyText={quoteAsText(open.highlight, props.source())}
          onClose={() => store.setOpen(null)}
        />
      )}
      {isListed ? (
        <PageList {...props} list={list} onShow={show} onClose={() => setListed(false)} />
      ) : (
        <Notice store={store} onOpen={() => setListed(true)} />
      )}
      <CursorButton cursor={cursor} onChoose={show} />
      <Toasts store={toasts} />
    </>
  );
}

interface PageListProps extends PageViewProps {
  readonly list: { current: HTMLElement | null };
  readonly onShow: (id: HighlightId) => void;
  readonly onClose: () => void;
}

/** All highlights of the page. It has the focus when it opens, and closes on Escape. */
function PageList({ store, text, source, list, onShow, onClose }: PageListProps): JSX.Element {
  useLayoutEffect(() => list.current?.focus(), []);
  return (
    <aside
      class="highlight-list"
      aria-label={t('highlightsTitle')}
      ref={list}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header>
        <h2>{t('highlightsTitle')}</h2>
        <IconButton label={t('highlightsClose')} icon={closeIcon} onClick={onClose} />
      </header>
      {store.listed.value.length === 0 ? (
        <p class="highlight-list-empty">{t('pageHighlightsNone')}</p>
      ) : (
        <>
          <HighlightItems
            store={store}
            onShow={({ id }) => onShow(id)}
            onFindAgain={() => void text.checkPlaces().then(store.findAgain)}
          />
          <MarkdownActions bookmark={source()} listed={store.listed.value} />
        </>
      )}
    </aside>
  );
}

/** Pages often load parts of their text after the start. */
const NOTICE_AFTER_MS = 2 * SECOND_MS;

/** Says that highlights need a person, until it is closed. */
function Notice(props: {
  readonly store: HighlightsStore;
  readonly onOpen: () => void;
}): JSX.Element | null {
  const [isClosed, setClosed] = useState(false);
  const [isDue, setDue] = useState(false);
  useEffect(() => schedule(() => setDue(true), NOTICE_AFTER_MS), []);
  const doubtful = props.store.listed.value.filter(
    ({ highlight, place }) => !highlight.isNoteOnly && !place?.isSure,
  );
  if (isClosed || !isDue || doubtful.length === 0) return null;
  return (
    <div class="page-notice">
      <Button look="quiet" onClick={props.onOpen}>
        {plural('highlightsToCheck', doubtful.length)}
      </Button>
      <IconButton label={t('actionDismiss')} icon={closeIcon} onClick={() => setClosed(true)} />
    </div>
  );
}

/** The highlight that the keyboard is at. */
interface Cursor {
  readonly at: ReadonlySignal<ListedHighlight | null>;
  readonly button: { current: HTMLButtonElement | null };
  focus(): boolean;
  /** Returns false if there is no further highlight. */
  move(step: 1 | -1): boolean;
  leave(): void;
}

function useCursor({ store, text, onOpen }: PageViewProps): Cursor {
  const button = useRef<HTMLButtonElement>(null);
  const [at] = useState(() => signal<ListedHighlight | null>(null));
  const placed = () => store.listed.value.filter(({ place }) => place !== null);
  const moveTo = (next: ListedHighlight | undefined): boolean => {
    if (next === undefined) return false;
    at.value = next;
    text.point(next.highlight.id);
    scrollTo(text, next.highlight.id);
    return true;
  };
  return {
    at,
    button,
    focus() {
      const bottom = ({ highlight }: ListedHighlight) => {
        const range = text.rangeOf(highlight.id);
        const { y } = offsetOfFrame(range?.startContainer.ownerDocument ?? null);
        return (range?.getBoundingClientRect().bottom ?? 0) + y;
      };
      const all = placed();
      if (!moveTo(all.find((each) => bottom(each) >= 0) ?? all[0])) return false;
      onOpen();
      button.current?.focus({ preventScroll: true });
      return true;
    },
    move(step) {
      const all = placed();
      const now = all.findIndex(({ highlight }) => highlight.id === at.value?.highlight.id);
      return moveTo(all[now < 0 ? 0 : now + step]);
    },
    leave() {
      at.value = null;
      text.point(null);
    },
  };
}

/** Has the focus while the user goes through the highlights with Tab. Enter opens the editor. */
function CursorButton(props: {
  readonly cursor: Cursor;
  readonly onChoose: (id: HighlightId) => void;
}): JSX.Element {
  const { cursor } = props;
  const name = cursor.at.value && highlightName(cursor.at.value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cursor.button.current?.blur();
    const isTab = event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isTab && cursor.move(event.shiftKey ? -1 : 1)) event.preventDefault();
  };
  return (
    <>
      <button
        type="button"
        class="page-cursor"
        ref={cursor.button}
        aria-label={name ?? t('highlightsTitle')}
        onFocus={() => cursor.at.value === null && cursor.move(1)}
        onBlur={cursor.leave}
        onKeyDown={onKeyDown}
        onClick={() => cursor.at.value && props.onChoose(cursor.at.value.highlight.id)}
      />
      <p class="visually-hidden" role="status">
        {name}
      </p>
    </>
  );
}

/** Shows which highlight the pointer is over. */
function useHover(text: PageText): void {
  useEffect(() => {
    let frame = 0;
    let pointed: HighlightId | null = null;
    const onMove = (event: PointerEvent) => {
      if (frame !== 0 || event.buttons !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const { x, y } = pointOf(event);
        const next = text.highlightAt(x, y);
        if (next !== pointed) text.point(next);
        pointed = next;
      });
    };
    const stopped = new AbortController();
    const listen = (page: Document) =>
      membersOf(page).addEventListener('pointermove', onMove, {
        passive: true,
        signal: stopped.signal,
      });
    listen(document);
    text.eachFrame(listen, stopped.signal);
    return () => {
      cancelAnimationFrame(frame);
      stopped.abort();
    };
  }, [text]);
}

function scrollTo(text: PageText, id: HighlightId): void {
  const range = text.rangeOf(id);
  const { parentElement } = range?.startContainer ?? {};
  parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
