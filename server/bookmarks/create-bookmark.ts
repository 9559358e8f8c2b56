import { createHash } from 'node:crypto';
import {
  bookmarkCreate,
  type bookmarks,
  type FormValue,
  type HandlerAnswer,
  type HandlerInput,
  IDEMPOTENCY_KEY_LIFETIME_MS,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  messages,
  type PageResource,
  readResourcePart,
  refusedForm,
} from '../../src/contract';
import { err, ok, type Result, type UnixMs, unixMs, withoutFragment } from '../../src/domain';
import { keepPage, requestExtraction, type SentPage } from '../extraction';
import { namedSiteOf } from '../extraction/site-of';
import type { Caller, CallerContext } from '../http/context';
import type { Refusal } from '../http/refusal';
import { bytesOfUpload } from '../http/request-body';
import type { Server } from '../server';
import { type IdempotentRequest, type NewBookmark, newShortId } from '../storage';
import { changedHeaders } from './addresses';

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

/** The key of a request that may come twice; null when it has none. */
export function readIdempotencyKey(
  headers: Pick<Headers, 'get'>,
): Result<string | null, 'invalid-key'> {
  const key = headers.get('idempotency-key');
  if (key === null) return ok(null);
  const isGood = /^[\x20-\x7e]+$/.test(key) && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH;
  return isGood ? ok(key) : err('invalid-key');
}

/** The stored record of a request with a key, from `now` on. */
export const idempotentRequest = (
  key: string,
  bookmarkId: string,
  fingerprint: string,
  now: UnixMs,
): IdempotentRequest => ({
  key,
  bookmarkId,
  fingerprint,
  expires: unixMs(now + IDEMPOTENCY_KEY_LIFETIME_MS),
});

/** The same for the same request in whatever form it comes, another for any other. */
export function fingerprintOf(
  { url, title = '', labels = [], created }: FormValue<typeof bookmarkCreate>,
  sent: SentPage | null,
): string {
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  const addBytes = (bytes: Uint8Array) => hash.update(`${bytes.length}\n`).update(bytes);
  add([url, title, labels, created ?? null, sent?.findsMain ?? null]);
  if (sent?.html) addBytes(sent.html);
  for (const { url: of, headers, bytes } of sent?.resources ?? []) {
    add([of, [...headers]]);
    addBytes(bytes);
  }
  return hash.digest('hex');
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/**
 * The page that came with a bookmark; null when none did. A file that is broken or empty is left
 * out. If it is the page itself, the whole request is refused (protocol.md section 7.2).
 */
export async function readSentPage({
  url,
  html,
  resource = [],
  feature_find_main: findsMain,
}: FormValue<typeof bookmarkCreate>): Promise<Result<SentPage | null, 'unreadable-page'>> {
  const page = html === undefined ? null : await bytesOfUpload(html);
  const resources: PageResource[] = [];
  for (const upload of resource) {
    const headers = typeof upload === 'string' ? NO_HEADERS : upload.headers;
    const read = readResourcePart(headers, await bytesOfUpload(upload));
    if (read !== null && read.bytes.length > 0) resources.push(read);
    else if (read?.url === url) return err('unreadable-page');
  }
  const hasPage = page !== null && page.length > 0;
  if (!hasPage && resources.length === 0) return ok(null);
  return ok({ html: hasPage ? page : null, resources, findsMain });
}
