import { retryAfterMs } from '../../domain/back-off';
import { isPublicAddress } from '../../domain/private-address';
import { readBytes } from '../../domain/read-bytes';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import type { PageOutcome, RobotRules, WantedPageRow } from '../../library';
import { decodePage } from './page-text';
import { NO_RULES, readRobots } from './robots';

/** In bytes, unpacked. The longest articles have a tenth of it. */
export const MAX_FETCHED_PAGE_BYTES = 10_000_000;
const ROBOTS_TIME_LIMIT_MS = 10 * SECOND_MS;
/** A site may ask for hours. Then a person is told. */
export const MAX_SITE_WAIT_MS = 10 * MINUTE_MS;

export type Request = (url: string, init: RequestInit) => Promise<Response>;

export type FetchedPage =
  | { readonly kind: 'page'; readonly url: string; readonly html: string }
  | { readonly kind: 'ended'; readonly outcome: PageOutcome }
  | FailedPage;

/** The host refuses or fails, and waits. The page is tried again unless it `isOver`. */
interface FailedPage {
  readonly kind: 'failed';
  readonly outcome: PageOutcome;
  /** The pause that the site asks for; null: none. */
  readonly afterMs: number | null;
  readonly isOver: boolean;
}

const ended = (outcome: PageOutcome): FetchedPage => ({ kind: 'ended', outcome });

const failed = (
  outcome: PageOutcome,
  isOver: boolean,
  afterMs: number | null = null,
): FetchedPage => ({
  kind: 'failed',
  outcome,
  afterMs,
  isOver,
});

/** Requests a page and reads its HTML, within limits. Rejects only if the run is over. */
export async function fetchPage(
  request: Request,
  { url, isSignedIn, isAsked }: Pick<WantedPageRow, 'url' | 'isSignedIn' | 'isAsked'>,
  now: number,
  signal: AbortSignal,
): Promise<FetchedPage> {
  if (!isAsked && !isPublicAddress(url)) return ended('refused');
  try {
    const response = await request(url, {
      credentials: isSignedIn ? 'include' : 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      signal,
    });
    const answer = fetchAnswerOf(response, url, isAsked, now);
    if (answer !== null) {
      await response.body?.cancel();
      return answer;
    }
    const read = await readBytes(response, MAX_FETCHED_PAGE_BYTES);
    if (!read.ok) return ended('none');
    const html = decodePage(read.value, response.headers.get('content-type') ?? '');
    // A tab shows it as the person's browser reads it.
    return html === null ? ended('look') : { kind: 'page', url: response.url || url, html };
  } catch {
    return failed('failed', false);
  }
}

/** Judges an answer without its body; null: the body is the page. */
function fetchAnswerOf(
  { status, headers, url }: Response,
  asked: string,
  isAsked: boolean,
  now: number,
): FetchedPage | null {
  // A redirect may lead anywhere, and is known only now. A person asked for the address before it.
  const mayBePrivate = isAsked && !isPublicAddress(asked);
  if (!mayBePrivate && !isPublicAddress(url || asked)) return ended('refused');
  if (headers.has('cf-mitigated')) return failed('look', true);
  if (status === 404 || status === 410) return ended('gone');
  if (status === 401 || status === 402 || status === 407) return ended('sign-in');
  if (status === 429 || status === 503) {
    const afterMs = retryAfterMs(headers, now);
    const outcome = status === 429 ? 'refused' : 'failed';
    return failed(outcome, false, afterMs);
  }
  if (status === 403 || status === 406 || status === 451) return failed('refused', true);
  if (status >= 500) return failed('failed', false);
  if (status < 200 || status >= 300) return ended('failed');
  const type = headers.get('content-type') ?? 'text/html';
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type) ? null : ended('none');
}

/**
 * Reads the robots.txt of a page's host. A host without one, or that does not answer, has no rules.
 * One that is busy or broken may have some, and is asked later.
 */
export async function fetchRobots(
  request: Request,
  url: string,
  now: number,
  signal: AbortSignal,
): Promise<RobotRules | FailedPage> {
  const address = new URL('/robots.txt', url).href;
  if (!isPublicAddress(address)) return NO_RULES;
  try {
    const response = await request(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ROBOTS_TIME_LIMIT_MS)]),
    });
    const isText = response.ok && !/html/i.test(response.headers.get('content-type') ?? '');
    const isPublic = isPublicAddress(response.url || address);
    if (isText && isPublic) return await readRobots(response);
    await response.body?.cancel();
    const answer = fetchAnswerOf(response, address, false, now);
    return answer?.kind === 'failed' && !answer.isOver ? answer : NO_RULES;
  } catch {
    return NO_RULES;
  }
}
