import type { WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';
import type { LibraryAccess } from '../../background/library/libraries';
import { SECOND_MS } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import { highlightRepository } from '../../library';
import { type BadgeState, badgeOf, bookmarkBadge } from './badge';
import { readTab, type TabContent } from './tab-page';

/** Shorter saves show no progress, because it would only flicker. */
const SLOW_MS = 150;

/** The time for which the badge shows that a link was saved. */
const LINK_NOTICE_MS = 3 * SECOND_MS;

/** States that stay on the button until the page is saved or the tab goes to another page. */
const FAILED_BADGES: readonly BadgeState[] = [{ kind: 'attention' }, { kind: 'unsavable' }];

type Action = Pick<
  WxtBrowser['action'],
  | 'setBadgeText'
  | 'setBadgeBackgroundColor'
  | 'setBadgeTextColor'
  | 'setTitle'
  | 'getBadgeText'
  | 'getTitle'
>;

interface Dependencies {
  /** Its parts are read when they are used, because Chromium loads each when it is first read. */
  readonly browser: {
    readonly action: Action;
    readonly tabs: Pick<WxtBrowser['tabs'], 'get' | 'query'>;
  };
  readonly openLibrary: LibraryAccess;
  /** `runtime.getURL('')` */
  readonly ownOrigin: string;
}

export type BadgeManager = ReturnType<typeof createBadgeManager>;

/**
 * Sets the badge and title of each tab's button, from the local index alone. A tab may close at any
 * time. The browser keeps a tab's badge and clears it when the tab navigates, so only the saves in
 * progress are remembered here.
 */
export function createBadgeManager(dependencies: Dependencies) {
  const { browser } = dependencies;
  const saving = new Set<number>();
  let rest: BadgeState = { kind: 'plain' };

  const show = async (tabId: number, state: BadgeState) => {
    try {
      await paint(browser.action, state.kind === 'plain' ? rest : state, { tabId });
    } catch {
      // The tab was closed, so there is no button.
    }
  };

  const refresh = async (tabId: number): Promise<void> => {
    if (saving.has(tabId)) return;
    const state = await findState(dependencies, tabId);
    if (state !== null && !saving.has(tabId)) await show(tabId, state);
  };

  const tabChanged = async (tabId: number): Promise<void> => {
    const content = await readContent(dependencies, tabId);
    const isPrivate = content.kind === 'page' && content.page.isPrivateWindow;
    if (isPrivate && !(await hasOwnBadge(browser.action, tabId))) return;
    await refresh(tabId);
  };

  const refreshFront = async (): Promise<void> => {
    const inFront = await browser.tabs.query({ active: true });
    await Promise.all(inFront.map(({ id }) => id !== undefined && tabChanged(id)));
  };

  return {
    /** Updates the badge of a tab if the browser reports its address. */
    refresh,
    /** Updates the badges of the tabs in front. */
    refreshFront,
    /**
     * The tab came to the front, or shows another page. In a private window the badge is only updated
     * if the user has already saved there.
     */
    tabChanged,
    /** Sets the default badge, for tabs that have none of their own. */
    async showDefault(state: BadgeState): Promise<void> {
      rest = state;
      await paint(browser.action, state, {});
      await refreshFront();
    },
    /** A save has begun. The badge shows it if it takes noticeable time. */
    saving(tabId: number): void {
      saving.add(tabId);
      setTimeout(() => {
        if (saving.has(tabId)) void show(tabId, { kind: 'saving' });
      }, SLOW_MS);
    },
    /** The save has ended. The badge shows the state of the page, or `!` if it failed. */
    async settled(tabId: number, failedUrl: string | null): Promise<void> {
      saving.delete(tabId);
      const content = await readContent(dependencies, tabId);
      const failedHere = content.kind === 'page' && content.page.url === failedUrl;
      await (failedHere ? show(tabId, { kind: 'attention' }) : refresh(tabId));
    },
    /** Shows briefly that a link in the page was saved. */
    async linkSaved(tabId: number, title: string): Promise<void> {
      saving.delete(tabId);
      await show(tabId, { kind: 'link-saved', title });
      setTimeout(() => void refresh(tabId), LINK_NOTICE_MS);
    },
    async linkFailed(tabId: number): Promise<void> {
      saving.delete(tabId);
      await show(tabId, { kind: 'attention' });
    },
    /** Shows that a tab cannot be saved, until the tab goes to another page. */
    unsavable: (tabId: number): Promise<void> => show(tabId, { kind: 'unsavable' }),
  };
}

/** Sets the badge of one tab, or the default. */
async function paint(action: Action, state: BadgeState, tab: { readonly tabId?: number }) {
  const { text, colour, title } = badgeOf(state, i18n.t);
  await Promise.all([
    action.setTitle({ ...tab, title }),
    action.setBadgeBackgroundColor({ ...tab, color: colour }),
    action.setBadgeTextColor({ ...tab, color: '#ffffff' }),
  ]);
  // The text is set last, so that the badge appears with its title.
  await action.setBadgeText({ ...tab, text });
}

/** Returns what the tab shows. `tabs.get` rejects for a tab that was closed. */
const readContent = async (
  { browser, ownOrigin }: Dependencies,
  tabId: number,
): Promise<TabContent> => readTab(await browser.tabs.get(tabId).catch(() => undefined), ownOrigin);

/** Returns the state to show; null if it is not known, or if that of the tab stays. */
async function findState(dependencies: Dependencies, tabId: number): Promise<BadgeState | null> {
  const content = await readContent(dependencies, tabId);
  if (content.kind === 'unknown') return null;
  const state = await lookUpState(dependencies.openLibrary, content);
  // A failure stays visible until the page is saved or left.
  const isUnsettled =
    state?.kind === 'plain' && (await showsFailure(dependencies.browser.action, tabId));
  return isUnsettled ? null : state;
}

/** Returns the state of the page in the library; null if another library becomes active meanwhile. */
async function lookUpState(
  openLibrary: LibraryAccess,
  content: TabContent,
): Promise<BadgeState | null> {
  const key = content.kind === 'page' ? urlKey(content.page.url) : null;
  if (key === null) return { kind: 'plain' };
  const library = await openLibrary();
  if (!library.ok) return null;
  const { bookmarks, part, closed } = library.value;
  try {
    const bookmark = await bookmarks.findByUrlKey(key);
    const count = bookmark === null ? 0 : await part(highlightRepository).count(bookmark.id);
    return bookmarkBadge(bookmark, count);
  } catch (error) {
    if (closed.aborted) return null;
    throw error;
  }
}

/** Compares the title, because sync uses the same badge text. */
async function showsFailure(action: Action, tabId: number): Promise<boolean> {
  const title = await action.getTitle({ tabId });
  return FAILED_BADGES.some((state) => badgeOf(state, i18n.t).title === title);
}

/** True if the tab's badge differs from the default. */
const hasOwnBadge = async (action: Action, tabId: number): Promise<boolean> =>
  (await action.getBadgeText({ tabId })) !== (await action.getBadgeText({}));
