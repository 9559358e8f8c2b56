import type { AnnotationInfo } from '../../contract';
import { ok, type Result } from '../../domain/result';
import { eachPage, type ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { type Asked, streamBookmarks } from '../stream-bookmarks';

/** The highlights of a bookmark on the server. */
interface PageAnnotations {
  readonly serverId: string;
  /** null: they cannot be parsed. */
  readonly infos: readonly AnnotationInfo[] | null;
}

/** True if the server sends highlights with their quotes and accepts overlaps (protocol.md 18). */
export async function hasAnchors({
  features,
}: SyncContext): Promise<Result<boolean, ServiceError>> {
  const known = await features();
  return known.ok ? ok(known.value.includes('anchors')) : known;
}

/** True if the server has a place for the review of highlights. */
export async function hasReviews({
  features,
}: SyncContext): Promise<Result<boolean, ServiceError>> {
  const known = await features();
  return known.ok ? ok(known.value.includes('annotation_review')) : known;
}

/** Reads the highlights of bookmarks in one request, with the feature `anchors`. */
export async function* readTogether(
  context: Asked,
  serverIds: readonly string[],
): AsyncGenerator<Result<PageAnnotations, ServiceError>, void> {
  const query = { id: [...serverIds], with_annotations: true };
  for await (const came of streamBookmarks(context, query)) {
    if (!came.ok) return yield came;
    yield ok({ serverId: came.value.id, infos: came.value.annotations });
  }
}

/** Reads the highlights of one bookmark. null: the server does not have the bookmark. */
export async function readAlone(
  { server, signal }: Asked,
  serverId: string,
): Promise<Result<readonly AnnotationInfo[] | null, ServiceError>> {
  const answer = await server.client.highlights.list(serverId, { signal });
  if (answer.ok) return ok(answer.value.body);
  return answer.error.kind === 'not-found' ? ok(null) : answer;
}

/** Reads the article of one bookmark. null: there is none. */
export async function readArticle(
  context: Asked,
  serverId: string,
): Promise<Result<string | null, ServiceError>> {
  let html: string | null = null;
  const query = { id: [serverId], with_html: true, resource_prefix: '' };
  for await (const came of streamBookmarks(context, query)) {
    if (!came.ok) return came;
    html ??= came.value.html;
  }
  return ok(html);
}

/** The service has this many in a page of the list of all highlights. */
const ANNOTATIONS_PER_PAGE = 50;

/**
 * Returns the bookmarks that have highlights, from the list of all highlights. null: the list has
 * more pages than `maxPages`.
 */
export async function readAnnotated(
  { server, signal }: Asked,
  maxPages: number,
): Promise<Result<ReadonlySet<string> | null, ServiceError>> {
  const annotated = new Set<string>();
  const list = eachPage(
    (paging) => server.client.highlights.listAll(paging, { signal }),
    ANNOTATIONS_PER_PAGE,
  );
  let pages = 0;
  for await (const page of list) {
    if (!page.ok) return page;
    pages += 1;
    if (pages > maxPages || (page.value.total ?? 0) > maxPages * ANNOTATIONS_PER_PAGE)
      return ok(null);
    for (const { bookmark_id } of page.value.items) annotated.add(bookmark_id);
  }
  return ok(annotated);
}
