import {
  type Api,
  type LabelInfo,
  type labels,
  labelUpdate,
  type media,
  messages,
} from '../../src/contract';
import { normalLabel } from '../../src/domain/label';
import { createBookmark } from '../bookmarks/create-bookmark';
import { ListCache, listBookmarks } from '../bookmarks/list-bookmarks';
import { readArticle, readBookmark, readFile } from '../bookmarks/read-bookmark';
import { readMedia } from '../bookmarks/read-media';
import { replaceArticle } from '../bookmarks/replace-article';
import { updateBookmark } from '../bookmarks/update-bookmark';
import type { BaseAddress } from '../http/base-address';
import type { Handlers } from '../http/context';
import { refuse, refuseField } from '../http/refusal';
import type { Server } from '../server';
import type { LabelCount } from '../storage';

/** A longer list of completions would not help while typing. */
const MAX_COMPLETIONS = 50;

/** Creates the handlers for bookmarks, their articles and their files. */
export function bookmarksHandlers(server: Server): Handlers<Api['bookmarks']> {
  const sentLists = new ListCache();
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
    replaceArticle: (input, context) => replaceArticle(server, input, context),
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

/** Creates the handlers for labels. */
export const labelsHandlers = ({ storage }: Server): Handlers<typeof labels> => ({
  async list({ query }, { caller, base }) {
    const found = await storage.labels.list(caller.user.id, query.q || undefined);
    return { status: 200, body: found.map((label) => labelInfo(label, base)) };
  },

  async read({ query }, { caller, base }) {
    const label = await storage.labels.find(caller.user.id, query.name);
    return label === null ? refuse(404) : { status: 200, body: labelInfo(label, base) };
  },

  async rename({ query, body }, { caller }) {
    if (normalLabel(body.name) === null) {
      return refuseField(labelUpdate, body, 'name', messages.required, 400);
    }
    const renamed = await storage.labels.rename(caller.user.id, query.name, body.name);
    return renamed > 0 ? { status: 200, body: { name: body.name } } : refuse(404);
  },

  async delete({ query }, { caller }) {
    const deleted = await storage.labels.delete(caller.user.id, query.name);
    return deleted > 0 ? { status: 204 } : refuse(404);
  },
});

/** Creates the handlers for the public files of bookmarks. */
export const mediaHandlers = (server: Server): Handlers<typeof media> => ({
  image: (input, context) => readMedia(server, ['icon', 'image', 'thumbnail'], input, context),
  resource: (input, context) => readMedia(server, ['embedded'], input, context),
});

/** Makes the JSON of a label (spec 2.15), with the address of the list of its bookmarks. */
function labelInfo({ name, count }: LabelCount, base: BaseAddress): LabelInfo {
  return {
    name,
    count,
    href: base.url(`/api/bookmarks/labels?name=${encodeURIComponent(name)}`),
    href_bookmarks: base.url(`/api/bookmarks?labels=${encodeURIComponent(quoted(name))}`),
  };
}

/** Quotes a label, so that spaces, signs and stars in it have no special meaning in a search. */
const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;
