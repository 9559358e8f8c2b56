import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { membersOf } from '../../../dom/native';
import type { HighlightId } from '../../../domain/highlight';
import { SECOND_MS } from '../../../domain/time';
import type { PageBackground } from '../../../messages/page-messages';
import type { Schedule } from '../../components/timers';
import type { ToastStore } from '../../components/toasts';
import { BACKGROUND_FAILURES, LIBRARY_ERRORS } from '../../messages';
import { t } from '../../strings';
import type { HighlightsStore } from '../store/highlights-store';
import { linesOf, scrollTo } from '../store/painted-text';
import { placeBelow } from '../views/highlight-controls';
import { guardClicks } from './click-guard';
import type { FrameListener, FrameRequest, FrameState, FrameView, LinkFrame } from './frame-link';
import type { PageHost } from './page-host';
import type { PageText } from './page-text';

/** A page can forbid scripts in all of its frames. After this time the reader is opened instead. */
const READY_WITHIN_MS = 4 * SECOND_MS;

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

export type PageFrame = ReturnType<typeof createPageFrame>;

/** The frame of the extension in a page. Only it shows and takes notes and lists. */
export function createPageFrame(options: PageFrameOptions) {
  const { host, text, toasts, background } = options;
  const page = membersOf(options.page);
  const view = signal<FrameView | null>(null);
  const stopped = new AbortController();
  let opened: OpenFrame | null = null;
  let isOpening = false;
  /** True if the list shows again after the editor. */
  let isListed = false;
  const focus = keepFocus(page, host);

  async function open(next: FrameView): Promise<void> {
    if (view.value === null) focus.remember();
    view.value = next;
    if (opened !== null) return opened.focus();
    host.raise();
    if (isOpening) return;
    isOpening = true;
    const token = newToken();
    const { href } = page.location;
    const allowed = await background.openFrame({ url: href, token });
    isOpening = false;
    if (allowed.ok && view.value !== null && page.location.href === href) {
      const events = { onRequest: receive, onGone: end, onSilence: openElsewhere };
      opened = openFrame(options, token, events);
      return;
    }
    end();
    if (!allowed.ok) toasts.showError(errorText(allowed.error.kind));
  }

  function openElsewhere(): void {
    void openReader(options, view.value);
    end();
  }

  /** Closes the editor, and then the list. */
  function close(): void {
    if (isListed && view.value?.kind === 'editor') view.value = { kind: 'list' };
    else end();
  }

  function end(): void {
    const hadFocus = opened?.hasFocus() === true;
    opened?.remove();
    opened = null;
    isListed = false;
    view.value = null;
    focus.giveBack(hadFocus);
  }

  /** Puts the frame beside the words, wherever they are now. */
  const place = () => view.value && opened?.place(view.value);

  function receive(request: FrameRequest): void {
    switch (request.kind) {
      case 'ready':
        opened?.stopWaiting();
        tell();
        break;
      case 'size':
        if (view.value) opened?.resize(request.height, view.value);
        break;
      case 'close':
        close();
        break;
      case 'note-failed':
        toasts.showError(errorText(request.error));
        break;
      default:
        // The page may have covered the frame for a click that is meant for something else.
        if (!opened?.isSeen()) return;
        act(request, options, show);
        // The list stays.
        if (request.kind === 'remove' && view.value?.kind === 'editor') close();
    }
  }

  /** Tells the frame what it shows, and again whenever that changes. */
  function tell(): void {
    // Read in any case, so that the effect follows it.
    const state = view.value && stateOf(view.value, options);
    if (state !== null) opened?.tell(state);
  }

  /** Opens the editor beside a highlight. */
  function edit(id: HighlightId): void {
    if (text.rangeOf(id) !== null) void open({ kind: 'editor', id });
  }

  /** Scrolls to a highlight and opens its editor. Does nothing if it has no place. */
  function show(id: HighlightId): void {
    scrollTo(text, id);
    edit(id);
  }

  const stopTelling = effect(() => {
    tell();
    place();
  });
  listen(options, stopped.signal, {
    onElsewhere: () => view.value?.kind === 'editor' && close(),
    onMove: () => requestAnimationFrame(place),
    onFocus: () => opened?.keepFocus(),
  });

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

interface FrameEvents extends FrameListener {
  /** The page lets no script run in the frame. */
  readonly onSilence: () => void;
}

type OpenFrame = ReturnType<typeof openFrame>;

/** Adds the frame to the page. It is shown when it has reported its size. */
function openFrame({ link, host, text, later }: PageFrameOptions, token: string, on: FrameEvents) {
  const { element, tell, remove } = link(host.root, token, on);
  const guard = guardClicks(element, host.element);
  const stopWaiting = later(on.onSilence, READY_WITHIN_MS);
  const focus = () => element.focus({ preventScroll: true });
  const hasFocus = () => host.focused() === element;
  let isReady = false;

  function place(view: FrameView): void {
    element.dataset.view = view.kind;
    if (view.kind === 'list') {
      element.removeAttribute('style');
      return;
    }
    const range = text.rangeOf(view.id);
    const line = range && linesOf(range)[0];
    if (line) placeBelow(element, line);
  }

  return {
    tell,
    stopWaiting,
    focus,
    hasFocus,
    isSeen: guard.isSeen,
    place,
    resize(height: number, view: FrameView) {
      const borders = element.offsetHeight - element.clientHeight;
      if (view.kind === 'editor') element.style.blockSize = `${height + borders}px`;
      place(view);
      if (isReady) return;
      isReady = true;
      element.dataset.ready = '';
      focus();
    },
    /** Firefox gives the focus to the page when the popup closes, although the frame has it there. */
    keepFocus() {
      if (!hasFocus()) return;
      element.blur();
      focus();
    },
    remove() {
      stopWaiting();
      guard.stop();
      remove();
    },
  };
}

/** Opens the reader with what the frame would have shown. */
async function openReader(
  { page, background, toasts }: PageFrameOptions,
  view: FrameView | null,
): Promise<void> {
  const id = view?.kind === 'editor' ? view.id : null;
  const answer = await background.openReader({ url: membersOf(page).location.href, id });
  if (!answer.ok) toasts.showError(t('pageHighlightsNone'));
}

/** Does what the person has asked for in the frame. */
function act(
  request: Extract<FrameRequest, { id: HighlightId } | { kind: 'find-again' }>,
  { store, text }: Pick<PageFrameOptions, 'store' | 'text'>,
  show: (id: HighlightId) => void,
): void {
  if (request.kind === 'find-again') {
    void text.checkPlaces().then(store.findAgain);
    return;
  }
  const { id } = request;
  const highlight = store.listed.value.find((each) => each.highlight.id === id)?.highlight;
  if (highlight === undefined) return;
  if (request.kind === 'color') void store.setColor(highlight, request.color);
  else if (request.kind === 'show') show(id);
  else void store[request.kind](highlight);
}

/** Remembers the focus of the page while the frame has it. */
function keepFocus(page: Document, host: PageHost) {
  let before: Element | null = null;
  return {
    remember() {
      before = host.focused() ?? page.activeElement;
    },
    /** Gives it back if the frame still has it, and forgets it. */
    giveBack(isStillThere: boolean) {
      const element = before as Partial<HTMLElement> | null;
      before = null;
      if (isStillThere) element?.focus?.({ preventScroll: true });
    },
  };
}

/** Listens to what concerns the frame in the page. */
function listen(
  { page, host, text }: PageFrameOptions,
  signal: AbortSignal,
  on: Record<'onElsewhere' | 'onMove' | 'onFocus', () => void>,
): void {
  const members = membersOf(page);
  /** A click elsewhere closes the editor, and so does Escape. */
  const onElsewhere = (event: Event) => {
    const isMeant = !('key' in event) || event.key === 'Escape';
    if (!text.person.hasMade(event) || !isMeant) return;
    if (!event.composedPath().includes(host.element)) on.onElsewhere();
  };
  for (const type of ['pointerdown', 'keydown']) {
    members.addEventListener(type, onElsewhere, { signal, capture: true });
  }
  members.addEventListener('scroll', on.onMove, { signal, capture: true, passive: true });
  members.defaultView?.addEventListener('resize', on.onMove, { signal });
  members.defaultView?.addEventListener('focus', on.onFocus, { signal });
}

/** Returns what the frame shows. */
const stateOf = (view: FrameView, { store, revision }: PageFrameOptions): FrameState => ({
  view,
  places: store.listed.value.map(({ highlight, place }) => [
    highlight.id,
    place && { order: place.order, isSure: place.isSure },
  ]),
  hasSelection: store.hasSelection.value,
  revision: revision.value,
});

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

const isKnown = (kind: string): kind is keyof typeof ERRORS => Object.hasOwn(ERRORS, kind);

const errorText = (kind: string): string => t(isKnown(kind) ? ERRORS[kind] : ERRORS.failed);

const TOKEN_BYTES = 16;

/** `randomUUID` is missing on pages without encryption. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
