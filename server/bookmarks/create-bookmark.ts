import {
  bookmarkCreate,
  type bookmarks,
  type FormValue,
  type HandlerAnswer,
  type HandlerInput,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  messages,
  refusedForm,
} from '../../src/contract';
import { unixMs, withoutFragment } from '../../src/domain';
import { keepPage, requestExtraction, type SentPage } from '../extraction';
import type { Caller, CallerContext } from '../http/context';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import { type NewBookmark, newShortId } from '../storage';
import { changedHeaders } from './bookmark-headers';
import { fingerprintOf, idempotentRequest, readIdempotencyKey } from './idempotency-key';
import { readSentPage } from './read-sent-page';
import { namedSiteOf } from './site-of';

type Create = typeof bookmarks.create;
type Sent = FormValue<typeof bookmarkCreate>;

/** Saves an address, with its page when that came with it; the page is read afterwards. */
export async function createBookmark(
  server: Server,
  { body }: HandlerInput<Create>,
  { caller, base, headers }: CallerContext,
): Promise<HandlerAnswer<Create> | Refusal> {
  const key = readIdempotencyKey(headers);
  if (!key.ok) {
    return refused(`Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`);
  }
  const page = await readSentPage(body);
  if (!page.ok) return refused(messages.unprocessable);
  const id = await saveBookmark(server, caller, body, page.value, key.value);
  if (id === null) return refused('Idempotency-Key was used for another request');
  return {
    status: 202,
    headers: changedHeaders(base, id),
    body: { status: 202, message: 'Link submitted' },
  };
}

const refused = (message: string): Refusal => ({
  kind: 'form',
  status: 422,
  form: refusedForm(bookmarkCreate, message),
});

/** A page without its images is written at once with its bookmark, with one sync; more takes its time. */
const MAX_BYTES_IN_TRANSACTION = 512 * 1024;

const sizeOf = ({ html, resources }: SentPage): number =>
  resources.reduce((sum, { bytes }) => sum + bytes.length, html?.length ?? 0);

/**
 * Writes the bookmark and has its page read, both or neither. Its id, or that of the bookmark that
 * the same request made before; null when the key was another request's.
 */
async function saveBookmark(
  { storage, now }: Server,
  { user }: Caller,
  sent: Sent,
  page: SentPage | null,
  key: string | null,
): Promise<string | null> {
  const id = newShortId();
  const keepsBefore = page !== null && sizeOf(page) > MAX_BYTES_IN_TRANSACTION;
  const before = keepsBefore ? await keepPage(storage, sent.url, page) : null;
  const fingerprint = key === null ? '' : fingerprintOf(sent, page);
  return storage.transaction(async (unit) => {
    if (key !== null) {
      const request = idempotentRequest(key, id, fingerprint, now());
      const claim = await unit.idempotency.claim(user.id, request);
      if (claim.kind === 'again') return claim.bookmarkId;
      if (claim.kind === 'other-request') return null;
    }
    const row = await unit.bookmarks.create(user.id, newBookmark(id, sent));
    const kept = page && (before ?? (await keepPage(unit, sent.url, page)));
    await requestExtraction(unit, row, kept ?? undefined);
    return id;
  });
}

function newBookmark(id: string, { url, title, labels, created }: Sent): NewBookmark {
  const address = withoutFragment(url);
  return {
    id,
    url: address,
    ...namedSiteOf(address),
    ...(title !== undefined && { title }),
    ...(labels !== undefined && { labels }),
    ...(created !== undefined && { created: unixMs(created) }),
  };
}
