import {
  EXPORT_FORMATS,
  type ExportFormat,
  type exporting,
  formatETag,
  namesType,
} from '../../src/contract';
import { headingOf } from '../../src/formats';
import { resolveSearch } from '../bookmarks/resolve-search';
import { beginStream } from '../http/body-stream';
import { tagOf } from '../http/cache-validators';
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
    const owner = context.caller.user.id;
    const item = exportedItem(server, found.value, context.base);
    const items = [await convertibleItem(server, owner, format, item)];
    const converter = articleConverter(server, owner);
    const file = exportFile(format, items, labelsOf(found.value), converter);
    return answerWith(server, file, context);
  },

  async list({ params, query }, context) {
    const format = formatOf(params.format, context);
    if (format === null) return refuseFormat(params.format);
    const resolved = await resolveSearch(server, context.caller, query);
    if (!resolved.ok) return resolved.error;
    const { storage } = server;
    const batches = storage.bookmarks.eachMatch(context.caller.user.id, resolved.value.search);
    const list = await exportedList(server, batches, context.base);
    if (list === null) return refuse(404);
    const labels = list.only ? labelsOf(list.only) : labelsOfMany(server, context);
    const converter = lenientConverter(server, context.caller.user.id);
    return answerWith(server, exportFile(format, list.items, labels, converter), context);
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
      headers: { ETag: formatETag(tagOf(text)) },
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

const labelsOf = (bookmark: BookmarkRow): ExportLabels => ({
  title: headingOf(bookmark),
  day: bookmark.created,
  modified: bookmark.updated,
  identifier: bookmarkUrn(bookmark.id),
});

const labelsOfMany = ({ now }: Server, { url }: CallerContext): ExportLabels => ({
  title: pageText('exportTitle'),
  day: now(),
  modified: now(),
  identifier: url.href,
});

/**
 * Answers with a file. Markdown is sent inline as text; every other format is sent as a download.
 * @throws an error that occurs before the first chunk
 */
const answerWith = async (
  { log }: Server,
  { type, name, body }: ExportFile,
  { id }: CallerContext,
) => ({
  status: 200 as const,
  type,
  headers: name === null ? {} : { 'Content-Disposition': attachment(name) },
  body: await beginStream(chunksOf(body), {
    onFault: (fault) => log.error('export broke off', { id, ...faultFields(fault) }),
  }),
});

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
}
