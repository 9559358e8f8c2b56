import { randomBytes } from 'node:crypto';
import { formatETag, formatInstant, matchesETag, type sync } from '../../src/contract';
import { beginStream } from '../http/begin-stream';
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
    async list({ query }, context) {
      const tag = await libraryTag(server, context);
      const { caller, headers } = context;
      if (matchesETag(headers.get('if-none-match'), tag)) return { status: 304 };
      const since = sinceMoment(query.since);
      const changes = await storage.bookmarks.changedSince(caller.user.id, since);
      return {
        status: 200,
        headers: { ETag: formatETag(tag), ...lastModified(changes[0]?.time ?? null, now()) },
        body: changes.map(({ id, time, type }) => ({ id, time: formatInstant(time), type })),
      };
    },

    async stream({ body }, { caller, base, id }) {
      const boundary = `leafmark-${randomBytes(16).toString('hex')}`;
      const wanted = syncRequest(body);
      const userId = caller.user.id;
      const parts = streamBookmarks({ storage, userId, wanted, base, boundary });
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
