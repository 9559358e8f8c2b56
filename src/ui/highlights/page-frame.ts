import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { type HighlightId, SECOND_MS } from '../../domain';
import type { Schedule } from '../components/timers';
import type { ToastStore } from '../components/toasts';
import { BACKGROUND_FAILURES, LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { type ClickGuard, guardClicks } from './click-guard';
import { membersOf } from './document-members';
import type { FrameLink, FrameRequest, FrameView, LinkFrame } from './frame-link';
import { placeBelow } from './highlight-controls';
import type { HighlightsStore } from './highlights-store';
import type { ListedHighlight } from './listed-highlights';
import type { PageHost } from './page-host';
import type { PageText } from './page-text';
import { linesOf } from './painted-text';
import type { PageBackground } from './remote-highlights';

/** A page can forbid scripts in all of its frames. After this time the reader is opened instead. */
const READY_WITHIN_MS = 4 * SECOND_MS;

/** The frame of the extension in a page. Only it shows and takes notes and lists. */
export interface PageFrame {
  openList(): void;
  /** Scrolls to a highlight and opens its editor. Does nothing if it has no place. */
  show(id: HighlightId): void;
  /** Opens the editor beside a highlight. */
  edit(id: HighlightId): void;
  close(): void;
  dispose(): void;
}

interface PageFrameOptions {
  readonly page: Document;
  readonly host: PageHost;
  readonly link: LinkFrame;
  readonly store: HighlightsStore;
  readonly text: PageText;
  readonly toasts: Pick<ToastStore, 'showError'>;
  readonly background: Pick<PageBackground, 'openFrame' | 'openReader'>;
  readonly revision: ReadonlySignal<number>;
  readonly later: Schedule;
}

interface Opened {
  readonly link: FrameLink;
  readonly guard: ClickGuard;
  readonly stopWaiting: () => void;
  isReady: boolean;
}

export function createPageFrame(options: PageFrameOptions): PageFrame {
  const { host, store, text, toasts, background, revision, later } = options;
  const page = membersOf(options.page);
  const view = signal<FrameView | null>(null);
  const stopped = new AbortController();
  const { signal: stop } = stopped;
  let opened: Opened | null = null;
  let isOpening = false;
  /** True if the list shows again after the editor. */
  let isListed = false;
  let focusedBefore: Element | null = null;

  async function open(next: FrameView): Promise<void> {
    if (view.value === null) focusedBefore = host.focused() ?? page.activeElement;
    view.value = next;
    if (opened !== null) {
      opened.link.element.focus({ preventScroll: true });
      return;
    }
    host.raise();
    if (isOpening) return;
    isOpening = true;
    const token = newToken();
    const { href } = page.location;
    const allowed = await background.openFrame(href, token);
    isOpening = false;
    if (allowed.ok && view.value !== null && page.location.href === href) {
      opened = connect(token);
      return;
    }
    end();
    if (!allowed.ok) showError(allowed.error.kind);
  }

  function connect(token: string): Opened {
    const link = options.link(host.root, token, { onRequest: receive, onGone: end });
    return {
      link,
      guard: guardClicks(link.element, host.element),
      stopWaiting: later(openElsewhere, READY_WITHIN_MS),
      isReady: false,
    };
  }

  function openElsewhere(): void {
    const id = view.value?.kind === 'editor' ? view.value.id : null;
    end();
    void background.openReader(page.location.href, id).then((answer) => {
      if (!answer.ok) toasts.showError(t('pageHighlightsNone'));
    });
  }

  const showError = (kind: string) =>
    toasts.showError(t(isKnown(kind) ? ERRORS[kind] : ERRORS.failed));

  /** Closes the editor, and then the list. */
  function close(): void {
    if (isListed && view.value?.kind === 'editor') view.value = { kind: 'list' };
    else end();
  }

  function end(): void {
    const hadFocus = opened !== null && host.focused() === opened.link.element;
    opened?.stopWaiting();
    opened?.guard.stop();
    opened?.link.remove();
    opened = null;
    isListed = false;
    view.value = null;
    if (hadFocus) (focusedBefore as Partial<HTMLElement> | null)?.focus?.({ preventScroll: true });
    focusedBefore = null;
  }

  /** Puts the frame beside the words, wherever they are now. */
  function place(): void {
    const shown = view.value;
    if (opened === null || shown === null) return;
    const { element } = opened.link;
    element.dataset.view = shown.kind;
    if (shown.kind === 'list') {
      element.removeAttribute('style');
      return;
    }
    const range = text.rangeOf(shown.id);
    const line = range && linesOf(range)[0];
    if (line) placeBelow(element, line);
  }

  function receive(request: FrameRequest): void {
    switch (request.kind) {
      case 'ready':
        opened?.stopWaiting();
        tell();
        break;
      case 'size':
        resize(request.height);
        break;
      case 'close':
        close();
        break;
      case 'note-failed':
        showError(request.error);
        break;
      default:
        // The page may have covered the frame for a click that is meant for something else.
        if (opened?.guard.isSeen()) act(request);
    }
  }

  function resize(height: number): void {
    if (opened === null) return;
    const { element } = opened.link;
    const borders = element.offsetHeight - element.clientHeight;
    if (view.value?.kind === 'editor') element.style.blockSize = `${height + borders}px`;
    place();
    if (opened.isReady) return;
    opened.isReady = true;
    element.dataset.ready = '';
    element.focus({ preventScroll: true });
  }

  function act(request: Extract<FrameRequest, { id: HighlightId } | { kind: 'find-again' }>): void {
    if (request.kind === 'find-again') {
      void text.checkPlaces().then(store.findAgain);
      return;
    }
    const { kind, id } = request;
    const highlight = store.listed.value.find((each) => each.highlight.id === id)?.highlight;
    if (highlight === undefined) return;
    if (request.kind === 'color') void store.setColor(highlight, request.color);
    else if (request.kind === 'show') show(id);
    else void store[request.kind](highlight);
    // The list stays.
    if (kind === 'remove' && view.value?.kind === 'editor') close();
  }

  /** Tells the frame what it shows, and again whenever that changes. */
  function tell(): void {
    const state = view.value && {
      view: view.value,
      places: store.listed.value.map(placeIn),
      hasSelection: store.hasSelection.value,
      revision: revision.value,
    };
    if (state !== null) opened?.link.tell(state);
  }

  function edit(id: HighlightId): void {
    if (text.rangeOf(id) !== null) void open({ kind: 'editor', id });
  }

  function show(id: HighlightId): void {
    const { parentElement } = text.rangeOf(id)?.startContainer ?? {};
    parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    edit(id);
  }

  const stopTelling = effect(() => {
    tell();
    place();
  });
  /** A click elsewhere closes the editor, and so does Escape. */
  const onElsewhere = (event: Event) => {
    const isMeant = !('key' in event) || event.key === 'Escape';
    if (!text.person.hasMade(event) || !isMeant || view.value?.kind !== 'editor') return;
    if (!event.composedPath().includes(host.element)) close();
  };
  for (const type of ['pointerdown', 'keydown']) {
    page.addEventListener(type, onElsewhere, { signal: stop, capture: true });
  }
  const onMove = () => requestAnimationFrame(place);
  page.addEventListener('scroll', onMove, { signal: stop, capture: true, passive: true });
  page.defaultView?.addEventListener('resize', onMove, { signal: stop });
  // Firefox gives the focus to the page when the popup closes, although the frame has it there.
  const onFocus = () => {
    const frame = opened?.link.element;
    if (frame === undefined || host.focused() !== frame) return;
    frame.blur();
    frame.focus({ preventScroll: true });
  };
  page.defaultView?.addEventListener('focus', onFocus, { signal: stop });

  return {
    openList() {
      isListed = true;
      void open({ kind: 'list' });
    },
    show,
    edit,
    close: end,
    dispose() {
      stopped.abort();
      stopTelling();
      end();
    },
  };
}

const placeIn = ({ highlight, place }: ListedHighlight) =>
  [highlight.id, place && { order: place.order, isSure: place.isSure }] as const;

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

const isKnown = (kind: string): kind is keyof typeof ERRORS => Object.hasOwn(ERRORS, kind);

const TOKEN_BYTES = 16;

/** `randomUUID` is missing on pages without encryption. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
