import {
  COLLECTIONS_PAGE_SIZE,
  type collections,
  formatETag,
  formatPageHeaders,
  matchesETag,
  messageBody,
  pageFor,
} from '../../src/contract';
import {
  collectionAddress,
  collectionChange,
  collectionInfo,
  collectionUpdated,
  newCollection,
} from '../collections/collection-json';
import { libraryTag } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import type { CollectionChange } from '../storage';

/** Creates the handlers for saved searches. The list of bookmarks returns their matches. */
export function collectionsHandlers(server: Server): Handlers<typeof collections> {
  const repository = server.storage.collections;
  return {
    async list({ query }, context) {
      const tag = await libraryTag(server, context);
      const { caller, base, url, headers } = context;
      if (matchesETag(headers.get('if-none-match'), tag)) return { status: 304 };
      const page = pageFor(query, COLLECTIONS_PAGE_SIZE);
      const { rows, total } = await repository.list(caller.user.id, page);
      return {
        status: 200,
        headers: { ...formatPageHeaders(url, page, total), ETag: formatETag(tag) },
        body: rows.map((row) => collectionInfo(row, base)),
      };
    },

    async create({ body }, { caller, base }) {
      const { id } = await repository.create(caller.user.id, newCollection(body));
      return {
        status: 201,
        headers: { Location: collectionAddress(base, id) },
        body: messageBody(201, 'Collection created'),
      };
    },

    async read({ params }, context) {
      const ETag = formatETag(await libraryTag(server, context));
      const row = await repository.find(context.caller.user.id, params.id);
      if (row === null) return refuse(404);
      return { status: 200, headers: { ETag }, body: collectionInfo(row, context.base) };
    },

    async update({ params, body }, { caller }) {
      let change: CollectionChange = {};
      const row = await repository.update(caller.user.id, params.id, (before) => {
        change = collectionChange(before, body);
        return change;
      });
      return row === null ? refuse(404) : { status: 200, body: collectionUpdated(row, change) };
    },

    async delete({ params }, { caller }) {
      const isDeleted = await repository.delete(caller.user.id, params.id);
      return isDeleted ? { status: 204 } : refuse(404);
    },
  };
}
