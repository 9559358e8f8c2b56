import type { Browser, WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';
import { SECOND_MS } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import { highlightRepository } from '../../library';
import type { LibraryAccess } from '../library/libraries';
import { type BadgeState, badgeOf, bookmarkBadge, type Unsavable } from './badge';
import { readTab, type TabContent } from './tab-page';

/** Shorter saves show no progress, because it would only flicker. */
const SLOW_MS = 150;

/** The time for which the badge shows that a link was saved. */
const LINK_NOTICE_MS = 3 * SECOND_MS;

/** States that stay on the button until the page is saved or the tab goes to another page. */
const FAILED: readonly BadgeState[] = [
  { kind: 'attention' },
  { kind: 'unsavable', why: 'no-page' },
  { kind: 'unsavable', why: 'withheld' },
];

interface Dependencies {
  readonly action: Pick<
    WxtBrowser['action'],
    | 'setBadgeText'
    | 'setBadgeBackgroundColor'
    | 'setBadgeTextColor'
    | 'setTitle'
    | 'getBadgeText'
    | 'getTitle'
  >;
  readonly tabs: Pick<WxtBrowser['tabs'], 'get' | 'query'>;
  readonly openLibrary: LibraryAccess;
  /** `runtime.getURL('')` */
  readonly ownOrigin: string;
}

/**
 * Sets the badge and title of each tab's button, from the local index alone. A tab may close at any
 * time. The browser keeps a tab's badge and clears it when the tab navigates, so only the saves in
 * progress are remembered here.
 */
export interface BadgeManager {
  /** A save has begun. The badge shows it if it takes noticeable time. */
  saving(tabId: number): void;
  /** The save has ended. The badge shows the state of the page, or `!` if it failed. */
  settled(tabId: number, failedUrl: string | null): Promise<void>;
  /** Updates the badge of a tab if the browser reports its address. */
  refresh(tabId: number): Promise<void>;
  /**
   * The tab came to the front, or shows another page. In a private window the badge is only updated
   * if the user has already saved there.
   */
  tabChanged(tabId: number): Promise<void>;
  /** Shows briefly that a link in the page was saved. */
  linkSaved(tabId: number, title: string): Promise<void>;
  linkFailed(tabId: number): Promise<void>;
  /** Shows why a tab cannot be saved, until the tab goes to another page. */
  unsavable(tabId: number, why: Unsavable): Promise<void>;
  /** Updates the badges of the tabs in front. */
  refreshFront(): Promise<void>;
  /** Sets the default badge, for tabs that have none of their own. */
  showDefault(state: BadgeState): Promise<void>;
}

export function createBadgeManager({
  action,
  tabs,
  openLibrary,
  ownOrigin,
}: Dependencies): BadgeManager {
  const saving = new Set<number>();
  let rest: BadgeState = { kind: 'plain' };

  /** Sets the badge of one tab, or the default. */
  const paint = async (state: BadgeState, tab: { readonly tabId?: number }) => {
    const { text, colour, title } = badgeOf(state, i18n.t);
    await Promise.all([
      action.setTitle({ ...tab, title }),
      action.setBadgeBackgroundColor({ ...tab, color: colour }),
      action.setBadgeTextColor({ ...tab, color: '#ffffff' }),
    ]);
    // The text is set last, so that the badge appears with its title.
    await action.setBadgeText({ ...tab, text });
  };

  const show = async (tabId: number, state: BadgeState) => {
    try {
      await paint(state.kind === 'plain' ? rest : state, { tabId });
    } catch {
      // The tab was closed, so there is no button.
    }
  };

  const readTabContent = async (tabId: number): Promise<TabContent> => {
    const tab: Browser.tabs.Tab | undefined = await tabs.get(tabId).catch(noSuchTab);
    return readTab(tab, ownOrigin);
  };

  const lookUpState = async (content: TabContent): Promise<BadgeState | null> => {
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
      // Another library is active now.
      if (closed.aborted) return null;
      throw error;
    }
  };

  const refresh = async (tabId: number) => {
    if (saving.has(tabId)) return;
    const content = await readTabContent(tabId);
    if (content.kind === 'unknown') return;
    const state = await lookUpState(content);
    if (state === null || saving.has(tabId)) return;
    // A failure stays visible until the page is saved or left.
    const isUnsettled = state.kind === 'plain' && (await showsFailure(tabId));
    if (!isUnsettled) await show(tabId, state);
  };

  /** Compares the title, because sync uses the same badge text. */
  const showsFailure = async (tabId: number) => {
    const title = await action.getTitle({ tabId });
    return FAILED.some((state) => badgeOf(state, i18n.t).title === title);
  };

  /** True if the tab's badge differs from the default. */
  const hasOwnBadge = async (tabId: number) =>
    (await action.getBadgeText({ tabId })) !== (await action.getBadgeText({}));

  const refreshFront = async () => {
    const inFront = await tabs.query({ active: true });
    await Promise.all(inFront.map(({ id }) => id !== undefined && tabChanged(id)));
  };

  const tabChanged = async (tabId: number) => {
    const content = await readTabContent(tabId);
    const isPrivate = content.kind === 'page' && content.page.isPrivateWindow;
    if (isPrivate && !(await hasOwnBadge(tabId))) return;
    await refresh(tabId);
  };

  return {
    refresh,
    refreshFront,
    tabChanged,
    async showDefault(state) {
      rest = state;
      await paint(state, {});
      await refreshFront();
    },
    saving(tabId) {
      saving.add(tabId);
      setTimeout(() => {
        if (saving.has(tabId)) void show(tabId, { kind: 'saving' });
      }, SLOW_MS);
    },
    async settled(tabId, failedUrl) {
      saving.delete(tabId);
      const content = await readTabContent(tabId);
      const failedHere = content.kind === 'page' && content.page.url === failedUrl;
      await (failedHere ? show(tabId, { kind: 'attention' }) : refresh(tabId));
    },
    async linkSaved(tabId, title) {
      saving.delete(tabId);
      await show(tabId, { kind: 'link-saved', title });
      setTimeout(() => void refresh(tabId), LINK_NOTICE_MS);
    },
    unsavable: (tabId, why) => show(tabId, { kind: 'unsavable', why }),
    async linkFailed(tabId) {
      saving.delete(tabId);
      await show(tabId, { kind: 'attention' });
    },
  };
}

/** `tabs.get` rejects for a tab that was closed. */
const noSuchTab = () => undefined;
