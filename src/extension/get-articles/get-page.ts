import type { Clock } from '../../background/library/libraries';
import { wallOf } from '../../capture/wall';
import { backOffMs } from '../../domain/back-off';
import type { BookmarkId } from '../../domain/bookmark';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import type { ArticlesProblem, Library, NextPage, PageOutcome, WantedPages } from '../../library';
import type { CaptureRules } from '../capture/site-rules';
import type { ImageCollector } from '../images/collect-images';
import type { CapturePage } from './capture-in-page';
import {
  type FetchedPage,
  fetchPage,
  fetchRobots,
  MAX_SITE_WAIT_MS,
  type Request,
} from './fetch-page';
import { isPermitted, NO_RULES } from './robots';

const PAGE_TIME_LIMIT_MS = 45 * SECOND_MS;
const MAX_TRIES = 3;
/** A page that was begun so often has ended the background each time. */
const MAX_BEGUN = 5;
/** A host that fails so often in a row is given up. */
const MAX_HOST_FAILURES = 6;
/** The pause between two requests to a host. */
const HOST_PAUSE_MS = 2 * SECOND_MS;
const BACK_OFF = { firstMs: 15 * SECOND_MS, maxMs: 10 * MINUTE_MS };

export interface GettingPages {
  readonly request: Request;
  readonly capturePage: CapturePage;
  readonly images: Pick<ImageCollector, 'fetchAll'>;
  readonly rules: Pick<CaptureRules, 'of'>;
  readonly isAllowed: () => Promise<boolean>;
  readonly isOnline: () => boolean | Promise<boolean>;
  readonly now: Clock;
  readonly random: () => number;
}

/** null: the page was done, or waits. Otherwise the job cannot go on. */
export type PageStop = ArticlesProblem | null;

/** Gets the article of one page, and stores what became of it. */
export async function getPage(
  deps: GettingPages,
  library: Library,
  wanted: WantedPages,
  next: NextPage,
  runs: AbortSignal,
): Promise<PageStop> {
  const { page, host } = next;
  const begun = await wanted.begin(page.bookmarkId);
  if (!begun.ok || !begun.value) return null;
  const stop = await tryPage(deps, library, wanted, next, runs);
  if (stop === null && !runs.aborted) return null;
  // It is not the page's fault.
  await wanted.interrupt(page);
  await wanted.postpone(host.host, BACK_OFF.firstMs, host.failures);
  return stop;
}

async function tryPage(
  deps: GettingPages,
  library: Library,
  wanted: WantedPages,
  { page, host }: NextPage,
  runs: AbortSignal,
): Promise<PageStop> {
  const signal = AbortSignal.any([runs, AbortSignal.timeout(PAGE_TIME_LIMIT_MS)]);
  const stated = host.robots ?? (await fetchRobots(deps.request, page.url, deps.now(), signal));
  if (runs.aborted) return null;
  const isKnown = 'rules' in stated;
  const robots = isKnown ? stated : NO_RULES;
  if (isKnown && host.robots === undefined) await wanted.setRobots(host.host, robots);
  const pauseMs = Math.max(HOST_PAUSE_MS, robots.delayMs);
  const end = async (outcome: PageOutcome, afterMs = pauseMs, failures = 0): Promise<PageStop> => {
    await wanted.end(page, outcome);
    await wanted.postpone(host.host, afterMs, failures);
    return null;
  };
  if (page.tries >= MAX_BEGUN) return end('failed', 0);
  // Nothing was asked of the site.
  if (!page.isAsked && !isPermitted(robots, page.url)) return end('refused', 0);
  const fetched =
    isKnown || page.isAsked ? await fetchPage(deps.request, page, deps.now(), signal) : stated;
  if (runs.aborted) return null;
  if (fetched.kind === 'ended') return end(fetched.outcome);
  if (fetched.kind === 'page') {
    const kept = await keep(deps, library, wanted, page, fetched);
    await wanted.postpone(host.host, pauseMs, 0);
    return kept;
  }
  // Without a connection or the permission each page would fail.
  if (!(await deps.isAllowed())) return 'not-allowed';
  if (!(await deps.isOnline())) return 'offline';
  const failures = host.failures + 1;
  const afterMs = fetched.afterMs ?? backOffMs(failures, deps.random(), BACK_OFF);
  const isLast = fetched.isOver || page.tries + 1 >= MAX_TRIES;
  if (isLast) await end(fetched.outcome, afterMs, failures);
  else await wanted.postpone(host.host, afterMs, failures);
  const isClosed = (fetched.afterMs ?? 0) > MAX_SITE_WAIT_MS;
  if (isClosed || failures >= MAX_HOST_FAILURES) await wanted.endHost(host.host, fetched.outcome);
  return null;
}

async function keep(
  deps: GettingPages,
  library: Library,
  wanted: WantedPages,
  page: NextPage['page'],
  { url, html }: FetchedPage & { kind: 'page' },
): Promise<PageStop> {
  const capturing = async () =>
    deps.capturePage({ url, html, siteRules: (await deps.rules.of(url)) ?? [] });
  const captured = await capturing().catch(() => null);
  if (captured === null) {
    await wanted.end(page, 'failed');
    return null;
  }
  const { capture, inlineImages } = captured;
  const wall = wallOf({ askedUrl: page.url, url, html }, capture);
  if (wall !== null) {
    await wanted.end(page, wall);
    return null;
  }
  const isList = capture.report.warnings.includes('no-article');
  const kept = isList ? await wanted.end(page, 'none') : await wanted.keep(page, capture);
  if (!kept.ok) {
    if (kept.error.kind === 'quota') return 'quota';
    await wanted.end(page, 'failed');
    return null;
  }
  if (kept.value === 'kept') {
    const id: BookmarkId = page.bookmarkId;
    await deps.images.fetchAll(library, id, capture, new Map(inlineImages));
  }
  return null;
}
