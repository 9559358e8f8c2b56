import { useEffect, useRef, useState } from 'preact/hooks';
import type { HighlightId } from '../../../domain/highlight';
import { isTyping } from '../../components/early-keys';
import type { HighlightsStore } from '../store/highlights-store';
import type { PaintedText } from '../store/painted-text';

/** The name of the `::highlight()` of the highlight that the keyboard has reached. */
const CURRENT = 'leafmark-current';

interface TabOptions {
  readonly text: PaintedText | null;
  readonly store: Pick<HighlightsStore, 'listed'>;
  readonly scrollTo: (range: Range) => void;
  /** Called when the user presses Enter on a highlight. */
  readonly open: (id: HighlightId) => void;
}

interface HighlightTabs {
  readonly current: HighlightId | null;
  /** Scrolls to a highlight and marks it as current. */
  goTo(id: HighlightId): Promise<void>;
}

/**
 * Lets Tab stop at the highlights of a text, between the links and buttons around them. Highlights
 * are no elements, so none of them can have the focus.
 */
export function useHighlightTabs(options: TabOptions): HighlightTabs {
  const { text } = options;
  const [current, setCurrent] = useState<HighlightId | null>(null);
  const latest = useRef({ ...options, current });
  latest.current = { ...options, current };
  const goTo = async (id: HighlightId) => {
    // Where all of the text is drawn, nothing is awaited, so that the key has its effect at once.
    if (latest.current.text?.show) await latest.current.text.show(id);
    const range = latest.current.text?.rangeOf(id);
    if (!range) return;
    latest.current.scrollTo(range);
    // The keys are for the highlight now.
    focused()?.blur();
    setCurrent(id);
  };
  const listed = options.store.listed.value;
  const order = useRef<readonly HighlightId[]>([]);
  const place = useRef<Node | null>(null);
  useEffect(() => {
    const ids = listed.flatMap(({ highlight, place }) => (place === null ? [] : [highlight.id]));
    const at = current === null ? -1 : order.current.indexOf(current);
    order.current = ids;
    if (current === null || at === -1 || ids.includes(current)) return;
    // It was deleted: the one in its place is current, or else Tab goes on where it was.
    setCurrent(ids[Math.min(at, ids.length - 1)] ?? null);
    if (ids.length === 0 && place.current?.isConnected)
      document.getSelection()?.collapse(place.current);
  }, [listed, current]);
  useEffect(() => {
    const range = current !== null && text?.rangeOf(current);
    if (!range) return;
    place.current = range.startContainer;
    CSS.highlights.set(CURRENT, new Highlight(range));
    return () => void CSS.highlights.delete(CURRENT);
  }, [text, current, listed]);
  useEffect(() => {
    if (text === null) return;
    const onKey = (event: KeyboardEvent) => {
      const { open, store, current: from } = latest.current;
      if (isTyping(event) || document.querySelector('dialog[open], :popover-open')) return;
      if (event.key === 'Enter' && from !== null && focused() === null) {
        event.preventDefault();
        open(from);
      }
      if (event.key !== 'Tab') return;
      const placed = store.listed.value.filter(({ place }) => place !== null);
      const stops = placed.flatMap(({ highlight: { id } }) => {
        const range = text.rangeOf(id);
        return range ? [{ id, node: range.startContainer }] : [];
      });
      const stop = nextStop(stops, from, event.shiftKey);
      // The browser does what it does without highlights, unless the last stop was one.
      if (stop === null || (from === null && stop instanceof HTMLElement)) return setCurrent(null);
      event.preventDefault();
      if (stop instanceof HTMLElement) return stop.focus();
      void goTo(stop.id);
    };
    const leave = () => setCurrent(null);
    const stopped = new AbortController();
    const { signal } = stopped;
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', leave, { signal });
    return () => stopped.abort();
  }, [text]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      // The editor of the current highlight gives the focus back.
      const isEditor = target instanceof Element && target.closest('[popover]') !== null;
      if (!isEditor) setCurrent(null);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return { current, goTo };
}

interface Stop {
  readonly id: HighlightId;
  /** The text node in which the highlight starts. */
  readonly node: Node;
}

const focused = (): HTMLElement | null => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body
    ? activeElement
    : null;
};

/**
 * Returns the highlight or the element after the current one, or before it if `isBack`; null if
 * there is none. `from` is the current highlight; null: the focused element is the current one, or
 * the start of the selection.
 */
function nextStop(
  stops: readonly Stop[],
  from: HighlightId | null,
  isBack: boolean,
): Stop | HTMLElement | null {
  const [at, step] = [stops.findIndex(({ id }) => id === from), isBack ? -1 : 1];
  const start =
    stops[at]?.node ?? focused() ?? document.getSelection()?.anchorNode ?? document.body;
  const isAhead = (node: Node) => (isBack ? isBefore(node, start) : isBefore(start, node));
  const inOrder = isBack ? stops.toReversed() : stops;
  const stop = at === -1 ? inOrder.find(({ node }) => isAhead(node)) : stops[at + step];
  const elements = tabbableElements().filter(isAhead);
  const element = isBack ? elements.at(-1) : elements[0];
  if (stop === undefined || element === undefined) return stop ?? element ?? null;
  const isElementFirst = isBack ? isBefore(stop.node, element) : isBefore(element, stop.node);
  return isElementFirst ? element : stop;
}

/** True if `node` starts before `other` in the document. An ancestor starts before its content. */
const isBefore = (node: Node, other: Node): boolean =>
  (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Returns the elements at which Tab stops, in the order of the document. */
const tabbableElements = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.closest('[inert]') === null &&
      element.checkVisibility?.({ visibilityProperty: true }) !== false,
  );
