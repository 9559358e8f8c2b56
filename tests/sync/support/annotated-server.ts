import { findReanchoring, reanchorHighlights } from '../../../server/highlights';
import type { Feature } from '../../../src/contract/tags/info';
import type { Fetch, World } from './world';

/**
 * Lets the server extract another article of a page. A server without the feature `anchors` leaves
 * its highlights as they are.
 */
export async function extractAgain(
  { t, userId }: World,
  serverId: string,
  article: string,
  { isReadeck = false } = {},
): Promise<void> {
  const bookmark = await t.storage.bookmarks.find(userId, serverId);
  if (bookmark === null) return;
  const found = await findReanchoring(t.server, bookmark, article);
  await t.storage.transaction(async (repositories) => {
    if (!isReadeck) await reanchorHighlights(repositories, bookmark.key, found);
    await repositories.contents.put(bookmark.key, { article });
    await repositories.bookmarks.update(userId, serverId, { hasArticle: true });
  });
}

/** Returns the article of the server, without its highlights. */
export async function articleThere({ t, userId }: World, serverId: string): Promise<string> {
  const bookmark = await t.storage.bookmarks.find(userId, serverId);
  return (bookmark && (await t.storage.contents.find(bookmark.key))?.article) ?? '';
}

/** Makes the companion server answer as one without these features. */
export const withoutFeatures =
  (...names: readonly Feature[]) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const answer = await fetch(request);
    if (!new URL(request.url).pathname.endsWith('/api/info')) return answer;
    const info = await answer.json();
    const features = info.features.filter((one: Feature) => !names.includes(one));
    return Response.json({ ...info, features }, answer);
  };

/** Makes the companion server answer about highlights as Readeck does (protocol.md section 9). */
export const asReadeck =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/api/info')) return withoutFeatures('anchors')(fetch)(request);
    const isSync = request.method === 'POST' && pathname.endsWith('/bookmarks/sync');
    if (isSync) return fetch(await without(request, 'with_annotations'));
    if (!pathname.includes('/annotations')) return fetch(request);
    const answer = await fetch(
      request.method === 'POST' ? await without(request, 'quote') : request,
    );
    if (answer.status === 204) return answer;
    const text = (await answer.text()).replaceAll(/,"quote":\{[^{}]*\}/g, '');
    const { status, headers } = answer;
    return new Response(text, { status, headers });
  };

async function without(request: Request, field: string): Promise<Request> {
  const { [field]: _, ...body } = await request.json();
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: JSON.stringify(body) });
}
