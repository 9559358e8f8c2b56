import {
  type Answered,
  type BookmarkInfo,
  type bookmarkCreate,
  bookmarks,
  type CallOptions,
  type FormInput,
  formatDisposition,
  formatPartHeaders,
  formatResourceHeaders,
  SHORT_ID_PATTERN,
} from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import { platformTransport, type Transport } from '../http/connection';
import type { RequestBody, Sender } from '../http/send';
import type { ServiceError } from '../http/service-error';

/** A bookmark with its captured page, so that the server does not have to fetch it. */
export interface NewBookmarkWithPage
  extends Omit<FormInput<typeof bookmarkCreate>, 'html' | 'resource' | 'feature_find_main'> {
  readonly html: string;
  /** True if the server has to find the article in the page; false if `html` is the article. */
  readonly findsMain: boolean;
  /** Images and other files of the page, with their absolute addresses. */
  readonly resources: readonly SentResource[];
}

/**
 * Creates a bookmark of a captured page. The request is safe to repeat if the headers contain an
 * `Idempotency-Key`.
 */
export async function createWithPage(
  send: Sender,
  page: NewBookmarkWithPage,
  options: CallOptions = {},
): Promise<Result<CreatedBookmark, ServiceError>> {
  const body = pageBodyOf(page);
  if (body === null) return err(notAnAddress);
  const answer = await send(bookmarks.create, { params: {}, query: {}, body: {}, options }, body);
  // `send` parses the answer by the route that it receives.
  return createdBookmark(answer as Result<Answered<typeof bookmarks.create>, ServiceError>);
}

/**
 * Sends the page of a bookmark that exists, to a server with the extension `replace_article`. The
 * request is safe to repeat.
 */
export async function replaceWithPage(
  send: Sender,
  id: string,
  page: NewBookmarkWithPage,
  options: CallOptions = {},
): Promise<Result<unknown, ServiceError>> {
  const body = pageBodyOf(page);
  if (body === null) return err(notAnAddress);
  const input = { params: { id }, query: {}, body: {}, options };
  return send(bookmarks.replaceArticle, input, body);
}

/** Returns null if the page has no web address. */
function pageBodyOf(page: NewBookmarkWithPage): RequestBody | null {
  const url = addressToSend(page.url);
  if (url === null) return null;
  const { html, findsMain, resources, ...fields } = page;
  const texts = { ...fields, url, feature_find_main: findsMain };
  const document = { url, contentType: 'text/html; charset=utf-8', content: html };
  const files = resources.filter((resource) => URL.canParse(resource.url));
  return pageBody(texts, [document, ...files], `leafmark-${crypto.randomUUID()}`);
}

const notAnAddress: ServiceError = {
  kind: 'invalid',
  status: 0,
  fields: [{ field: 'url', message: 'invalid URL' }],
  messages: [],
};

/**
 * Normalises an address as the service does: URL standard form, without fragment, user name and
 * password. The server uses a page only if it is sent with exactly the bookmark's address
 * (protocol.md section 7.2). Returns null if it is not a web address.
 */
export function addressToSend(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}

export interface CreatedBookmark {
  readonly id: string;
}

/** Reads the id of the created bookmark from the headers of an answer of `bookmarks.create`. */
export function createdBookmark(
  answer: Result<{ readonly headers: Headers }, ServiceError>,
): Result<CreatedBookmark, ServiceError> {
  if (!answer.ok) return answer;
  const { headers } = answer.value;
  const last = headers.get('Location')?.split('/').at(-1) ?? '';
  const id = headers.get('Bookmark-Id') ?? last;
  if (!SHORT_ID_PATTERN.test(id))
    return err({ kind: 'malformed', issues: ['no id of what was made'] });
  return ok({ id });
}

/** A file of a page, or the page itself. */
export interface SentResource {
  /** Absolute. */
  readonly url: string;
  readonly contentType: string;
  readonly content: string | Blob | Uint8Array<ArrayBuffer>;
}

/** Fields of a form without files. A list becomes a repeated field. */
type FormTexts = Readonly<
  Record<string, string | readonly string[] | number | boolean | undefined>
>;

/**
 * Builds a multipart form by hand, because `FormData` cannot set the location of a file. It copies
 * no bytes. `boundary` must be random so that it does not occur in the content.
 */
function pageBody(
  texts: FormTexts,
  resources: readonly SentResource[],
  boundary: string,
): RequestBody {
  const opening = `--${boundary}\r\n`;
  const pieces: BlobPart[] = [];
  for (const [name, value] of Object.entries(texts)) {
    for (const text of value === undefined ? [] : [value].flat()) {
      const head = formatPartHeaders([['Content-Disposition', formatDisposition(name)]]);
      pieces.push(opening, head, String(text), '\r\n');
    }
  }
  for (const { url, contentType, content } of resources) {
    const headers = new Map([['Content-Type', contentType]]);
    pieces.push(opening, formatResourceHeaders({ url, headers }), content, '\r\n');
  }
  pieces.push(`--${boundary}--\r\n`);
  const blob = new Blob(pieces);
  return {
    content: blob,
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: blob.size,
  };
}

const FIRST_POLL_WAIT_MS = 500;
const MAX_POLL_WAIT_MS = 5 * SECOND_MS;
/** The caller asks again later if the server takes longer. */
const LOADING_LIMIT_MS = 2 * MINUTE_MS;

/** The server is still reading the page. */
export interface StillLoading {
  readonly kind: 'still-loading';
}

type Read = (
  id: string,
  options?: CallOptions,
) => Promise<Result<Answered<typeof bookmarks.read>, ServiceError>>;

/**
 * Waits until the server has read the page, for at most two minutes and with a growing interval.
 * Some servers write the whole row when they finish, so a change that is made before may be lost
 * (protocol.md section 6). `read` is `client.bookmarks.read`.
 */
export async function whenLoaded(
  read: Read,
  id: string,
  {
    signal,
    sleep = platformTransport.sleep,
  }: { signal?: AbortSignal | undefined; sleep?: Transport['sleep'] } = {},
): Promise<Result<BookmarkInfo, ServiceError | StillLoading>> {
  let waitMs = FIRST_POLL_WAIT_MS;
  for (let waitedMs = 0; waitedMs < LOADING_LIMIT_MS; waitedMs += waitMs) {
    const answer = await read(id, { ...(signal && { signal }) });
    if (!answer.ok) return answer;
    if (answer.value.body === null) return err({ kind: 'malformed', issues: ['no bookmark'] });
    if (answer.value.body.loaded) return ok(answer.value.body);
    waitMs = Math.min(waitMs * 1.5, MAX_POLL_WAIT_MS);
    await sleep(waitMs, signal);
    if (signal?.aborted) return err({ kind: 'aborted' });
  }
  return err({ kind: 'still-loading' });
}
