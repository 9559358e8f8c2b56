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
import { linesOfRange, scrollTo } from '../store/painted-text';
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
  const { host, text } = options;
  const view = signal<FrameView | null>(null);
  const stopped = new AbortController();
  let opened: OpenFrame | null = null;
  let isOpening = false;
  /** True if the list shows again after the editor. */
  let isListed = false;
  const focus = keepFocus(membersOf(options.page), host);

  async function open(next: FrameView): Promise<void> {
    if (view.value === null) focus.remember();
    view.value = next;
    if (opened !== null) return opened.focus();
    host.raise();
    if (isOpening) return;
    isOpening = true;
    const token = await requestFrame(options);
    isOpening = false;
    if (token === null || view.value === null) end();
    else opened = openFrame(options, token, { onRequest, onGone: end, onSilence });
  }

  function onSilence(): void {
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

  const edit = (id: HighlightId) => void (text.rangeOf(id) && open({ kind: 'editor', id }));

  /** Scrolls to a highlight and opens its editor. Does nothing if it has no place. */
  function show(id: HighlightId): void {
    scrollTo(text, id);
    edit(id);
  }

  const onRequest = (request: FrameRequest) =>
    receive(request, { options, frame: opened, view: view.value, close, show });
  const stopTelling = effect(() => {
    // Read in any case, so that the effect follows it.
    const state = view.value && frameStateOf(view.value, options);
    if (state !== null) opened?.tell(state);
    if (view.value) opened?.place(view.value);
    text.markEdited(view.value?.kind === 'editor' ? view.value.id : null);
  });
  listen(options, stopped.signal, {
    onElsewhere: () => view.value?.kind === 'editor' && close(),
    onMove: () => requestAnimationFrame(() => view.value && opened?.place(view.value)),
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

/** Returns the token of a frame that may be opened; null: it may not, or the page is another one. */
async function requestFrame({ page, background, toasts }: PageFrameOptions) {
  const { location } = membersOf(page);
  const { href } = location;
  const token = newToken();
  const allowed = await background.openFrame({ url: href, token });
  if (!allowed.ok) toasts.showError(errorText(allowed.error.kind));
  return allowed.ok && location.href === href ? token : null;
}

interface FrameContext {
  readonly options: PageFrameOptions;
  readonly frame: OpenFrame | null;
  readonly view: FrameView | null;
  readonly close: () => void;
  readonly show: (id: HighlightId) => void;
}

/** Does what the frame requests. */
function receive(request: FrameRequest, { options, frame, view, close, show }: FrameContext): void {
  switch (request.kind) {
    case 'ready':
      frame?.stopWaiting();
      if (view) frame?.tell(frameStateOf(view, options));
      break;
    case 'size':
      if (view) frame?.resize(request.height, view);
      break;
    case 'close':
      close();
      break;
    case 'note-failed':
      options.toasts.showError(errorText(request.error));
      break;
    default:
      // The page may have covered the frame for a click that is meant for something else.
      if (!frame?.isSeen()) return;
      act(request, options, show);
      // The list stays.
      if (request.kind === 'remove' && view?.kind === 'editor') close();
  }
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
    if (range) placeBelow(element, linesOfRange(range));
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
const frameStateOf = (view: FrameView, { store, revision }: PageFrameOptions): FrameState => ({
  view,
  places: store.listed.value.map(({ highlight, place }) => [
    highlight.id,
    place && { order: place.order, isSure: place.isSure },
  ]),
  hasSelection: store.hasSelection.value,
  revision: revision.value,
});

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

const isKnownError = (kind: string): kind is keyof typeof ERRORS => Object.hasOwn(ERRORS, kind);

const errorText = (kind: string): string => t(isKnownError(kind) ? ERRORS[kind] : ERRORS.failed);

const TOKEN_BYTES = 16;

/** `randomUUID` is missing on pages without encryption. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
