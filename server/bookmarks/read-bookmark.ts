import {
  BOOKMARK_STATE,
  type bookmarks,
  formatETag,
  formatLink,
  type HandlerAnswer,
  type HandlerInput,
  matchesETag,
} from '../../src/contract';
import { imagesBelow } from '../articles/article-images';
import { WITH_NOTES } from '../articles/render-article';
import type { BaseAddress } from '../http/base-address';
import { lastModified, tagOf } from '../http/cache-validators';
import type { Caller, CallerContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import { type BookmarkDetails, type BookmarkRow, withAddresses } from '../storage';
import { bookmarkHeaders, resourceAddress } from './addresses';
import { guardFile } from './read-media';

type Read = typeof bookmarks.read;

/** One bookmark, with its links. */
export async function readBookmark(
  server: Server,
  { params }: HandlerInput<Read>,
  context: CallerContext,
): Promise<HandlerAnswer<Read> | Refusal> {
  const { caller, base } = context;
  const row = await server.storage.bookmarks.findDetails(caller.user.id, params.id);
  if (row === null) return refuse(404);
  const tag = bookmarkTag(server, context, row);
  if (isKnown(context, tag)) return { status: 304 };
  return {
    status: 200,
    headers: { ...bookmarkHeaders(base, row.id), ...validators(tag, row, server) },
    json: infoJson(row, row.linksJson, base),
  };
}

type Article = typeof bookmarks.article;

/** The article with its annotations; empty when the page has none. */
export async function readArticle(
  server: Server,
  { params }: HandlerInput<Article>,
  context: CallerContext,
): Promise<HandlerAnswer<Article> | Refusal> {
  const { caller, base } = context;
  const row = await ownBookmark(server, caller, params.id);
  if (row === null) return refuse(404);
  if (row.state === BOOKMARK_STATE.loading) return refuse(404, 'The bookmark is still loading');
  const tag = bookmarkTag(server, context, row);
  if (isKnown(context, tag)) return { status: 304 };
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: {
      'Bookmark-Id': row.id,
      Link: await mediaLinks(server, base, row),
      ...validators(tag, row, server),
    },
    body: await articleOf(server, base, row),
  };
}

async function articleOf(
  { storage, articleWork }: Server,
  base: BaseAddress,
  { id, key, userId }: BookmarkRow,
): Promise<string> {
  const content = await storage.contents.find(key);
  if (!content?.article) return '';
  return articleWork.run(userId, 'render', {
    article: content.article,
    annotations: await storage.annotations.list(key),
    options: WITH_NOTES,
    images: imagesBelow(resourceAddress(base, id, '')),
  });
}

/** One for each image that the article can show, so that a client can fetch them beforehand. */
async function mediaLinks({ storage }: Server, base: BaseAddress, { id, key }: BookmarkRow) {
  const files = await storage.contents.resources(key);
  return files
    .filter(({ kind }) => kind === 'embedded')
    .map(({ name }) => formatLink({ url: resourceAddress(base, id, name), rel: 'media' }));
}

type File = typeof bookmarks.file;

/** `props.json`, `log`, or a file that is kept with a bookmark. */
export async function readFile(
  server: Server,
  { params }: HandlerInput<File>,
  context: CallerContext,
): Promise<HandlerAnswer<File> | Refusal> {
  const row = await ownBookmark(server, context.caller, params.id);
  if (row === null) return refuse(404);
  const tag = bookmarkTag(server, context, row);
  if (isKnown(context, tag)) return { status: 304 };
  const { contents } = server.storage;
  const answer = (type: string, body: string | Uint8Array) =>
    ({ status: 200, type, headers: validators(tag, row, server), body }) as const;
  switch (params.file) {
    case 'props.json': {
      const { props } = (await contents.find(row.key)) ?? { props: {} };
      return answer('application/json; charset=utf-8', `${JSON.stringify(props)}\n`);
    }
    case 'log':
      return answer('text/plain; charset=utf-8', (await contents.find(row.key))?.log ?? '');
    default: {
      const file = await contents.file(row.id, params.file);
      if (file === null) return refuse(404);
      return answer(guardFile(context, file), file.bytes);
    }
  }
}

/** The bookmark that `caller` means; null when there is none. Another user's is as if it were not there. */
export const ownBookmark = (
  { storage }: Pick<Server, 'storage'>,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<BookmarkRow | null> => storage.bookmarks.find(user.id, id);

/**
 * The entity tag of what the caller's address says of a bookmark, known before it is said; null
 * while that can still change by itself (protocol.md section 7.3).
 */
export function bookmarkTag(
  { version }: Pick<Server, 'version'>,
  { url }: Pick<CallerContext, 'url'>,
  { id, updated, state }: Pick<BookmarkRow, 'id' | 'updated' | 'state'>,
): string | null {
  if (state === BOOKMARK_STATE.loading) return null;
  return tagOf(`${version} ${id} ${updated} ${url.href}`);
}

/** Tells whether the caller has the version with this tag. */
export const isKnown = ({ headers }: Pick<CallerContext, 'headers'>, tag: string | null): boolean =>
  tag !== null && matchesETag(headers.get('if-none-match'), tag);

/** The headers that let a client ask again without being sent the same. */
export const validators = (
  tag: string | null,
  { updated }: Pick<BookmarkRow, 'updated'>,
  { now }: Pick<Server, 'now'>,
) => (tag === null ? {} : { ETag: formatETag(tag), ...lastModified(updated, now()) });

/** The representation of a single bookmark. */
export interface SaidBookmark extends BookmarkDetails {
  /** JSON of spec 2.9, without addresses. */
  readonly summary: string;
  /** Absent where errors are not reported. */
  readonly errors?: readonly string[];
}

/**
 * A bookmark by itself (spec 2.10), as JSON.
 * @param linksJson of its content
 */
export function infoJson(row: SaidBookmark, linksJson: string, base: BaseAddress): string {
  const { errors = [] } = row;
  const more = JSON.stringify({
    omit_description: row.omitDescription,
    read_anchor: row.readAnchor,
    ...(row.embed !== '' && { embed: row.embed, embed_domain: row.embedDomain }),
    ...(errors.length > 0 && { errors }),
  });
  const summary = withAddresses(row.summary, base.url(''));
  return `${summary.slice(0, -1)},"links":${linksJson},${more.slice(1)}`;
}
