import { computed, signal } from '@preact/signals';
import type { AddressOnlyReason } from '../../domain/address-only';
import type { BookmarkId } from '../../domain/bookmark';
import type { BackgroundFailure, PageState } from '../../domain/page-state';
import type { Result } from '../../domain/result';
import { urlKey } from '../../domain/url-identity';
import type { Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import { readonly } from '../components/signals';
import { formatNumber, t } from '../strings';

interface OpenTab {
  readonly id: number;
  readonly url: string;
  readonly title: string;
}

/** The browser's tabs and permissions, which the entrypoint provides. */
export interface OpenTabs {
  /** True if the browser shows the addresses of all tabs. */
  isAllowed(): Promise<boolean>;
  /** Shows the browser's permission prompt. Call it in a click handler before any `await`. */
  request(): Promise<boolean>;
  release(): Promise<unknown>;
  list(): Promise<readonly OpenTab[]>;
  /**
   * Requests the access to the sites of `urls`, and resolves to what `releaseSites` takes; null if
   * the person declines. Call it in a click handler before any `await`.
   */
  requestSites(urls: readonly string[]): Promise<readonly string[] | null>;
  releaseSites(origins: readonly string[]): Promise<void>;
  /** Loads a sleeping tab. */
  wake(id: number): Promise<void>;
}

/** The state of saving a tab. */
export type TabResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'existing' }
  | { readonly kind: 'address'; readonly reason: AddressOnlyReason }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-loaded' }
  | { readonly kind: 'failed' };

export interface TabRow extends OpenTab {
  readonly isChosen: boolean;
  readonly result: TabResult;
}

export type TabsState =
  | { readonly kind: 'reading' }
  /** The browser has to be asked first. */
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'choosing'; readonly isDeclined: boolean }
  | { readonly kind: 'saving'; readonly done: number; readonly all: number }
  | { readonly kind: 'ended'; readonly isStopped: boolean };

export function createSaveTabsStore(
  tabs: OpenTabs,
  library: Promise<Library>,
  background: Pick<ExtensionBackground, 'saveTab'>,
) {
  const state = signal<TabsState>({ kind: 'reading' });
  const withArticles = signal(true);
  const isBusy = signal(false);
  const { rows, change, readRows } = createRows(tabs, library);
  const chosen = computed(() => rows.value.filter(({ isChosen }) => isChosen));
  let isStopped = false;
  const access = createAccess(tabs);

  const choose = (isDeclined: boolean) => {
    state.value = { kind: 'choosing', isDeclined };
  };
  const read = () => readRows().then(() => choose(false));

  /** Returns the bookmarks of the tabs that were saved. */
  async function saveAll(wanted: readonly TabRow[]): Promise<readonly BookmarkId[]> {
    const saved: BookmarkId[] = [];
    for (const [done, { id }] of wanted.entries()) {
      if (isStopped) break;
      state.value = { kind: 'saving', done, all: wanted.length };
      change([id], { result: { kind: 'saving' } });
      if (withArticles.value) await tabs.wake(id);
      const page = await background.saveTab({ tabId: id });
      const result = tabResultOf(page);
      // It can be tried again at once.
      change([id], { result, isChosen: result.kind === 'failed' });
      if (page.ok && page.value.kind === 'saved') saved.push(page.value.bookmarkId);
    }
    state.value = { kind: 'ended', isStopped };
    return saved;
  }

  return {
    state: readonly(state),
    rows: readonly(rows),
    chosen: readonly(chosen),
    /** True if the articles are saved, which needs the access to their sites. */
    withArticles: readonly(withArticles),
    /** True while tabs are saved, and until their images have arrived. */
    isBusy: readonly(isBusy),
    async start() {
      if (await tabs.isAllowed()) await read();
      else state.value = { kind: 'not-allowed' };
    },
    /** Call it in a click handler before any `await`. */
    async allow() {
      if (await access.request()) await read();
    },
    choose: (ids: readonly number[], isChosen: boolean) => change(ids, { isChosen }),
    setWithArticles(isWanted: boolean) {
      withArticles.value = isWanted;
      if (state.value.kind === 'choosing') choose(false);
    },
    /** Saves the chosen tabs. Call it in a click handler before any `await`. */
    async save() {
      const wanted = chosen.value;
      const asked = withArticles.value ? access.requestSites(wanted) : 0;
      const granted = await asked;
      if (granted === null) {
        withArticles.value = false;
        return choose(true);
      }
      isStopped = false;
      isBusy.value = true;
      const saved = await saveAll(wanted);
      if (granted > 0) {
        await imagesEnded(await library, saved);
        await access.releaseSites();
      }
      isBusy.value = false;
    },
    /** Stops after the tab that is being saved. */
    stop() {
      isStopped = true;
    },
    /** Stops, and gives permissions back that were requested here. Safe to call twice. */
    dispose() {
      isStopped = true;
      access.release();
    },
  };
}

