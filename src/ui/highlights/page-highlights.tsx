import { effect } from '@preact/signals';
import { render } from 'preact';
import { type Highlight, type HighlightId, ok, type Result } from '../../domain';
import type { NewHighlight, OnlyHere } from '../../library';
import type { Schedule } from '../components/timers';
import { createToastStore } from '../components/toasts';
import { t } from '../strings';
import { membersOf } from './document-members';
import {
  createHighlightsStore,
  type HighlightError,
  type StoredHighlights,
} from './highlights-store';
import { addHost, type PageHost } from './page-host';
import { isFieldFocused, isForeignFrameFocused } from './page-selection';
import { paintPage } from './page-text';
import { type PageCommands, PageView } from './page-view';
import { watchPage } from './page-watch';

type Answer<T> = Promise<Result<T, HighlightError>>;

/** The stored highlights of an address, with their positions in the page. */
interface PageHighlights {
  readonly title: string;
  readonly highlights: readonly Highlight[];
  /** Why some of them are not on the server. */
  readonly onlyHere: readonly (readonly [HighlightId, OnlyHere])[];
}

/**
 * The background as the script in a page sees it. Each request is about one address, which has to be
 * that of the page.
 */
export interface PageBackground {
  read(url: string): Answer<PageHighlights>;
  /** Saves the page first if it is not saved. */
  add(url: string, highlight: Omit<NewHighlight, 'bookmarkId'>): Answer<Highlight>;
  edit(
    url: string,
    ...edit: Parameters<StoredHighlights['edit']>
  ): ReturnType<StoredHighlights['edit']>;
  delete(url: string, ids: readonly Highlight['id'][]): ReturnType<StoredHighlights['delete']>;
  restore(url: string, ids: readonly Highlight['id'][]): ReturnType<StoredHighlights['restore']>;
  setPositions(
    url: string,
    found: Parameters<StoredHighlights['setPositions']>[0],
  ): ReturnType<StoredHighlights['setPositions']>;
}

/** The highlights of the page in which the script runs. */
export interface PageScript {
  /** Highlights the selection. Without one, it moves the focus to the highlights. */
  highlightSelection(): Promise<void>;
  /** Reads the highlights again, because they may have changed elsewhere. */
  refresh(): Promise<void>;
  openList(): Promise<void>;
  /** Scrolls to a highlight and opens its editor. */
  showHighlight(id: HighlightId): Promise<void>;
  stop(): void;
}

interface PageScriptOptions {
  readonly page: Document;
  readonly background: PageBackground;
  /** Resolves when the page has nothing else to do. */
  readonly idle: () => Promise<unknown>;
  readonly now: () => number;
  readonly later: Schedule;
}

/**
 * Starts the script of a page and returns its functions by the messages of the background. In a
 * private window nothing happens without a click, which is followed by a message.
 */
export function servePage(start: () => PageScript, isPrivate: boolean) {
  let running: PageScript | null = null;
  const script = (): PageScript => {
    running ??= start();
    return running;
  };
  if (!isPrivate) script();
  return {
    'highlight-selection': () => void script().highlightSelection(),
    'refresh-highlights': () => void script().refresh(),
    'highlights-changed': () => void running?.refresh(),
    'list-highlights': () => void script().openList(),
    'show-highlight': (id: HighlightId) => void script().showHighlight(id),
  };
}

