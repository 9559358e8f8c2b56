import {
  EXPORT_FORMATS,
  type ExportFormat,
  type exporting,
  formatETag,
  matchesETag,
  namesType,
} from '../../src/contract';
import type { UnixMs } from '../../src/domain/time';
import { headingOf } from '../../src/formats';
import { answerIfChanged, type Validators } from '../bookmarks/bookmark-version';
import { type ResolvedSearch, resolveSearch } from '../bookmarks/resolve-search';
import { beginStream } from '../http/body-stream';
import { entityTagOf, libraryTag } from '../http/cache-validators';
import type { CallerContext, Handlers } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import { attachment } from '../http/send';
import { faultFields } from '../ops/log';
import { pageText } from '../pages/text';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';
import {
  articleConverter,
  convertibleItem,
  lenientConverter,
} from '../transfer/export/article-converter';
import { bookmarkFeed, bookmarkUrn } from '../transfer/export/bookmark-feed';
import { type ExportFile, type ExportLabels, exportFile } from '../transfer/export/export-file';
import { exportedItem, exportedList, readableBookmark } from '../transfer/export/exported-items';

/** Creates the handlers for feeds and for export files, which are written while they are sent. */
export const exportingHandlers = (server: Server): Handlers<typeof exporting> => ({
  async one({ params }, context) {
    const format = formatOf(params.format, context);
    if (format === null) return refuseFormat(params.format);
    const found = await readableBookmark(server, context.caller, params.id);
    if (!found.ok) return found.error;
    const answer = async (row: BookmarkRow, headers: Validators) => {
      const owner = context.caller.user.id;
      const item = exportedItem(server, row, context.base);
      const items = [await convertibleItem(server, owner, format, item)];
      const file = exportFile(format, items, exportLabelsOf(row), articleConverter(server, owner));
      return answerWith(server, file, context, headers);
    };
    return answerIfChanged(server, context, found.value, answer, format);
  },

  async list({ params, query }, context) {
    const format = formatOf(params.format, context);
    if (format === null) return refuseFormat(params.format);
    const resolved = await resolveSearch(server, context.caller, query);
    if (!resolved.ok) return resolved.error;
    const { storage } = server;
    const owner = context.caller.user.id;
    const tag = await tagOfList(server, context, resolved.value, format);
    if (matchesETag(context.headers.get('if-none-match'), tag)) return { status: 304 };
    const batches = storage.bookmarks.eachMatch(owner, resolved.value.search);
    const list = await exportedList(server, batches, context.base);
    if (list === null) return refuse(404);
    const labels = list.only
      ? exportLabelsOf(list.only)
      : labelsOfMany(server, context, resolved.value, await storage.changedAt(owner));
    const file = exportFile(format, list.items, labels, lenientConverter(server, owner));
    return answerWith(server, file, context, { ETag: formatETag(tag) });
  },

  async feed({ query }, { caller, base, url }) {
    const resolved = await resolveSearch(server, caller, query);
    if (!resolved.ok) return resolved.error;
    const text = await bookmarkFeed(server.storage, caller.user, resolved.value.search, {
      title: pageText('feedTitle', caller.user.username),
      selfUrl: url.href,
      pageUrl: base.url('/'),
    });
    return {
      status: 200,
      type: 'application/atom+xml; charset=utf-8',
      // No Last-Modified: it would go back when the newest entry leaves the feed.
      headers: { ETag: formatETag(entityTagOf(text)) },
      body: text,
    };
  },
});

/** Returns the requested format; null when it is unknown. A client can request `md` as a zip archive. */
function formatOf(written: string, { headers }: CallerContext): ExportFormat | null {
  const format = EXPORT_FORMATS.find((known) => known === written);
  const isZip = format === 'md' && namesType(headers.get('accept'), 'application/zip');
  return isZip ? 'md.zip' : (format ?? null);
}

const refuseFormat = (format: string): Refusal => refuse(406, `unknown format: ${format}`);

const exportLabelsOf = (bookmark: BookmarkRow): ExportLabels => ({
  title: headingOf(bookmark),
  day: bookmark.created,
  modified: bookmark.updated,
  identifier: bookmarkUrn(bookmark.id),
});

const labelsOfMany = (
  { now }: Server,
  { url }: CallerContext,
  { collection }: ResolvedSearch,
  modified: UnixMs,
): ExportLabels => ({
  title: collection?.name ?? pageText('exportTitle'),
  day: now(),
  modified,
  identifier: url.href,
});

/** Computes the entity tag of an export of a list without making the file. */
async function tagOfList(
  server: Server,
  context: CallerContext,
  { search, isLasting }: ResolvedSearch,
  format: ExportFormat,
): Promise<string> {
  const library = await libraryTag(server, context);
  const { user } = context.caller;
  const matches = isLasting
    ? []
    : await server.storage.bookmarks.changedSince(user.id, null, search);
  return entityTagOf(`${library} ${format} ${matches.map(({ id }) => id).join()}`);
}

/**
 * Answers with a file. Markdown is sent inline as text; every other format is sent as a download.
 * @throws an error that occurs before the first chunk
 */
const answerWith = async (
  { log }: Server,
  { type, name, body }: ExportFile,
  { id, caller }: CallerContext,
  headers: Validators,
) => ({
  status: 200 as const,
  type,
  headers: { ...headers, ...(name !== null && { 'Content-Disposition': attachment(name) }) },
  body: await beginStream(chunksOf(body), {
    client: String(caller.user.id),
    onFault: (fault) => log.error('export broke off', { id, ...faultFields(fault) }),
  }),
});

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
}
