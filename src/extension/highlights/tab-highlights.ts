import type { Browser, WxtBrowser } from 'wxt/browser';
import type { HighlightId } from '../../domain/highlight';
import { inject } from '../capture/run-capture';
import type { BadgeManager } from '../toolbar/badge-manager';
import { readTab } from '../toolbar/tab-page';
import type { ShowHighlight, TabMessage } from './page-client';

interface Dependencies {
  readonly browser: {
    readonly scripting: Pick<WxtBrowser['scripting'], 'executeScript'>;
    readonly tabs: Pick<WxtBrowser['tabs'], 'query' | 'sendMessage'>;
  };
  readonly badges: Pick<BadgeManager, 'unsavable'>;
  readonly ownOrigin: string;
}

const HIGHLIGHT_SCRIPT = '/highlight.js';

/**
 * The delays before the script is sent again, in milliseconds. The browser refuses it until it knows
 * of the click, and when the page is left or loaded again meanwhile. Nobody waits for the result, so
 * the delays are longer than those of a capture.
 */
const PATIENT_MS = [40, 160, 400, 1000, 2000];

export type TabHighlights = ReturnType<typeof createTabHighlights>;

/** Starts the script for highlights in tabs, and sends it messages. None of these throws. */
export function createTabHighlights({ browser, badges, ownOrigin }: Dependencies) {
  const { scripting, tabs } = browser;

  const tell = async (tabId: number, message: TabMessage | ShowHighlight) => {
    try {
      await tabs.sendMessage(tabId, message, { frameId: 0 });
    } catch {
      // No script runs there.
    }
  };

  // A script that runs already does not start again.
  const startAndTell = async (
    tabId: number,
    message: TabMessage | ShowHighlight,
    retryAfterMs?: readonly number[],
  ) => {
    const started = await inject(
      () => scripting.executeScript({ target: { tabId }, files: [HIGHLIGHT_SCRIPT] }),
      async () => null,
      retryAfterMs,
    );
    if (started.ok) await tell(tabId, message);
    return started.ok;
  };

  return {
    /** Highlights the selection in a tab to which a click has granted access. */
    async highlightSelection(tab: Browser.tabs.Tab | undefined): Promise<void> {
      if (tab?.id === undefined) return;
      const content = readTab(tab, ownOrigin);
      const isDone = content.kind === 'page' && (await startAndTell(tab.id, 'highlight-selection'));
      if (!isDone) await badges.unsavable(tab.id);
    },
    /** Shows the highlights of the page in a tab to which a click has granted access. */
    async show(tabId: number): Promise<void> {
      await startAndTell(tabId, 'refresh-highlights', PATIENT_MS);
    },
    openList: (tabId: number): Promise<boolean> =>
      startAndTell(tabId, 'list-highlights', PATIENT_MS),
    /** Scrolls the page in a tab to a highlight. */
    async showOne(tabId: number, id: HighlightId): Promise<void> {
      await startAndTell(tabId, { name: 'show-highlight', id }, PATIENT_MS);
    },
    /** Tells the pages in front that highlights have changed. Others ask when they come to the front. */
    async changed(): Promise<void> {
      const inFront = await tabs.query({ active: true });
      await Promise.all(
        inFront.map(({ id }) => id !== undefined && tell(id, 'highlights-changed')),
      );
    },
    /** Tells a page that it has another address. */
    moved: (tabId: number): Promise<void> => tell(tabId, 'highlights-changed'),
  };
}
