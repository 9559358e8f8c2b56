import {
  BOOKMARK_STATE,
  type bookmarkFiles,
  type bookmarks,
  formatInstant,
  formatLink,
  type HandlerAnswer,
  type HandlerInput,
} from '../../src/contract';
import { imagesBelow } from '../articles/article-images';
import { WITH_NOTES } from '../articles/render-options';
import type { BaseAddress } from '../http/base-address';
import type { Caller, CallerContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import {
  type BookmarkDetails,
  type BookmarkRow,
  INFO_FIELDS,
  toWire,
  withAddresses,
} from '../storage';
import { bookmarkHeaders, resourceAddress } from './addresses';
import { answerIfChanged } from './bookmark-version';
import { fileBody, guardFile } from './read-media';

type Read = typeof bookmarks.read;

/** Answers with a bookmark and its links. */
export async function readBookmark(
  server: Server,
  { params }: HandlerInput<Read>,
  context: CallerContext,
): Promise<HandlerAnswer<Read> | Refusal> {
  const { caller, base } = context;
  const found = await server.storage.bookmarks.findDetails(caller.user.id, params.id);
  return answerIfChanged(server, context, found, (row, headers) => ({
    status: 200,
    headers: { ...bookmarkHeaders(base, row.id), ...headers },
    json: infoJson(row, row.linksJson, base),
  }));
}

type Article = typeof bookmarkFiles.article;

/** Answers with the article and its highlights. It is empty when the page has no article. */
export async function readArticle(
  server: Server,
  { params }: HandlerInput<Article>,
  context: CallerContext,
): Promise<HandlerAnswer<Article> | Refusal> {
  const { caller, base } = context;
  const found = await ownBookmark(server, caller, params.id);
  return answerIfChanged<BookmarkRow, HandlerAnswer<Article> | Refusal>(
    server,
    context,
    found,
    async (row, headers) => {
      if (row.state === BOOKMARK_STATE.loading) return refuse(404, 'The bookmark is still loading');
      return {
        status: 200,
        type: 'text/html; charset=utf-8',
        headers: {
          'Bookmark-Id': row.id,
          Link: await mediaLinks(server, base, row),
          ...headers,
        },
        body: await sentArticleOf(server, base, row),
      };
    },
  );
}

async function sentArticleOf(
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

/** Makes a link for each image of the article, so that clients can fetch the images in advance. */
async function mediaLinks({ storage }: Server, base: BaseAddress, { id, key }: BookmarkRow) {
  const files = await storage.contents.resources(key);
  return files
    .filter(({ kind }) => kind === 'embedded')
    .map(({ name }) => formatLink({ url: resourceAddress(base, id, name), rel: 'media' }));
}

type File = typeof bookmarkFiles.file;

/** Answers with `props.json`, `revisions.json`, `log`, or a stored file of a bookmark. */
export async function readFile(
  server: Server,
  { params }: HandlerInput<File>,
  context: CallerContext,
): Promise<HandlerAnswer<File> | Refusal> {
  const { contents } = server.storage;
  const found = await ownBookmark(server, context.caller, params.id);
  return answerIfChanged<BookmarkRow, HandlerAnswer<File> | Refusal>(
    server,
    context,
    found,
    async (row, headers) => {
      const answer = (type: string, body: string | Uint8Array | ReadableStream<Uint8Array>) =>
        ({ status: 200, type, headers, body }) as const;
      switch (params.file) {
        case 'props.json': {
          const { props } = (await contents.find(row.key)) ?? { props: {} };
          return answer('application/json; charset=utf-8', `${JSON.stringify(props)}\n`);
        }
        case 'revisions.json': {
          const kept = (await contents.revisions(row.key)).map((one) => ({
            ...one,
            captured: one.captured === null ? null : formatInstant(one.captured),
            replaced: formatInstant(one.replaced),
          }));
          return answer('application/json; charset=utf-8', `${JSON.stringify(kept)}\n`);
        }
        case 'log':
          return answer('text/plain; charset=utf-8', (await contents.find(row.key))?.log ?? '');
        default: {
          const file = await contents.resource(row.id, params.file);
          const body = file && (await fileBody(server.storage, file, context));
          if (file === null || body === null) return refuse(404);
          return answer(guardFile(context, file), body);
        }
      }
    },
  );
}

/** Finds a bookmark of the caller; null when there is none or when it belongs to another user. */
export const ownBookmark = (
  { storage }: Pick<Server, 'storage'>,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<BookmarkRow | null> => storage.bookmarks.find(user.id, id);

/** The fields of a bookmark from which `infoJson` makes its JSON. */
export interface BookmarkInfoSource extends BookmarkDetails {
  /** The JSON of spec 2.9, without addresses. */
  readonly summary: string;
  /** Absent when the errors are not part of the response. */
  readonly errors?: readonly string[];
}

/**
 * Makes the JSON of a single bookmark (spec 2.10).
 * @param linksJson the JSON of the article's links
 */
export function infoJson(row: BookmarkInfoSource, linksJson: string, base: BaseAddress): string {
  const { errors = [] } = row;
  const more = JSON.stringify({
    omit_description: row.omitDescription,
    ...toWire(row, INFO_FIELDS),
    captured: row.captured === null ? null : formatInstant(row.captured),
    ...(row.embed !== '' && { embed: row.embed, embed_domain: row.embedDomain }),
    ...(errors.length > 0 && { errors }),
  });
  const summary = withAddresses(row.summary, base.url(''));
  return `${summary.slice(0, -1)},"links":${linksJson},${more.slice(1)}`;
}
