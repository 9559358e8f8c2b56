import { effect, type ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import { membersOf } from '../../../dom/native';
import type { HighlightId } from '../../../domain/highlight';
import type { PageBackground } from '../../../messages/page-messages';
import { createAct } from '../../components/act';
import type { Schedule } from '../../components/timers';
import { createToastStore, type ToastStore } from '../../components/toasts';
import { t } from '../../strings';
import { createHighlightsStore, type HighlightsStore } from '../store/highlights-store';
import { createPerson } from '../store/person-in-page';
import { isFieldFocused, isForeignFrameFocused } from '../store/selection';
import type { LinkFrame } from './frame-link';
import { createPageFrame } from './page-frame';
import { shareHost } from './page-host';
import { type PageText, paintPage } from './page-text';
import { type PageCommands, PageView } from './page-view';
import { watchPage } from './page-watch';
import { remoteHighlights } from './remote-highlights';

interface PageScriptOptions {
  readonly page: Document;
  readonly background: PageBackground;
  readonly link: LinkFrame;
  /** Resolves when the page has nothing else to do. */
  readonly idle: () => Promise<unknown>;
  readonly now: () => number;
  readonly later: Schedule;
  /** False for an event that a script of the page has made: `isTrusted`. */
  readonly isOfPerson: (event: Event) => boolean;
}

export type PageScript = ReturnType<typeof startPageScript>;

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

/** The highlights of the page in which the script runs. */
export function startPageScript(options: PageScriptOptions) {
  const page = membersOf(options.page);
  const toasts = createToastStore(options.later);
  const onAdded = () => void askAboutSite(options, toasts);
  const stored = remoteHighlights({ ...options, onAdded }, () => page.location.href);
  const act = createAct({ toasts, undo: stored.undo });
  const store = createHighlightsStore({ highlights: stored, act, toasts });
  const onPainter = () => void options.background.addColors({ url: page.location.href });
  const person = createPerson(options.isOfPerson);
  const text = paintPage({ ...options, person, onPainter });
  const stopped = new AbortController();
  const parts: Parts = { options, store, text, toasts, revision: stored.revision };
  let shown: Shown | null = null;
  let href = page.location.href;

  const watch = watchPage({
    ...options,
    isOwn: (node) => node === shown?.host.element,
    async onChange() {
      if (followAddress()) return true;
      shown?.host.keep();
      if (await text.checkPlaces()) return true;
      const before = store.listed.value;
      await store.findAgain();
      watch.observe(text.roots());
      return store.listed.value.some(
        ({ place }, at) => place?.isSure !== before[at]?.place?.isSure,
      );
    },
  });

  /** Reads the highlights of another address of the same document. False: it is the same one. */
  function followAddress(): boolean {
    if (page.location.href === href) return false;
    href = page.location.href;
    shown?.frame.close();
    void stored.refresh();
    return true;
  }

  /** Adds the interface to the page, which most pages with the script never need. */
  function show(): Shown {
    shown ??= showInterface(parts);
    return shown;
  }

  /** Reads the highlights again, because they may have changed elsewhere. */
  const refresh = async () => {
    followAddress();
    await stored.refresh();
  };

  store.attach(text);
  const stopShowing = effect(() => {
    const hasHighlights = store.listed.value.length > 0;
    watch.observe(hasHighlights ? text.roots() : []);
    if (hasHighlights || toasts.toasts.value.length > 0) show();
  });
  listen(parts, stopped.signal, { show, refresh, followAddress });

  return {
    refresh,
    highlightSelection: () => highlightSelection(parts, show),
    openList: async () => show().frame.openList(),
    /** Scrolls to a highlight and opens its editor. */
    async showHighlight(id: HighlightId) {
      await refresh();
      show().frame.show(id);
    },
    stop() {
      stopped.abort();
      watch.stop();
      stopShowing();
      store.dispose();
      text.dispose();
      toasts.dispose();
      shown?.dispose();
    },
  };
}

/** After the first highlight on a site, asks if highlights are to appear there by themselves. */
async function askAboutSite(
  { page, background }: PageScriptOptions,
  toasts: ToastStore,
): Promise<void> {
  const { href, hostname } = membersOf(page).location;
  const answer = await background.askAboutSite({ url: href });
  if (!answer.ok || !answer.value) return;
  toasts.ask(
    t('highlightsAskSite', hostname),
    t('highlightsAskShow'),
    () => void background.chooseSite({ url: href }),
  );
}

/** Highlights the selection. Without one, it moves the focus to the highlights. */
async function highlightSelection(
  { options: { page }, store, text, toasts }: Parts,
  show: () => Shown,
): Promise<void> {
  store.setSelected(text.selected());
  const { commands, host } = show();
  host.raise();
  if (store.selected.value.length > 0) return store.add(store.color.value);
  if (isForeignFrameFocused(page)) toasts.showError(t('highlightForeignFrame'));
  else if (isFieldFocused(page)) toasts.showError(t('highlightNotRead'));
  else if (!commands().focusHighlights()) toasts.showError(t('highlightNothingSelected'));
}

/** The parts of the script that its interface shows. */
interface Parts {
  readonly options: PageScriptOptions;
  readonly store: HighlightsStore;
  readonly text: PageText;
  readonly toasts: ToastStore;
  readonly revision: ReadonlySignal<number>;
}

type Shown = ReturnType<typeof showInterface>;

/** Adds the interface to the page. */
function showInterface({ options, ...parts }: Parts) {
  const host = shareHost(options.page);
  const frame = createPageFrame({ ...options, ...parts, host });
  let commands: PageCommands = { focusHighlights: () => false };
  const onReady = (ready: PageCommands) => {
    commands = ready;
  };
  render(<PageView {...parts} frame={frame} host={host} onReady={onReady} />, host.root);
  return {
    host,
    frame,
    commands: () => commands,
    dispose() {
      frame.dispose();
      render(null, host.root);
      host.remove();
    },
  };
}

interface PageEvents {
  readonly show: () => void;
  readonly refresh: () => Promise<void>;
  readonly followAddress: () => void;
}

/** Follows the selections in the page, its address, and the browser's cache of pages. */
function listen({ options, store, text }: Parts, signal: AbortSignal, on: PageEvents): void {
  const page = membersOf(options.page);
  const { person } = text;
  const follow = (to: EventTarget | null, type: string, run: (event: Event) => void) =>
    to?.addEventListener(type, (event) => person.hasMade(event) && run(event), { signal });
  const onSelection = () => {
    const hasWords = text.selected().length > 0;
    person.selectionChanged(hasWords);
    if (hasWords) on.show();
  };
  const followSelection = (frame: Document) => {
    const members = membersOf(frame);
    person.follow(members, signal);
    follow(members, 'selectionchange', onSelection);
  };
  followSelection(options.page);
  text.eachFrame(followSelection, signal);
  follow(page, 'visibilitychange', () => !page.hidden && void on.refresh());
  const view = page.defaultView;
  follow(view, 'popstate', on.followAddress);
  follow(view, 'hashchange', on.followAddress);
  // Not in every browser: Firefox has it since version 147.
  const navigation = view && 'navigation' in view ? (view.navigation as EventTarget) : null;
  follow(navigation, 'currententrychange', on.followAddress);
  follow(view, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) {
      void on.refresh().then(text.checkPlaces).then(store.findAgain);
    }
  });
}
