import { formatInstant } from '../../contract';
import { sha256 } from '../../domain/hash';
import { ok, type Result } from '../../domain/result';
import { SECOND_MS, type UnixMs } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import type { ServerVersion } from '../../library';
import {
  addressToSend,
  type CreatedBookmark,
  createdBookmark,
  createWithPage,
  eachPage,
  type ServiceError,
} from '../../service';
import type { SyncContext } from '../context';
import { isMadeBy } from '../merge/link-created';
import { type RemoteBookmark, toRemote } from '../merge/server-version';
import type { Claim } from './claim';
import { createFields, pageToSend } from './page-to-send';

export type CreateOutcome =
  /** `captured`: when its article was captured; null if none was sent, or it is not known. */
  | { readonly kind: 'made'; readonly serverId: string; readonly captured: UnixMs | null }
  /** An earlier request created it, and somebody has deleted it since. */
  | { readonly kind: 'deleted-there'; readonly serverId: string }
  /** It was only looked up and is not on the server. */
  | { readonly kind: 'not-there' }
  /** Another device has created the same save, with other labels for example. */
  | { readonly kind: 'made-elsewhere'; readonly remote: RemoteBookmark }
  /** It was deleted before it could be read. The create is repeated. */
  | { readonly kind: 'again' }
  /** The service does not accept such addresses: files and browser pages. */
  | { readonly kind: 'not-for-servers' };

/**
 * Creates a bookmark with its page exactly once. An earlier request may have created it, so it is
 * looked up first.
 */
export async function sendCreate(
  context: SyncContext,
  { state, intent, isRepeat, isNeeded }: Claim,
): Promise<Result<CreateOutcome, ServiceError>> {
  const { sent } = intent;
  if (sent === undefined || addressToSend(sent.url) === null) {
    return ok({ kind: 'not-for-servers' });
  }
  if (isRepeat || !isNeeded) {
    const found = await findCreated(context, sent);
    if (!found.ok) return found;
    if (found.value !== null) {
      const isOwn = isMadeBy(state, sent);
      return isOwn ? madeAs({ id: found.value }) : madeElsewhere(context, found.value);
    }
  }
  if (!isNeeded || state.bookmark === null) return ok({ kind: 'not-there' });
  const headers = {
    'Idempotency-Key': await idempotencyKey(sent),
    ...(isRepeat && { 'Idempotency-Repeat': '1' }),
  };
  const made = await make(context, state.bookmark, sent, headers);
  if (made.ok) return isRepeat ? standing(context, made.value) : madeAs(made.value);
  const { error } = made;
  return error.kind === 'invalid' && error.bookmarkId !== undefined
    ? madeElsewhere(context, error.bookmarkId)
    : made;
}

/**
 * Every device has the same key for the same save of a page, so the libraries of two devices that
 * restored one bundle are created once. The key does not tell the address.
 */
const idempotencyKey = async ({ url, created }: ServerVersion): Promise<string> =>
  `leafmark-${await sha256(`${url} ${created}`)}`;

interface Made extends CreatedBookmark {
  readonly captured?: UnixMs;
}

const madeAs = ({ id, captured }: Made) =>
  ok({ kind: 'made', serverId: id, captured: captured ?? null } as const);

/**
 * A repeated request may get the response of the first, whatever happened to its bookmark since.
 */
async function standing(
  { server, signal }: SyncContext,
  made: Made,
): Promise<Result<CreateOutcome, ServiceError>> {
  const serverId = made.id;
  const answer = await server.client.bookmarks.read(serverId, { signal });
  if (answer.ok) return madeAs({ id: serverId });
  return answer.error.kind === 'not-found' ? ok({ kind: 'deleted-there', serverId }) : answer;
}

/** The key belongs to another request: of another device, or of this one with another article. */
async function madeElsewhere(
  { server, signal }: SyncContext,
  serverId: string,
): Promise<Result<CreateOutcome, ServiceError>> {
  const answer = await server.client.bookmarks.read(serverId, { signal });
  if (!answer.ok) return answer.error.kind === 'not-found' ? ok({ kind: 'again' }) : answer;
  const { body } = answer.value;
  return ok(body === null ? { kind: 'again' } : { kind: 'made-elsewhere', remote: toRemote(body) });
}

async function make(
  { library, server, features, signal }: SyncContext,
  bookmark: NonNullable<Claim['state']['bookmark']>,
  sent: ServerVersion,
  headers: Readonly<Record<string, string>>,
): Promise<Result<Made, ServiceError>> {
  const known = await features();
  if (!known.ok) return known;
  const hasKeys = known.value.includes('idempotency');
  const options = { signal, ...(hasKeys && { headers }) };
  const hasArticle = bookmark.content.kind === 'article';
  const article = hasArticle ? await library.articles.get(bookmark.id) : null;
  if (article === null) {
    const { url, ...fields } = createFields(sent);
    const body = { url: addressToSend(url) ?? url, ...fields };
    return createdBookmark(await server.client.bookmarks.create(body, options));
  }
  const shown = [bookmark.icon, bookmark.image, ...article.images.map(({ hash }) => hash)];
  const assets = await library.assets.getMany(shown.filter((hash) => hash !== null));
  const made = await createWithPage(
    server.send,
    pageToSend(sent, bookmark, article, assets),
    options,
  );
  return made.ok ? ok({ ...made.value, captured: article.changedAt ?? article.capturedAt }) : made;
}

/**
 * Returns the id of the bookmark that the create made, or null. Imported bookmarks may share one
 * second, so all pages of the list are read, newest first.
 */
async function findCreated(
  { server, signal }: SyncContext,
  { url, created }: ServerVersion,
): Promise<Result<string | null, ServiceError>> {
  const range = {
    range_start: formatInstant(created - SECOND_MS),
    range_end: formatInstant(created + SECOND_MS),
  };
  const pages = eachPage((paging) =>
    server.client.bookmarks.list({ ...range, ...paging }, { signal }),
  );
  const key = urlKey(url);
  for await (const page of pages) {
    if (!page.ok) return page;
    const made = page.value.items.find((one) => urlKey(one.url) === key);
    if (made !== undefined) return ok(made.id);
  }
  return ok(null);
}
