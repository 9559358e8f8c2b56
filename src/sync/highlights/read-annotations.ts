import type { AnnotationInfo } from '../../contract';
import { ok, type Result } from '../../domain';
import { eachPage, type ServiceError, syncBookmarks } from '../../service';
import type { SyncContext } from '../context';

/** The highlights of a bookmark on the server. */
export interface PageAnnotations {
  readonly infos: readonly AnnotationInfo[];
  /** null: it was not requested, or there is none. */
  readonly html: string | null;
}

/** True if the server sends highlights with their quotes and accepts overlaps (protocol.md 18). */
export async function hasAnchors({
  features,
}: SyncContext): Promise<Result<boolean, ServiceError>> {
  const known = await features();
  return known.ok ? ok(known.value.includes('anchors')) : known;
}

/** Reads the highlights of bookmarks in one request, with the feature `anchors`. */
export async function readTogether(
  { server, signal }: SyncContext,
  serverIds: readonly string[],
): Promise<Result<ReadonlyMap<string, PageAnnotations | null>, ServiceError>> {
  const asked = { id: [...serverIds], with_annotations: true };
  const answer = await server.client.sync.stream(asked, { signal });
  if (!answer.ok) return answer;
  const found = new Map<string, PageAnnotations | null>();
  for await (const came of syncBookmarks(answer.value)) {
    if (!came.ok) return came;
    const { id, annotations } = came.value;
    found.set(id, annotations && { infos: annotations, html: null });
  }
  return ok(found);
}

/** Reads the highlights of one bookmark. null: the server does not have the bookmark. */
export async function readAlone(
  { server, signal }: SyncContext,
  serverId: string,
): Promise<Result<readonly AnnotationInfo[] | null, ServiceError>> {
  const answer = await server.client.highlights.list(serverId, { signal });
  if (answer.ok) return ok(answer.value.body);
  return answer.error.kind === 'not-found' ? ok(null) : answer;
}

/** Reads the article of one bookmark. null: there is none. */
export async function readArticle(
  { server, signal }: SyncContext,
  serverId: string,
): Promise<Result<string | null, ServiceError>> {
  const asked = { id: [serverId], with_html: true, resource_prefix: '' };
  const answer = await server.client.sync.stream(asked, { signal });
  if (!answer.ok) return answer;
  let html: string | null = null;
  for await (const came of syncBookmarks(answer.value)) {
    if (!came.ok) return came;
    html ??= came.value.html;
  }
  return ok(html);
}

/** Returns the bookmarks that have highlights, from the list of all highlights. */
export async function readAnnotated({
  server,
  signal,
}: SyncContext): Promise<Result<ReadonlySet<string>, ServiceError>> {
  const annotated = new Set<string>();
  const list = eachPage((paging) => server.client.highlights.listAll(paging, { signal }), 50);
  for await (const page of list) {
    if (!page.ok) return page;
    for (const { bookmark_id } of page.value.items) annotated.add(bookmark_id);
  }
  return ok(annotated);
}
