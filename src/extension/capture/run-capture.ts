import type { WxtBrowser } from 'wxt/browser';
import type { Capture } from '../../capture/capture';
import type { CaptureWay } from '../../capture/capture-page';
import { wallOf } from '../../capture/wall';
import type { AddressOnlyReason } from '../../domain/address-only';
import { err, ok, type Result } from '../../domain/result';
import type { SiteRule } from '../../domain/site-rules/site-rule';
import { SECOND_MS } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import {
  isErrorPageRefusal,
  reasonForErrorPage,
  reasonForRefusal,
  showsErrorPage,
  type TabPage,
} from '../toolbar/tab-page';
import { InjectedCaptureSchema } from './capture-outcome';
import { type InjectedCapture, setAsked, takeCaptureMark } from './injected-capture';

/**
 * After this time the background stops waiting for the page and saves the address. Firefox needs 7 s
 * for the largest page on a fast machine.
 */
const CAPTURE_LIMIT_MS = 20 * SECOND_MS;

/** After this time a page that is still loading is captured in its current state. */
const LATE_CAPTURE_MS = 5 * SECOND_MS;

/** HTTP statuses from here on are those of errors, such as 404. */
const FIRST_ERROR_STATUS = 400;

/** The result of a capture attempt. */
export type CaptureAttempt =
  | { readonly kind: 'captured'; readonly capture: Capture; readonly isErrorPage: boolean }
  | { readonly kind: 'address'; readonly reason: AddressOnlyReason };

type Scripts = {
  readonly scripting: Pick<WxtBrowser['scripting'], 'executeScript'>;
  readonly tabs: Pick<WxtBrowser['tabs'], 'get'>;
};

/**
 * Captures the page in its tab within 20 seconds, or fails with `timed-out`. The script is already
 * sent when this returns. Aborting `signal` with an `AddressOnlyReason` ends it at once with that
 * reason. A page that was captured before the tab navigated counts as captured; the page after it
 * never does.
 * @param rules the rules for the page's site, which the script waits for
 * @param way of finding the article; null: with our rules
 */
export function runCapture(
  browser: Scripts,
  page: TabPage,
  signal: AbortSignal,
  rules: Promise<readonly SiteRule[]> | null = null,
  way: CaptureWay | null = null,
): Promise<CaptureAttempt> {
  if (page.closed !== null) return Promise.resolve({ kind: 'address', reason: page.closed });
  const asked = { ...page, requestedAt: Date.now(), rules, way };
  return new Promise((resolve) => {
    const timers = [setTimeout(() => void returnPermissions().then(settle), CAPTURE_LIMIT_MS)];
    const returnPermissions = async () =>
      addressOnly((await leftReason(browser, page)) ?? 'timed-out');
    const onAbort = () => settle({ kind: 'address', reason: signal.reason });
    const settle = (attempt: CaptureAttempt) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(attempt);
    };
    signal.addEventListener('abort', onAbort);
    void capture(browser, asked, false).then(settle);
    if (page.isLoaded) return;
    // Browsers hold a script back until the document is parsed, which one slow script of the page
    // can delay without limit.
    const late = () => void capture(browser, asked, true).then(settle);
    timers.push(setTimeout(late, LATE_CAPTURE_MS));
  });
}

/** The page at the time of the click. */
interface RequestedPage extends TabPage {
  /** Unix ms */
  readonly requestedAt: number;
  readonly rules: Promise<readonly SiteRule[]> | null;
  readonly way: CaptureWay | null;
}

async function capture(
  browser: Scripts,
  page: RequestedPage,
  injectImmediately: boolean,
): Promise<CaptureAttempt> {
  const target = { tabId: page.tabId };
  const refused = reasonForRefusal(page.url);
  const siteRules = (page.rules && (await page.rules)) ?? [];
  const injected = await inject(
    async () => {
      if (siteRules.length > 0 || page.way !== null) {
        await browser.scripting.executeScript({
          target,
          func: setAsked,
          args: [{ siteRules, way: page.way }],
          injectImmediately,
        });
      }
      return browser.scripting.executeScript({ target, files: ['/capture.js'], injectImmediately });
    },
    async (refusal) =>
      (await leftReason(browser, page)) ??
      (isErrorPageRefusal(refusal) || (await hasErrorPage(browser, page))
        ? reasonForErrorPage(page.url)
        : null) ??
      ((await hasRun(browser, page)) ? 'too-large' : null),
  );
  if (!injected.ok) return addressOnly(injected.error ?? refused);
  const result: unknown = injected.value[0]?.result ?? null;
  const parsed = InjectedCaptureSchema.safeParse(result);
  if (parsed.success) return checkDocument(parsed.data, page);
  const left = await leftReason(browser, page);
  if (left !== null) return addressOnly(left);
  // Chromium drops a script that waits in a page which is left, and reports the new address only
  // later.
  if (result === null && !(await hasRun(browser, page))) return addressOnly('navigated');
  const isTooLarge = parsed.error.issues.some(({ code }) => code === 'too_big');
  return addressOnly(isTooLarge ? 'too-large' : 'failed');
}

