import {
  formatETag,
  OPEN_SEARCH_TYPE,
  type OpdsList,
  type opds,
  opdsType,
} from '../../src/contract';
import { entityTagOf } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import {
  collectionFeed,
  collectionsFeed,
  listFeed,
  rootFeed,
  searchDescription,
} from '../transfer/export/catalogue';

/** Creates the handlers for the OPDS catalogue of e-readers. */
export const opdsHandlers = (server: Server): Handlers<typeof opds> => ({
  root: (_, context) => answer(opdsType('navigation'), rootFeed(context)),

  async list({ params, query }, context) {
    // The schema of the route allows only these lists.
    const feed = await listFeed(server, context, params.list as OpdsList, query);
    return feed.ok ? answer(opdsType('acquisition'), feed.value) : feed.error;
  },

  async collections({ query }, context) {
    return answer(opdsType('navigation'), await collectionsFeed(server, context, query));
  },

  async collection({ params }, context) {
    const row = await server.storage.collections.find(context.caller.user.id, params.id);
    if (row === null) return refuse(404);
    const feed = await collectionFeed(server, context, row);
    return feed.ok ? answer(opdsType('acquisition'), feed.value) : feed.error;
  },

  search: (_, context) => answer(OPEN_SEARCH_TYPE, searchDescription(context)),
});

/**
 * A feed with an entity tag and without `Last-Modified`. E-readers keep a list while its date stays
 * the same, and the date of the newest bookmark does not change when another one leaves the list.
 */
const answer = (type: string, body: string) => ({
  status: 200 as const,
  type,
  headers: { ETag: formatETag(entityTagOf(body)) },
  body,
});
