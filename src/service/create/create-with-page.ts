import { type Answered, bookmarks, type CallOptions } from '../../contract';
import { err, type Result } from '../../domain';
import type { ServiceError } from '../errors/service-error';
import type { Sender } from '../http/send';
import { addressToSend } from './address-to-send';
import { type CreatedBookmark, createdBookmark } from './created-bookmark';
import { pageBody, type SentResource } from './page-body';

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
