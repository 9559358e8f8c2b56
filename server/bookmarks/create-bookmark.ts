import { createHash } from 'node:crypto';
import {
  bodyMessages,
  bookmarkCreate,
  type bookmarks,
  type FormValue,
  type HandlerAnswer,
  type HandlerInput,
  IDEMPOTENCY_KEY_LIFETIME_MS,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  refusedForm,
} from '../../src/contract';
import { blankValues } from '../../src/domain/bookmark-values';
import { err, ok, type Result } from '../../src/domain/result';
import { DAY_MS, type UnixMs, unixMs } from '../../src/domain/time';
import { withoutFragment } from '../../src/domain/url-identity';
import { IMPORT_PRIORITY, requestExtraction } from '../extraction/request-extraction';
import type { SentPage } from '../extraction/sent-page';
import type { Caller, CallerContext } from '../http/context';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import { type NewBookmark, newShortId } from '../storage';
import { changedHeaders } from './addresses';
import { inTurnOfPages, packSentPage, readSentPage } from './sent-form';
import { fieldsOfChange, seenLabels } from './update-bookmark';

type Create = typeof bookmarks.create;
type Sent = FormValue<typeof bookmarkCreate>;

/** Saves an address, and its page if it was sent. A job reads the page afterwards. */
export async function createBookmark(
  server: Server,
  { body }: HandlerInput<Create>,
  { caller, base, headers }: CallerContext,
): Promise<HandlerAnswer<Create> | Refusal> {
  const key = readIdempotencyKey(headers);
  if (!key.ok) {
    return refused(`Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`);
  }
  const isRepeat = headers.get('idempotency-repeat') === '1';
  const save = async () => {
    const page = await readSentPage(body, body.url);
    if (!page.ok) return { kind: page.error };
    return saveBookmark(server, caller, body, page.value, key.value, isRepeat);
  };
  const saved = await inTurnOfPages(caller, body, save);
  if (saved.kind === 'unreadable-page') return refused(bodyMessages.unprocessable);
  if (saved.kind === 'other-request') {
    return {
      ...refused('Idempotency-Key was used for another request'),
      headers: { 'Bookmark-Id': saved.bookmarkId },
    };
  }
  return {
    status: 202,
    headers: changedHeaders(base, saved.bookmarkId),
    body: { status: 202, message: 'Link submitted' },
  };
}

const refused = (message: string) =>
  ({ kind: 'form', status: 422, form: refusedForm(bookmarkCreate, message) }) as const;

interface Saved {
  readonly kind: 'first' | 'again' | 'other-request';
  readonly bookmarkId: string;
}

/**
 * Writes the bookmark and enqueues the job that reads its page, in one transaction. Returns the id,
 * or that of the existing bookmark when the key was used before.
 */
async function saveBookmark(
  { storage, now }: Server,
  { user }: Caller,
  sent: Sent,
  page: SentPage | null,
  key: string | null,
  isRepeat: boolean,
): Promise<Saved> {
  const id = newShortId();
  const packed = page === null ? undefined : await packSentPage(storage, sent.url, page);
  const bookmark = await newBookmark(id, sent);
  const fingerprint = key === null ? '' : fingerprintOf(sent, page);
  return storage.transaction(async (unit) => {
    if (key !== null) {
      const expires = unixMs(now() + IDEMPOTENCY_KEY_LIFETIME_MS);
      const request = { key, fingerprint, bookmarkId: id, expires, isRepeat };
      const claim = await unit.idempotency.claim(user.id, request);
      if (claim.kind !== 'first') return claim;
    }
    const row = await unit.bookmarks.create(user.id, bookmark);
    await requestExtraction(unit, row, packed, priorityOf(row.created, now()));
    return { kind: 'first', bookmarkId: id };
  });
}

/**
 * Returns the priority of reading a page. The extension and the web app create the pages of an import
 * one by one, with the time when each was saved first.
 */
const priorityOf = (created: UnixMs, now: UnixMs): number =>
  now - created > DAY_MS ? IMPORT_PRIORITY : 0;

async function newBookmark(id: string, sent: Sent): Promise<NewBookmark> {
  const { labels, created } = sent;
  const url = withoutFragment(sent.url);
  // Loaded with the first bookmark: the list of public suffixes is a third of a megabyte.
  const { namedSiteOf } = await import('../extraction/site-of');
  return {
    id,
    url,
    ...namedSiteOf(url),
    ...fieldsOfChange(sent),
    ...(labels !== undefined && { labels: seenLabels(labels) }),
    ...(created !== undefined && { created: unixMs(created) }),
  };
}

/** Reads the idempotency key of a request; null when it has none. */
function readIdempotencyKey(headers: Pick<Headers, 'get'>): Result<string | null, 'invalid-key'> {
  const key = headers.get('idempotency-key');
  if (key === null) return ok(null);
  const isGood = /^[\x20-\x7e]+$/.test(key) && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH;
  return isGood ? ok(key) : err('invalid-key');
}

/** Returns a hash of a request. It does not depend on the encoding of the form (JSON or multipart). */
function fingerprintOf(form: Sent, sent: SentPage | null): string {
  const { url, created = null } = form;
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  const addBytes = (bytes: Uint8Array) => hash.update(`${bytes.length}\n`).update(bytes);
  add([url, created, sent?.findsMain ?? null]);
  add({ ...blankValues(), ...fieldsOfChange(form) });
  if (sent?.html) addBytes(sent.html);
  for (const { url: of, headers, bytes } of sent?.resources ?? []) {
    add([of, [...headers]]);
    addBytes(bytes);
  }
  return hash.digest('hex');
}