export function startPageScript(options: PageScriptOptions): PageScript {
  const { now, later } = options;
  const page = membersOf(options.page);
  const stored = remoteHighlights(options, () => page.location.href);
  const toasts = createToastStore(later);
  const store = createHighlightsStore({ highlights: stored, toasts });
  const text = paintPage(options);
  const stopped = new AbortController();
  const { signal } = stopped;
  let shown: { readonly host: PageHost; readonly commands: PageCommands } | null = null;
  let href = page.location.href;

  const watch = watchPage({
    now,
    later,
    isOwn: (node) => node === shown?.host.element,
    async onChange() {
      if (followAddress()) return true;
      shown?.host.keep();
      if (await text.checkPlaces()) return true;
      const before = store.listed.value;
      await store.findAgain();
      watch.observe(text.roots);
      return store.listed.value.some(
        ({ place }, at) => place?.isSure !== before[at]?.place?.isSure,
      );
    },
  });

  /** Reads the highlights of another address of the same document. False: it is the same one. */
  function followAddress(): boolean {
    if (page.location.href === href) return false;
    href = page.location.href;
    store.setOpen(null);
    void stored.refresh();
    return true;
  }

  /** Adds the interface to the page, which most pages with the script never need. */
  function show(): { readonly host: PageHost; readonly commands: PageCommands } {
    if (shown !== null) return shown;
    const host = addHost(options.page);
    host.root.dir = t('direction');
    let commands: PageCommands = { focusHighlights: () => false, openList() {}, show() {} };
    const view = (
      <PageView
        store={store}
        text={text}
        toasts={toasts}
        source={() => ({ title: stored.title() || page.title, url: page.location.href })}
        onOpen={host.raise}
        onReady={(ready) => {
          commands = ready;
        }}
      />
    );
    render(view, host.root);
    shown = {
      host,
      commands: {
        focusHighlights: () => commands.focusHighlights(),
        openList: () => commands.openList(),
        show: (id) => commands.show(id),
      },
    };
    return shown;
  }

  const refresh = async () => {
    followAddress();
    await stored.refresh();
  };

  store.attach(text);
  const stopShowing = effect(() => {
    const hasHighlights = store.listed.value.length > 0;
    watch.observe(hasHighlights ? text.roots : []);
    if (hasHighlights || toasts.toasts.value.length > 0) show();
  });
  const onSelection = () => void (text.selected(null).length > 0 && show());
  page.addEventListener('selectionchange', onSelection, { signal });
  text.eachFrame(
    (frame) => membersOf(frame).addEventListener('selectionchange', onSelection, { signal }),
    signal,
  );
  page.addEventListener('visibilitychange', () => !page.hidden && void refresh(), { signal });
  const view = page.defaultView;
  view?.addEventListener('popstate', followAddress, { signal });
  view?.addEventListener('hashchange', followAddress, { signal });
  // Not in every browser: Firefox has it since version 147.
  const navigation = view && 'navigation' in view ? (view.navigation as EventTarget) : null;
  navigation?.addEventListener('currententrychange', followAddress, { signal });
  view?.addEventListener(
    'pageshow',
    (event) => {
      if (event.persisted) void refresh().then(text.checkPlaces).then(store.findAgain);
    },
    { signal },
  );

  return {
    refresh,
    async highlightSelection() {
      store.setSelected(text.selected(null));
      const { commands, host } = show();
      host.raise();
      if (store.selected.value.length > 0) return store.add(store.color.value);
      if (isForeignFrameFocused(options.page)) toasts.showError(t('highlightForeignFrame'));
      else if (isFieldFocused(options.page)) toasts.showError(t('highlightInField'));
      else if (!commands.focusHighlights()) toasts.showError(t('highlightNothingSelected'));
    },
    async openList() {
      const { commands, host } = show();
      host.raise();
      commands.openList();
    },
    async showHighlight(id) {
      await refresh();
      const { commands, host } = show();
      host.raise();
      commands.show(id);
    },
    stop() {
      stopped.abort();
      watch.stop();
      stopShowing();
      store.dispose();
      text.dispose();
      toasts.dispose();
      if (shown !== null) render(null, shown.host.root);
      shown?.host.remove();
    },
  };
}

/** A page that changes all the time would store results of searches all the time. */
const MOST_POSITIONS = 3;

interface RemoteHighlights extends StoredHighlights {
  refresh(): Promise<void>;
  /** The title of the saved page; empty if it is not saved. */
  title(): string;
}

/**
 * The delays before highlights are read again, in milliseconds. The background may have been stopped
 * while it answered.
 */
const READ_AGAIN_MS = [250, 1000];

/** Replaces the highlights of the former address when those of a new one cannot be read. */
const NOTHING: PageHighlights = { title: '', highlights: [], onlyHere: [] };

/** The highlights of the page's address, which the background stores. */
function remoteHighlights(
  { background, later }: Pick<PageScriptOptions, 'background' | 'later'>,
  url: () => string,
): RemoteHighlights {
  let title = '';
  let turn = 0;
  /** The address of the highlights that were read last. */
  let readUrl = '';
  let tell: (highlights: readonly Highlight[]) => void = () => {};
  let tellReasons: (reasons: ReadonlyMap<HighlightId, OnlyHere>) => void = () => {};
  /** How often the position of each highlight was stored at this address. */
  let placed = new Map<Highlight['id'], number>();
  let placedAt = '';

  async function refresh(): Promise<void> {
    turn += 1;
    const own = turn;
    const asked = url();
    let read = await background.read(asked);
    for (const delayMs of READ_AGAIN_MS) {
      if (read.ok || own !== turn) break;
      await new Promise<void>((resolve) => later(resolve, delayMs));
      read = await background.read(asked);
    }
    if (own !== turn || asked !== url()) return;
    if (!read.ok) {
      if (readUrl !== asked) show(asked, NOTHING);
      return;
    }
    show(asked, read.value);
  }

  function show(asked: string, read: PageHighlights): void {
    readUrl = asked;
    title = read.title;
    tell(read.highlights);
    tellReasons(new Map(read.onlyHere));
  }

  const thenRefresh = async <T,>(writing: Answer<T>): Answer<T> => {
    const written = await writing;
    if (written.ok) await refresh();
    return written;
  };

  return {
    refresh,
    title: () => title,
    watch(listener) {
      tell = listener;
      void refresh();
      return () => {
        turn += 1;
        tell = () => {};
      };
    },
    watchOnlyHere(listener) {
      tellReasons = listener;
      return () => {
        tellReasons = () => {};
      };
    },
    add: (highlight) => thenRefresh(background.add(url(), highlight)),
    edit: (id, changes) => thenRefresh(background.edit(url(), id, changes)),
    delete: (ids) => thenRefresh(background.delete(url(), ids)),
    restore: (these) =>
      thenRefresh(
        background.restore(
          url(),
          these.map(({ id }) => id),
        ),
      ),
    async setPositions(found) {
      if (placedAt !== url()) placed = new Map();
      placedAt = url();
      const next = [...found].filter(
        ([id, result]) => typeof result !== 'string' && (placed.get(id) ?? 0) < MOST_POSITIONS,
      );
      for (const [id] of next) placed.set(id, (placed.get(id) ?? 0) + 1);
      return next.length === 0 ? ok(undefined) : background.setPositions(url(), new Map(next));
    },
  };
}
