import { randomBytes } from 'node:crypto';
import { formatETag, formatInstant, matchesETag, sync, syncParams } from '../../src/contract';
import { resolveSearch } from '../bookmarks/resolve-search';
import { beginStream } from '../http/body-stream';
import { lastModified, libraryTag, tagOf } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import { streamBookmarks } from '../sync/stream-bookmarks';
import { sinceMoment, syncRequest } from '../sync/sync-request';

/** Creates the handlers for the sync of clients that keep a copy. */
export function syncHandlers(server: Server): Handlers<typeof sync> {
  const { storage, log, now } = server;
  return {
    async list({ query: { since, ...filters } }, context) {
      const tag = await libraryTag(server, context);
      const { caller, headers } = context;
      const changedAt = await storage.changedAt(caller.user.id);
      const resolved = await resolveSearch(server, caller, filters, sync.list.query);
      if (!resolved.ok) return resolved.error;
      const { search, isLasting, collection } = resolved.value;
      const collectionUpdated = collection?.updated ?? 0;
      if (isLasting && matchesETag(headers.get('if-none-match'), tag)) return { status: 304 };
      const isOther = since === undefined || collectionUpdated > since;
      const changes = await storage.bookmarks.changedSince(
        caller.user.id,
        sinceMoment(since),
        search,
        isOther || !isLasting,
      );
      // A client that continues from these times has the current collection. Its next request lists
      // all changes since this one began, including changes of the collection.
      const known = isOther ? Math.min(collectionUpdated, changedAt) : 0;
      const body = changes
        .filter(({ time }) => time <= changedAt)
        .map(({ id, time, type }) => ({ id, time: formatInstant(Math.max(time, known)), type }));
      return {
        status: 200,
        headers: isLasting
          ? { ETag: formatETag(tag), ...lastModified(changedAt, now()) }
          : { ETag: formatETag(tagOf(JSON.stringify(body))) },
        body,
      };
    },

    async stream({ body }, { caller, base, id }) {
      const { sort, ...parameters } = body;
      const resolved = await resolveSearch(server, caller, parameters, syncParams);
      if (!resolved.ok) return resolved.error;
      const boundary = `leafmark-${randomBytes(16).toString('hex')}`;
      const parts = streamBookmarks({
        storage,
        articleWork: server.articleWork,
        log,
        userId: caller.user.id,
        request: syncRequest(body, resolved.value.search),
        base,
        boundary,
      });
      return {
        status: 200,
        type: `multipart/mixed; boundary="${boundary}"`,
        body: await beginStream(parts, {
          onFault: (fault) => log.error('sync broke off', { id, ...faultFields(fault) }),
        }),
      };
    },
  };
}
