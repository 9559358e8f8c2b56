import { signal } from '@preact/signals';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { membersOf } from '../../../dom/native';
import { type HighlightId, shownColor } from '../../../domain/highlight';
import { SECOND_MS } from '../../../domain/time';
import { Button, IconButton } from '../../components/button';
import { schedule } from '../../components/timers';
import { type ToastStore, Toasts } from '../../components/toasts';
import { COLOR_NAMES } from '../../field-names';
import { formatNumber, t } from '../../strings';
import type { HighlightsStore } from '../store/highlights-store';
import type { ListedHighlight } from '../store/listed-highlights';
import { offsetOfFrame, scrollTo } from '../store/painted-text';
import { SelectionBubble } from '../views/highlight-controls';
import { pointOf, useClicks, useSelection } from '../views/highlight-gestures';
import { type ClickGuard, guardClicks } from './click-guard';
import type { PageFrame } from './page-frame';
import type { PageHost } from './page-host';
import type { PageText } from './page-text';

/** The functions of the interface that other parts of the script call. */
export interface PageCommands {
  /** Moves the focus to the first highlight in the window or after it. False: there is none. */
  focusHighlights(): boolean;
}

interface PageViewProps {
  readonly store: HighlightsStore;
  readonly text: PageText;
  readonly toasts: ToastStore;
  readonly frame: Pick<PageFrame, 'openList' | 'show' | 'edit'>;
  readonly host: Pick<PageHost, 'element' | 'raise'>;
  /** Called with the commands when the interface is there. */
  readonly onReady: (commands: PageCommands) => void;
}

/**
 * The interface of highlights in a page. It has no text of the person, because the page can see its
 * keys and its selection. Notes and lists are in the frame.
 */
export function PageView(props: PageViewProps): JSX.Element {
  const { store, text, toasts, frame, host } = props;
  const selectionRect = useSelection(text, store);
  const cursor = useCursor(props);
  const isBubbleShown = selectionRect !== null && store.hasSelection.value;

  useClicks(text, frame.edit);
  useHover(text);
  useLayoutEffect(() => {
    if (isBubbleShown) host.raise();
  }, [isBubbleShown]);
  // Before the first paint, because a message may wait for it.
  useLayoutEffect(() => props.onReady({ focusHighlights: cursor.focus }), []);

  return (
    <>
      {isBubbleShown && (
        <Guarded host={host.element}>
          <SelectionBubble rect={selectionRect} onChoose={(color) => void store.add(color)} />
        </Guarded>
      )}
      <Notice store={store} host={host.element} onOpen={frame.openList} />
      <CursorButton cursor={cursor} text={text} onChoose={frame.show} />
      <Guarded host={host.element} version={toasts.toasts.value.map(({ id }) => id).join()}>
        <Toasts store={toasts} isKeyOfPerson={text.person.hasMade} />
      </Guarded>
    </>
  );
}

interface GuardedProps {
  readonly host: HTMLElement;
  /** Changes with the buttons in it. */
  readonly version?: string;
  readonly children: JSX.Element;
}

/** Ignores clicks on a button before a person has seen it. */
function Guarded({ host, version, children }: GuardedProps): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const guards = useRef(new Map<Element, ClickGuard>());
  useLayoutEffect(() => {
    const buttons = area.current?.querySelectorAll('button') ?? [];
    guards.current = new Map([...buttons].map((button) => [button, guardClicks(button, host)]));
    return () => {
      for (const guard of guards.current.values()) guard.stop();
    };
  }, [version]);
  const onClick = (event: Event) => {
    const guard = guards.current.get((event.target as Element).closest('button') ?? host);
    if (guard?.isSeen() !== true) event.stopPropagation();
  };
  return (
    <div ref={area} onClickCapture={onClick}>
      {children}
    </div>
  );
}

/** Pages often load parts of their text after the start. */
const NOTICE_AFTER_MS = 2 * SECOND_MS;

/** Says that highlights need a person, until it is closed. */
function Notice(props: {
  readonly store: HighlightsStore;
  readonly host: HTMLElement;
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
    <Guarded host={props.host}>
      <div class="page-notice dark-ground">
        <Button look="quiet" onClick={props.onOpen}>
          {t('highlightsToCheck', formatNumber(doubtful.length))}
        </Button>
        <IconButton label={t('actionDismiss')} icon={closeIcon} onClick={() => setClosed(true)} />
      </div>
    </Guarded>
  );
}

type Cursor = ReturnType<typeof useCursor>;

/** The highlight that the keyboard is at. */
function useCursor({ store, text, host }: PageViewProps) {
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
    focus(): boolean {
      const bottom = ({ highlight }: ListedHighlight) => {
        const range = text.rangeOf(highlight.id);
        const { y } = offsetOfFrame(range?.startContainer.ownerDocument ?? null);
        return (range?.getBoundingClientRect().bottom ?? 0) + y;
      };
      const all = placed();
      if (!moveTo(all.find((each) => bottom(each) >= 0) ?? all[0])) return false;
      host.raise();
      button.current?.focus({ preventScroll: true });
      return true;
    },
    /** Returns false if there is no further highlight. */
    move(step: 1 | -1): boolean {
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
  readonly text: PageText;
  readonly onChoose: (id: HighlightId) => void;
}): JSX.Element {
  const { cursor, text } = props;
  const name = cursor.at.value && nameOfHighlight(cursor.at.value, text);
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

/** Returns the accessible name of a highlight: its colour and the words of the page. */
const nameOfHighlight = ({ highlight }: ListedHighlight, text: PageText): string =>
  t(
    'highlightName',
    t(COLOR_NAMES[shownColor(highlight.color)]),
    `${text.rangeOf(highlight.id) ?? ''}`.replace(/\s+/g, ' '),
  );
