import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createPageClient, onTabMessage } from '../src/extension/highlights/page-client';
import type { PAGE_MESSAGES } from '../src/messages/page-messages';
import { schedule } from '../src/ui/components/timers';
import { frameLinker } from '../src/ui/highlights/page/frame-link';
import { servePage, startPageScript } from '../src/ui/highlights/page/page-highlights';

/** The script of this page, in the isolated world of the extension. */
type World = typeof globalThis & { leafmarkHighlights?: true };

/** The longest time that a busy page delays a slice of work. */
const IDLE_TIMEOUT_MS = 100;

const idle = () =>
  new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS }));

/** Sent into a page by a click, or registered for the sites that the user has chosen. */
export default defineUnlistedScript(() => {
  const world: World = globalThis;
  if (world.leafmarkHighlights) return;
  world.leafmarkHighlights = true;
  const start = () =>
    startPageScript({
      page: document,
      background: createPageClient<typeof PAGE_MESSAGES>((message) =>
        browser.runtime.sendMessage(message),
      ),
      // The browser gives the page in the frame another address in each session, where it can.
      link: frameLinker(
        document,
        browser.runtime.getURL('/highlight-frame.html'),
        new URL(browser.runtime.getURL('/')).origin,
      ),
      idle,
      now: () => performance.now(),
      later: schedule,
      isOfPerson: ({ isTrusted }) => isTrusted,
    });
  const handlers = servePage(start, browser.extension.inIncognitoContext);
  onTabMessage(browser.runtime.onMessage, handlers);
});
