import { randomBytes } from 'node:crypto';
import { formatETag, formatInstant, matchesETag, sync, syncParams } from '../../src/contract';
import { resolveSearch } from '../bookmarks/resolve-search';
import { beginStream } from '../http/body-stream';
import { entityTagOf, lastModified, libraryTag } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import { faultFields } from '../ops/log';
import { turnOf } from '../processes/main-thread';
import type { Server } from '../server';
import type { SyncChange, UserId } from '../storage';
import { streamBookmarks } from '../sync/stream-bookmarks';
import { sinceMoment, syncRequest } from '../sync/sync-request';

/** The changes that are written in one turn of the user. */
const CHANGES_AT_ONCE = 1000;

/** Writes changes as JSON, none with a time before `known`. A library may have 100,000. */
async function changesJson(
  userId: UserId,
  changes: readonly SyncChange[],
  known: number,
): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < changes.length; from += CHANGES_AT_ONCE) {
    await turnOf(String(userId));
    const entries = changes
      .slice(from, from + CHANGES_AT_ONCE)
      .map(({ id, time, type }) => ({ id, time: formatInstant(Math.max(time, known)), type }));
    pieces.push(JSON.stringify(entries).slice(1, -1));
  }
  return `[${pieces.join()}]`;
}

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
      const before = changes.filter(({ time }) => time <= changedAt);
      const json = await changesJson(caller.user.id, before, known);
      return {
        status: 200,
        headers: isLasting
          ? { ETag: formatETag(tag), ...lastModified(changedAt, now()) }
          : { ETag: formatETag(entityTagOf(json)) },
        json,
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
          client: String(caller.user.id),
          onFault: (fault) => log.error('sync broke off', { id, ...faultFields(fault) }),
        }),
      };
    },
  };
}
