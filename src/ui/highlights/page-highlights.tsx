import { effect } from '@preact/signals';
import { render } from 'preact';
import type { HighlightId } from '../../domain';
import type { Schedule } from '../components/timers';
import { createToastStore } from '../components/toasts';
import { t } from '../strings';
import { membersOf } from './document-members';
import type { LinkFrame } from './frame-link';
import { createHighlightsStore } from './highlights-store';
import { createPageFrame, type PageFrame } from './page-frame';
import { addHost, type PageHost } from './page-host';
import { isFieldFocused, isForeignFrameFocused } from './page-selection';
import { paintPage } from './page-text';
import { type PageCommands, PageView } from './page-view';
import { watchPage } from './page-watch';
import { createPerson } from './person-in-page';
import { type PageBackground, remoteHighlights } from './remote-highlights';

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
  readonly link: LinkFrame;
  /** Resolves when the page has nothing else to do. */
  readonly idle: () => Promise<unknown>;
  readonly now: () => number;
  readonly later: Schedule;
  /** False for an event that a script of the page has made: `isTrusted`. */
  readonly isOfPerson: (event: Event) => boolean;
}

/** The interface in the page. */
interface Shown extends PageCommands {
  readonly host: PageHost;
  readonly frame: PageFrame;
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
  const { now, later, isOfPerson } = options;
  const page = membersOf(options.page);
  const stored = remoteHighlights(options, () => page.location.href);
  const toasts = createToastStore(later);
  const store = createHighlightsStore({ highlights: stored, toasts });
  const onPainter = () => void options.background.addColors(page.location.href);
  const person = createPerson(isOfPerson);
  const text = paintPage({ ...options, person, onPainter });
  const stopped = new AbortController();
  const { signal } = stopped;
  let shown: Shown | null = null;
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
    shown?.frame.close();
    void stored.refresh();
    return true;
  }

  /** Adds the interface to the page, which most pages with the script never need. */
  function show(): Shown {
    if (shown !== null) return shown;
    const host = addHost(options.page);
    host.root.dir = t('direction');
    const frame = createPageFrame({
      ...{ ...options, host, store, text, toasts },
      revision: stored.revision,
    });
    let commands: PageCommands = { focusHighlights: () => false };
    const onReady = (ready: PageCommands) => {
      commands = ready;
    };
    render(<PageView {...{ store, text, toasts, frame, host, onReady }} />, host.root);
    shown = { host, frame, focusHighlights: () => commands.focusHighlights() };
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
  const listen = (to: EventTarget | null, type: string, run: (event: Event) => void) =>
    to?.addEventListener(type, (event) => isOfPerson(event) && run(event), { signal });
  const onSelection = () => {
    const hasWords = text.selected(null).length > 0;
    person.selectionChanged(hasWords);
    if (hasWords) show();
  };
  const followSelection = (frame: Document) => {
    const members = membersOf(frame);
    person.follow(members, signal);
    listen(members, 'selectionchange', onSelection);
  };
  followSelection(options.page);
  text.eachFrame(followSelection, signal);
  listen(page, 'visibilitychange', () => !page.hidden && void refresh());
  const view = page.defaultView;
  listen(view, 'popstate', followAddress);
  listen(view, 'hashchange', followAddress);
  // Not in every browser: Firefox has it since version 147.
  const navigation = view && 'navigation' in view ? (view.navigation as EventTarget) : null;
  listen(navigation, 'currententrychange', followAddress);
  listen(view, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) {
      void refresh().then(text.checkPlaces).then(store.findAgain);
    }
  });

  return {
    refresh,
    async highlightSelection() {
      store.setSelected(text.selected(null));
      const { focusHighlights, host } = show();
      host.raise();
      if (store.selected.value.length > 0) return store.add(store.color.value);
      if (isForeignFrameFocused(options.page)) toasts.showError(t('highlightForeignFrame'));
      else if (isFieldFocused(options.page)) toasts.showError(t('highlightInField'));
      else if (!focusHighlights()) toasts.showError(t('highlightNothingSelected'));
    },
    openList: async () => show().frame.openList(),
    async showHighlight(id) {
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
      if (shown === null) return;
      shown.frame.dispose();
      render(null, shown.host.root);
      shown.host.remove();
    },
  };
}
