import type { WxtBrowser } from 'wxt/browser';
import { ACCOUNT_STATUS } from '../../background/account/account-summary';
import { neededOrigins } from '../../background/account/needed-origins';
import { SECOND_MS } from '../../domain/time';
import { hasWork, type Library, owesAccess, wantedPages } from '../../library';
import { readStatus } from '../../service/account/account-status';
import { EVERYWHERE, HIGHLIGHT_SITES } from '../highlights/site-access';
import { ALL_SITES, hasImageAccess } from '../images/image-access';
import { type GettingPages, getPage } from './get-page';

const PARALLEL_HOSTS = 6;
/** A job that a person pauses or stops is noticed after this time. */
const LOOK_FOR_STOP_EVERY_MS = SECOND_MS;
/** After so many requests without an answer in a row, a host that has answered is asked again. */
const MAX_SILENCES = 30;
const ANSWER_LIMIT_MS = 10 * SECOND_MS;

const GET_ARTICLES_ALARM = 'get-articles';
/** Browsers do not allow a shorter period. */
const WAKE_EVERY_MINUTES = 0.5;

export type RunArticlesJob = ReturnType<typeof createArticlesJob>;

interface Dependencies extends Omit<GettingPages, 'isAllowed'> {
  readonly browser: Pick<WxtBrowser, 'alarms' | 'permissions' | 'storage'>;
}

/** Gets the articles of the pages that wait in a library. */
export function createArticlesJob(dependencies: Dependencies) {
  const { browser } = dependencies;
  const isAllowed = () => browser.permissions.contains(ALL_SITES);
  const deps: GettingPages = { ...dependencies, isAllowed };
  return async (library: Library, signal: AbortSignal): Promise<void> => {
    const wanted = library.part(wantedPages);
    if (hasWork(await wanted.job())) {
      // A browser that was closed, or a worker that was stopped, goes on at the next alarm.
      await browser.alarms.create(GET_ARTICLES_ALARM, { periodInMinutes: WAKE_EVERY_MINUTES });
      await runAll(deps, library, signal);
    }
    const job = await wanted.job();
    if (hasWork(job) || job?.problem === 'offline') return;
    await browser.alarms.clear(GET_ARTICLES_ALARM);
    if (job && owesAccess(job)) await giveBack(browser, wanted.returned);
  };
}

async function runAll(deps: GettingPages, library: Library, signal: AbortSignal): Promise<void> {
  const wanted = library.part(wantedPages);
  const busy = new Map<string, Promise<void>>();
  const parts = { ...deps, ...withOnline(deps) };
  while (!signal.aborted && hasWork(await wanted.job())) {
    if (!(await deps.isAllowed())) {
      await wanted.pause('not-allowed');
      break;
    }
    const hosts = new Set(busy.keys());
    const next = hosts.size < PARALLEL_HOSTS ? await wanted.next(hosts) : null;
    if (next === null && hosts.size === 0) break;
    const waitMs = next === null ? LOOK_FOR_STOP_EVERY_MS : next.host.notBefore - deps.now();
    if (next === null || waitMs > 0) {
      // One of them may have ended since, and its host may be the next.
      if (busy.size === hosts.size)
        await Promise.race([...busy.values(), delay(Math.min(waitMs, LOOK_FOR_STOP_EVERY_MS))]);
      continue;
    }
    const { host } = next.host;
    const getting = getPage(parts, library, wanted, next, signal)
      .then(async (stop) => {
        if (stop !== null) await wanted.pause(stop);
      })
      .finally(() => busy.delete(host));
    busy.set(host, getting);
    // A failure is thrown by the race above, or below.
    getting.catch(() => {});
  }
  await Promise.all(busy.values());
  if (!signal.aborted) await wanted.finish();
}

/** Many hosts of an old library are gone. So silence alone does not mean that there is no connection. */
function withOnline(deps: GettingPages): Pick<GettingPages, 'request' | 'isOnline'> {
  let silences = 0;
  let answered: string | null = null;
  return {
    async request(url, init) {
      silences += 1;
      const response = await deps.request(url, init);
      silences = 0;
      answered = url;
      return response;
    },
    async isOnline() {
      if (!(await deps.isOnline())) return false;
      if (silences < MAX_SILENCES || answered === null) return true;
      silences = 0;
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const asked = deps.request(answered, { method: 'HEAD', credentials: 'omit', signal });
      return asked.then(Boolean, () => false);
    },
  };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Goes on with a job that was paused because there was no connection. */
export async function resumeOnline(library: Library): Promise<void> {
  const wanted = library.part(wantedPages);
  if ((await wanted.job())?.problem === 'offline') await wanted.resume(false);
}

/**
 * Gives the access to all sites back. Chromium would take that of servers and of sites with highlights
 * with it, and they can only be asked for again in a click. Then the page of the job asks for one.
 */
async function giveBack(
  browser: Pick<WxtBrowser, 'permissions' | 'storage'>,
  returned: () => Promise<unknown>,
): Promise<void> {
  const stored = await browser.storage.local.get([HIGHLIGHT_SITES, ACCOUNT_STATUS]);
  const hosts: unknown = stored[HIGHLIGHT_SITES];
  const sites = Array.isArray(hosts) ? hosts : [];
  if (sites.includes(EVERYWHERE) || (await hasImageAccess(browser))) {
    await returned();
    return;
  }
  const servers = neededOrigins(readStatus(stored[ACCOUNT_STATUS]));
  const { origins = [] } = await browser.permissions.getAll();
  const others = origins.filter((origin) => !ALL_SITES.origins.includes(origin));
  const needed = [...sites, ...servers, ...others];
  if (needed.length > 0) return;
  await browser.permissions.remove(ALL_SITES);
  await returned();
}