/** True if the script has run in the current page. Then only its result is missing. */
async function hasRun({ scripting }: Scripts, { tabId }: TabPage): Promise<boolean> {
  try {
    const [answer] = await scripting.executeScript({
      target: { tabId },
      func: takeCaptureMark,
      injectImmediately: true,
    });
    return answer?.result === true;
  } catch {
    return false; // Refused as well.
  }
}

function checkDocument(injected: InjectedCapture, page: RequestedPage): CaptureAttempt {
  const { outcome } = injected;
  const url = outcome.kind === 'captured' ? outcome.capture.url : outcome.url;
  if (!isRequestedDocument(url, injected.documentSince, page)) return addressOnly('navigated');
  if (outcome.kind !== 'captured') return addressOnly(outcome.reason);
  return { ...outcome, isErrorPage: isErrorPage(injected, outcome.capture) };
}

/** True also for a question about cookies or a captcha, which sites send as if it were the page. */
const isErrorPage = ({ status, html }: InjectedCapture, capture: Capture): boolean =>
  status >= FIRST_ERROR_STATUS ||
  wallOf({ askedUrl: capture.url, url: capture.url, html }, capture) === 'look';

/**
 * A delayed or retried script may run in the next page. But a document may also change its own
 * address within its site and still be the requested one.
 */
function isRequestedDocument(url: string, since: number, page: RequestedPage): boolean {
  if (urlKey(url) === urlKey(page.url)) return true;
  return isSameSite(url, page.url) && since <= page.requestedAt;
}

/** Firefox sets the icon of the tab a moment after it shows its error page. */
async function hasErrorPage({ tabs }: Scripts, { tabId }: TabPage): Promise<boolean> {
  const tab = await tabs.get(tabId).catch(() => null); // the tab was closed
  return tab !== null && showsErrorPage(tab);
}

/**
 * Returns the reason if the tab was closed or shows another page; null if the page is still there.
 */
async function leftReason(
  { tabs }: Scripts,
  page: TabPage,
): Promise<'tab-closed' | 'navigated' | null> {
  try {
    const tab = await tabs.get(page.tabId);
    // The address is hidden once the tab has gone to another site.
    const hasMoved = tab.url === undefined || urlKey(tab.url) !== urlKey(page.url);
    const isReloading = page.isLoaded && tab.status === 'loading';
    return hasMoved || isReloading ? 'navigated' : null;
  } catch {
    return 'tab-closed'; // `tabs.get` rejects for a tab that was closed.
  }
}

const addressOnly = (reason: AddressOnlyReason): CaptureAttempt => ({ kind: 'address', reason });

const isSameSite = (one: string, other: string): boolean =>
  URL.parse(one)?.origin === new URL(other).origin;

/** The delays before a refused script is retried, in milliseconds. */
const RETRY_AFTER_MS = [40, 160];

/**
 * Runs `execute` (a call of `scripting.executeScript`) in a tab to which a click has just granted
 * access. If it rejects, `diagnose` returns the cause. A refusal without a cause (null) is retried
 * after each of `retryAfterMs` and is then the error. Any other cause ends it at once.
 *
 * Don't simplify: Chromium sends the grant and the script to the page through different channels,
 * and a script that arrives first is refused (3 in 40 saves by key on a busy machine). A moment
 * later it is accepted.
 */
export async function inject<T, Cause>(
  execute: () => Promise<T>,
  diagnose: (refusal: unknown) => Promise<Cause | null>,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<Result<T, Cause | null>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return ok(await execute());
    } catch (refusal) {
      // Browsers use different error messages and change them, so the tab is asked where possible.
      const cause = await diagnose(refusal);
      const delayMs = retryAfterMs[tries];
      if (cause !== null || delayMs === undefined) return err(cause);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}