/** The permissions that were requested here, to give them back. */
function createAccess(tabs: OpenTabs) {
  let isRequested = false;
  let origins: readonly string[] = [];

  async function releaseSites(): Promise<void> {
    const given = origins;
    origins = [];
    await tabs.releaseSites(given);
  }

  return {
    async request() {
      isRequested = await tabs.request();
      return isRequested;
    },
    /** Returns the number of sites that were granted just now; null: the person has declined. */
    async requestSites(wanted: readonly OpenTab[]) {
      const granted = await tabs.requestSites(wanted.map(({ url }) => url));
      origins = granted ?? [];
      return granted === null ? null : granted.length;
    },
    releaseSites,
    release() {
      void releaseSites();
      if (isRequested) void tabs.release();
      isRequested = false;
    },
  };
}

/** The tabs, and what became of them. */
function createRows(tabs: Pick<OpenTabs, 'list'>, library: Promise<Library>) {
  const rows = signal<readonly TabRow[]>([]);
  return {
    rows,
    change(ids: readonly number[], fields: Partial<TabRow>) {
      rows.value = rows.value.map((row) => (ids.includes(row.id) ? { ...row, ...fields } : row));
    },
    async readRows() {
      const { bookmarks } = await library;
      const found = await tabs.list();
      rows.value = await Promise.all(
        found.map(async (tab): Promise<TabRow> => {
          const key = urlKey(tab.url);
          const known = key === null ? null : await bookmarks.findByUrlKey(key);
          const isSaved = known !== null && known.trashedAt === null;
          return { ...tab, isChosen: !isSaved, result: { kind: isSaved ? 'existing' : 'none' } };
        }),
      );
    },
  };
}

/** Saves tabs of this window one after the other. */
export type SaveTabsStore = ReturnType<typeof createSaveTabsStore>;

/** @param onEnded called when a store has ended without a view */
export function createHeldTabs(onEnded: (store: SaveTabsStore) => void) {
  let held: { readonly store: SaveTabsStore; stop(): void } | null = null;
  return {
    /** Returns the store that is held, for a view that is opened again; null: none. */
    take() {
      const taken = held;
      held = null;
      taken?.stop();
      return taken?.store ?? null;
    },
    /** The view of the store was left. */
    leave(store: SaveTabsStore) {
      if (!store.isBusy.value) {
        store.dispose();
        return;
      }
      const stop = store.isBusy.subscribe((isBusy) => {
        if (isBusy) return;
        held = null;
        stop();
        store.dispose();
        onEnded(store);
      });
      held = { store, stop };
    },
  };
}

/** Keeps a store whose view was left while it saves tabs, so that all of them are saved. */
export type HeldTabs = ReturnType<typeof createHeldTabs>;

/** Returns what was saved, and what was not. */
export function summaryOf(rows: readonly TabRow[]): string {
  const count = (...kinds: TabResult['kind'][]) =>
    formatNumber(rows.filter(({ result }) => kinds.includes(result.kind)).length);
  const [saved, before, address] = [count('saved'), count('existing'), count('address')];
  return t('tabsEnded', saved, before, address, count('gone', 'not-loaded', 'failed'));
}

function tabResultOf(saved: Result<PageState, BackgroundFailure>): TabResult {
  if (!saved.ok) return { kind: 'failed' };
  const page = saved.value;
  switch (page.kind) {
    case 'saved':
      if (page.outcome === 'existing') return { kind: 'existing' };
      return page.addressOnly === null
        ? { kind: 'saved' }
        : { kind: 'address', reason: page.addressOnly };
    case 'nothing':
    case 'withheld':
      return { kind: 'gone' };
    case 'not-loaded':
    case 'error-page':
      return { kind: 'not-loaded' };
    default:
      return { kind: 'failed' };
  }
}

/** Resolves when no image of these bookmarks is awaited. Images arrive after the save. */
async function imagesEnded(library: Library, ids: readonly BookmarkId[]): Promise<void> {
  await Promise.all(
    ids.map(
      (id) =>
        new Promise<void>((resolve) => {
          const stop = library.articles.watch(id, (article) => {
            const isAwaited = article?.images.some(
              (image) => image.hash === null && image.reason === 'pending',
            );
            if (isAwaited) return;
            resolve();
            // Not while the watch begins, which returns only then.
            queueMicrotask(() => stop());
          });
        }),
    ),
  );
}
