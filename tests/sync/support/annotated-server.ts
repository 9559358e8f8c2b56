import { findReanchoring, reanchorHighlights } from '../../../server/highlights';
import type { Extension } from '../../../src/contract/tags/info';
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

/** Makes the companion server answer as one without these extensions. */
export const withoutExtensions =
  (...names: readonly Extension[]) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const answer = await fetch(request);
    if (!new URL(request.url).pathname.endsWith('/api/info')) return answer;
    const info = await answer.json();
    const extensions = info.extensions.filter((one: Extension) => !names.includes(one));
    return Response.json({ ...info, extensions }, answer);
  };

/** A note in the JSON of a bookmark. That of an annotation stands elsewhere. */
const NOTE = /"note":"(?:[^"\\]|\\.)*",(?="read_anchor":)/g;
const PLACE = /"read_anchor":/g;

/** Makes the companion server answer as one without notes about bookmarks. It refuses those that come. */
export const withoutNotes =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/api/info')) return withoutExtensions('bookmark_notes')(fetch)(request);
    if (!/\/bookmarks(?:\/sync|\/\w{20,})?$/.test(pathname)) return fetch(request);
    if (/"note":|name="note"/.test(await request.clone().text()))
      throw new Error('a note was sent');
    const answer = await fetch(request);
    if (answer.status === 204 || answer.status === 304) return answer;
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const isWhole = request.method === 'GET' || pathname.endsWith('/sync');
    if (isWhole && text.match(NOTE)?.length !== text.match(PLACE)?.length)
      throw new Error('a bookmark has its note at another place');
    return new Response(Buffer.from(text.replaceAll(NOTE, ''), 'latin1'), answer);
  };

/** The time of an article in the JSON of a bookmark. */
const CAPTURED = /,"captured":(?:null|"[^"]*")/g;

/** Makes the companion server answer as one that does not replace articles. */
const withoutReplacing =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method === 'PUT') throw new Error('an article was sent');
    if (pathname.endsWith('/api/info')) return withoutExtensions('replace_article')(fetch)(request);
    const answer = await fetch(request);
    const hasCaptured = /\/bookmarks(?:\/sync|\/\w{20,})$/.test(pathname);
    if (!hasCaptured || answer.status === 204 || answer.status === 304) return answer;
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    return new Response(Buffer.from(text.replaceAll(CAPTURED, ''), 'latin1'), answer);
  };

/** Extensions of the companion server that Readeck lacks. */
const ADDITIONS: readonly Extension[] = [
  'anchors',
  'annotation_review',
  'events',
  'idempotency',
  'state_on_create',
];

/** Makes the companion server answer as Readeck does (protocol.md sections 7.2 and 9). */
export const asReadeck =
  (itself: Fetch): Fetch =>
  async (input, init) => {
    const fetch = withoutReplacing(withoutNotes(itself));
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const isPost = request.method === 'POST';
    if (pathname.endsWith('/api/info')) return withoutExtensions(...ADDITIONS)(fetch)(request);
    if (isPost && pathname.endsWith('/bookmarks')) return fetch(await plainCreate(request));
    if (isPost && pathname.endsWith('/bookmarks/sync'))
      return fetch(await without(request, ['with_annotations']));
    if (!pathname.includes('/annotations')) return fetch(request);
    if (/"review":/.test(await request.clone().text())) throw new Error('a review was sent');
    const answer = await fetch(isPost ? await without(request, ['quote']) : request);
    if (answer.status === 204) return answer;
    const text = (await answer.text()).replaceAll(/,"quote":\{[^{}]*\}|,"review":"[^"]*"/g, '');
    const { status, headers } = answer;
    return new Response(text, { status, headers });
  };

/** Removes what Readeck ignores from a create: the state, and the idempotency key. */
async function plainCreate(request: Request): Promise<Request> {
  for (const name of ['Idempotency-Key', 'Idempotency-Repeat']) request.headers.delete(name);
  const state = ['is_marked', 'is_archived', 'read_progress', 'read_anchor', 'captured'];
  if (request.headers.get('Content-Type')?.includes('json')) return without(request, state);
  const form = Buffer.from(await request.arrayBuffer()).toString('latin1');
  const part = new RegExp(`--\\S+\r\n.* name="(?:${state.join('|')})"\r\n\r\n.*\r\n`, 'g');
  return withBody(request, Buffer.from(form.replaceAll(part, ''), 'latin1'));
}

async function without(request: Request, fields: readonly string[]): Promise<Request> {
  const sent: Record<string, unknown> = await request.json();
  const kept = Object.entries(sent).filter(([name]) => !fields.includes(name));
  return withBody(request, JSON.stringify(Object.fromEntries(kept)));
}

const withBody = ({ url, method, headers, signal }: Request, body: BodyInit): Request =>
  new Request(url, { method, headers, signal, body });
