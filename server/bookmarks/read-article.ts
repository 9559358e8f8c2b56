import {
  BOOKMARK_STATE,
  type bookmarks,
  formatLink,
  type HandlerAnswer,
  type HandlerInput,
} from '../../src/contract';
import { WITH_NOTES } from '../annotations';
import type { BaseAddress } from '../http/base-address';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';
import { resourceAddress } from './addresses';
import { imagesBelow } from './article-images';
import { ownBookmark } from './own-bookmark';
import { bookmarkTag, isKnown, validators } from './validators';

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
