import { EXPORT_FORMATS, type ExportFormat, type exporting, namesType } from '../../src/contract';
import { headingOf } from '../../src/formats';
import { type ExportFile, exportFile } from '../exporting/export-file';
import { exportedItem } from '../exporting/exported-items';
import { readableBookmark } from '../exporting/readable-bookmark';
import { attachment } from '../http/content-disposition';
import type { CallerContext, Handlers } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import { watchStream } from '../http/watch-stream';
import { faultFields } from '../ops/log';
import type { Server } from '../server';

/** Bookmarks as files of other programs, made while they are sent. */
export const exportingHandlers = (server: Server): Handlers<Pick<typeof exporting, 'one'>> => ({
  async one({ params }, context) {
    const format = formatOf(params.format, context);
    if (format === null) return refuseFormat(params.format);
    const found = await readableBookmark(server, context.caller, params.id);
    if (!found.ok) return found.error;
    const bookmark = found.value;
    const file = exportFile(format, [exportedItem(server.storage, bookmark)], {
      title: headingOf(bookmark),
      day: bookmark.created,
      modified: bookmark.updated,
      identifier: context.base.url(`/api/bookmarks/${bookmark.id}`),
    });
    return answerWith(server, file, context);
  },
});

/** What is asked for; null when there is no such format. A client may ask for `md` as a zip. */
function formatOf(written: string, { headers }: CallerContext): ExportFormat | null {
  const format = EXPORT_FORMATS.find((known) => known === written);
  const isZip = format === 'md' && namesType(headers.get('accept'), 'application/zip');
  return isZip ? 'md.zip' : (format ?? null);
}

const refuseFormat = (format: string): Refusal => refuse(406, `unknown format: ${format}`);

const answerWith = ({ log }: Server, { type, name, body }: ExportFile, { id }: CallerContext) => ({
  status: 200 as const,
  type,
  headers: { 'Content-Disposition': attachment(name) },
  body: watchStream(body, (fault) => log.error('export broke off', { id, ...faultFields(fault) })),
});
