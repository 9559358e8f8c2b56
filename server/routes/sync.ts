import { randomBytes } from 'node:crypto';
import { formatETag, formatInstant, matchesETag, sync, syncParams } from '../../src/contract';
import { readWanted } from '../bookmarks/wanted-bookmarks';
import { beginStream } from '../http/begin-stream';
import { tagOf } from '../http/content-tag';
import type { Handlers } from '../http/context';
import { lastModified } from '../http/last-modified';
import { libraryTag } from '../http/library-tag';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import { sinceMoment } from '../sync/since';
import { streamBookmarks } from '../sync/stream-bookmarks';
import { syncRequest } from '../sync/sync-request';

/** What changed, and what there is, for clients that keep a copy. */
export function syncHandlers(server: Server): Handlers<typeof sync> {
  const { storage, log, now } = server;
  return {
    async list({ query: { since, ...filters } }, context) {
      const tag = await libraryTag(server, context);
      const { caller, headers } = context;
      const changedAt = await storage.changedAt(caller.user.id);
      const wanted = await readWanted(server, caller, filters, sync.list.query);
      if (!wanted.ok) return wanted.error;
      const { search, isLasting, collection } = wanted.value;
      const collectionUpdated = collection?.updated ?? 0;
      if (isLasting && matchesETag(headers.get('if-none-match'), tag)) return { status: 304 };
      const isOther = since === undefined || collectionUpdated > since;
      const changes = await storage.bookmarks.changedSince(
        caller.user.id,
        sinceMoment(since),
        search,
        isOther || !isLasting,
      );
      // Whoever goes on from these times knows the collection as it is now, and hears next time of
      // all that was changed since this began, the collection too.
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
      const { sort, ...asked } = body;
      const wanted = await readWanted(server, caller, asked, syncParams);
      if (!wanted.ok) return wanted.error;
      const boundary = `leafmark-${randomBytes(16).toString('hex')}`;
      const parts = streamBookmarks({
        storage,
        articleWork: server.articleWork,
        log,
        userId: caller.user.id,
        wanted: syncRequest(body, wanted.value.search),
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
