import {
  type Answered,
  type BookmarkInfo,
  bookmarks,
  type CallOptions,
  formatDisposition,
  formatPartHeaders,
  formatResourceHeaders,
  SHORT_ID_PATTERN,
} from '../../contract';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '../../domain';
import { platformTransport, type Transport } from '../http/connection';
import type { RequestBody, Sender } from '../http/send';
import type { ServiceError } from '../http/service-error';

/** A bookmark with the page as it was seen, so that the server need not fetch it. */
export interface NewBookmarkWithPage {
  readonly url: string;
  readonly title?: string;
  readonly labels?: readonly string[];
  /** RFC 3339. */
  readonly created?: string;
  readonly html: string;
  /** Whether the article is looked for in the page; false when `html` is the article already. */
  readonly findsMain: boolean;
  /** Images and whatever else the page shows, by their absolute addresses. */
  readonly resources: readonly SentResource[];
}

/** Makes a bookmark of a captured page. Safe to repeat with an `Idempotency-Key` among the headers. */
export async function createWithPage(
  send: Sender,
  page: NewBookmarkWithPage,
  options: CallOptions = {},
): Promise<Result<CreatedBookmark, ServiceError>> {
  const url = addressToSend(page.url);
  if (url === null) return err(notAnAddress);
  const texts = {
    url,
    title: page.title,
    labels: page.labels,
    created: page.created,
    feature_find_main: String(page.findsMain),
  };
  const document = { url, contentType: 'text/html; charset=utf-8', content: page.html };
  const files = page.resources.filter((resource) => URL.canParse(resource.url));
  const body = pageBody(texts, [document, ...files], `leafmark-${crypto.randomUUID()}`);
  const answer = await send(bookmarks.create, { params: {}, query: {}, body: {}, options }, body);
  // `send` reads answers by the route that it was given.
  return createdBookmark(answer as Result<Answered<typeof bookmarks.create>, ServiceError>);
}

const notAnAddress: ServiceError = {
  kind: 'invalid',
  status: 0,
  fields: [{ field: 'url', message: 'invalid URL' }],
  messages: [],
};

/**
 * An address as the service keeps it: as the URL standard writes it (host in lower case and
 * punycode, no default port), without the fragment and without a user name and password. A page is
 * used only when it is sent under the very address that the bookmark is made with (protocol.md
 * section 7.2). null when it is no web address.
 */
export function addressToSend(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}

export interface CreatedBookmark {
  readonly id: string;
}

/** Which bookmark was made: what the headers of a good answer of `bookmarks.create` say. */
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

/** Texts of a form: a list is the same name more than once. */
export type FormTexts = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A multipart form written by hand, as `FormData` can't say where a file is from. No bytes are
 * copied. `boundary` must not occur in what is sent: make it of chance.
 */
export function pageBody(
  texts: FormTexts,
  resources: readonly SentResource[],
  boundary: string,
): RequestBody {
  const opening = `--${boundary}\r\n`;
  const pieces: BlobPart[] = [];
  for (const [name, value] of Object.entries(texts)) {
    for (const text of value === undefined ? [] : [value].flat()) {
      const head = formatPartHeaders([['Content-Disposition', formatDisposition(name)]]);
      pieces.push(opening, head, text, '\r\n');
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

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5 * SECOND_MS;
/** A server that takes longer is asked again another time. */
const LOADING_LIMIT_MS = 2 * MINUTE_MS;

/** The bookmark is still being read by the server: ask again later. */
export interface StillLoading {
  readonly kind: 'still-loading';
}

type Read = (
  id: string,
  options?: CallOptions,
) => Promise<Result<Answered<typeof bookmarks.read>, ServiceError>>;

/**
 * The bookmark once its server has read the page, looked at less and less often for two minutes. A
 * change that is made before may be lost: today's servers write the whole row when they are done
 * (protocol.md section 6). `read` is `client.bookmarks.read`.
 */
export async function whenLoaded(
  read: Read,
  id: string,
  {
    signal,
    sleep = platformTransport.sleep,
  }: { signal?: AbortSignal; sleep?: Transport['sleep'] } = {},
): Promise<Result<BookmarkInfo, ServiceError | StillLoading>> {
  let waitMs = FIRST_WAIT_MS;
  for (let waitedMs = 0; waitedMs < LOADING_LIMIT_MS; waitedMs += waitMs) {
    const answer = await read(id, { ...(signal && { signal }) });
    if (!answer.ok) return answer;
    if (answer.value.body === null) return err({ kind: 'malformed', issues: ['no bookmark'] });
    if (answer.value.body.loaded) return ok(answer.value.body);
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS);
    await sleep(waitMs, signal);
    if (signal?.aborted) return err({ kind: 'aborted' });
  }
  return err({ kind: 'still-loading' });
}
