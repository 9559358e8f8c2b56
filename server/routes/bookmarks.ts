import type { Api } from '../../src/contract';
import { createBookmark } from '../bookmarks/create-bookmark';
import { ListAnswers } from '../bookmarks/list-answers';
import { listBookmarks } from '../bookmarks/list-bookmarks';
import { readArticle } from '../bookmarks/read-article';
import { readBookmark } from '../bookmarks/read-bookmark';
import { readFile } from '../bookmarks/read-file';
import { updateBookmark } from '../bookmarks/update-bookmark';
import type { Handlers } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';

/** So many completions are of use to somebody who types. */
const MAX_COMPLETIONS = 50;

/** Bookmarks: to list, make, read, change and delete them, and to read what is kept with one. */
export function bookmarksHandlers(server: Server): Handlers<Api['bookmarks']> {
  const sentLists = new ListAnswers();
  return {
    list: (input, context) => listBookmarks(server, sentLists, input, context),
    create: (input, context) => createBookmark(server, input, context),
    read: (input, context) => readBookmark(server, input, context),
    update: (input, context) => updateBookmark(server, input, context),

    async delete({ params }, { caller }) {
      const deleted = await server.storage.bookmarks.delete(caller.user.id, [params.id]);
      return deleted > 0 ? { status: 204 } : refuse(404);
    },

    article: (input, context) => readArticle(server, input, context),
    file: (input, context) => readFile(server, input, context),

    async complete({ query }, { caller }) {
      const { type, q } = query;
      const found = await server.storage.bookmarks.complete(
        caller.user.id,
        type,
        q,
        MAX_COMPLETIONS,
      );
      return { status: 200, body: [...found] };
    },
  };
}
