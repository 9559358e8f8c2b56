import {
  articleReplace,
  type bookmarks,
  formatInstant,
  type HandlerAnswer,
  type HandlerInput,
  messages,
} from '../../src/contract';
import { definedFields } from '../../src/domain/defined-fields';
import { MINUTE_MS, type UnixMs, unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { requestExtraction, requestRevision } from '../extraction/request-extraction';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse, refuseField, retryAfter } from '../http/refusal';
import type { Server } from '../server';
import type { BookmarkRow, Repositories } from '../storage';
import { changedHeaders } from './addresses';
import { inTurnOfPages, packSentPage, readSentPage } from './sent-form';

type Replace = typeof bookmarks.replaceArticle;

/**
 * Takes the page of a bookmark that exists, puts an earlier article of it back, or, without a page, reads
 * the page again that no person has captured. A job does the work afterwards.
 */
export async function replaceArticle(
  server: Server,
  { params, body }: HandlerInput<Replace>,
  { caller, base }: CallerContext,
): Promise<HandlerAnswer<Replace> | Refusal> {
  const { storage, now } = server;
  const find = (unit: Pick<Repositories, 'bookmarks'>) =>
    unit.bookmarks.find(caller.user.id, params.id);
  const bookmark = await find(storage);
  if (bookmark === null) return refuse(404);
  const taken: HandlerAnswer<Replace> = {
    status: 202,
    headers: changedHeaders(base, bookmark.id),
    body: { status: 202, message: 'Article submitted' },
  };
  const { revision, url } = body;
  if (revision !== undefined) {
    const kept = await storage.contents.revisions(bookmark.key);
    if (!kept.some(({ id }) => id === revision))
      return refuseSent(body, 'revision', messages.invalid);
    const at = unixMs(Math.max(now(), (bookmark.captured ?? 0) + 1));
    await storage.transaction((unit) => requestRevision(unit, bookmark, revision, at));
    return taken;
  }
  if (url === undefined) return refuseSent(body, 'url', messages.required);
  if (!isOf(bookmark, url)) return refuseSent(body, 'url', 'must be the address of the bookmark');
  const hasPage = body.html !== undefined || (body.resource ?? []).length > 0;
  if (!hasPage && bookmark.captured === null) {
    await storage.transaction((unit) => requestExtraction(unit, bookmark));
    return taken;
  }
  const captured = unixMs(body.captured ?? now());
  const known = standing(bookmark, captured);
  if (known !== 'later') return known ?? taken;
  return inTurnOfPages(caller, body, async () => {
    const page = await readSentPage({ ...body, captured }, url);
    // Without the page itself, it has no time.
    if (!page.ok || !page.value?.captured) return refuseSent(body, 'html', messages.required);
    // The page is found under the address that the bookmark has here.
    const packed = await packSentPage(storage, bookmark.url, page.value);
    return storage.transaction(async (unit) => {
      const row = await find(unit);
      if (row === null) return refuse(404);
      const there = standing(row, captured);
      if (there !== 'later') return there ?? taken;
      const roomAt = await unit.contents.whenRoom(row.key, captured);
      if (roomAt !== null) return refuseFull(roomAt, now());
      await requestExtraction(unit, row, packed);
      return taken;
    });
  });
}

const refuseSent = (
  { url, revision }: HandlerInput<Replace>['body'],
  field: keyof typeof articleReplace.fields,
  message: string,
): Refusal => refuseField(articleReplace, definedFields({ url, revision }), field, message);

/** A revision whose time has passed is deleted a little later. */
const MIN_WAIT_MS = 10 * MINUTE_MS;

/** Nothing is deleted before its time, so the page has to wait. Other requests need not. */
const refuseFull = (roomAt: UnixMs, now: UnixMs): Refusal => ({
  kind: 'message',
  status: 409,
  message: 'The bookmark has too many earlier articles to keep another one',
  headers: { 'Retry-After': retryAfter(Math.max(roomAt - now, MIN_WAIT_MS)) },
});

/** True for the address of a bookmark, which a redirect may have changed. */
const isOf = ({ url, initialUrl }: BookmarkRow, sent: string): boolean =>
  [url, initialUrl].some((own) => urlKey(own) === urlKey(sent));

/** Compares a page with the present article. Returns a refusal if it is earlier; null if it is the same. */
function standing({ captured: known }: BookmarkRow, captured: UnixMs): 'later' | null | Refusal {
  if (known === null || captured > known) return 'later';
  if (captured === known) return null;
  return refuse(409, `The article was captured later, at ${formatInstant(known)}`);
}
