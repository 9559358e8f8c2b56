import type { BookmarkRow } from '../storage';
import { extractPicture } from './extract-picture';
import { extractReading } from './extract-reading';
import { type Extraction, NOTHING } from './extraction';
import { ExtractionLog, kilobytes, shown } from './extraction-log';
import { getFiles } from './files/get-files';
import type { FileError, Page } from './files/page-files';
import { errorMessage } from './messages';
import { pageKind } from './reading/content-type';
import type { PageReading } from './reading/page-reading';
import { describedByName, type ExtractionTools, type Unlogged, type Work } from './work';

/**
 * Gets the page of a bookmark, reads it, and keeps the bytes of its images. Nothing is written of
 * the bookmark itself. Whatever the page is, the promise is kept; it rejects with the reason of
 * `signal`, or with a fault of ours.
 */
export async function extract(
  tools: ExtractionTools,
  bookmark: Pick<BookmarkRow, 'key' | 'url' | 'initialUrl'>,
  findsMain: boolean,
  signal: AbortSignal,
): Promise<Extraction> {
  const log = new ExtractionLog();
  const files = await getFiles(tools.storage, tools.fetch, bookmark);
  const work: Work = { ...tools, files, log, signal };
  log.note(files.isSent ? `${bookmark.url} was sent: nothing is fetched` : `fetch ${bookmark.url}`);
  const page = await files.page(signal);
  const extraction = page.ok
    ? await extractPage(work, page.value, findsMain)
    : extractNothing(log, page.error);
  for (const error of extraction.errors) log.note(error);
  return { ...extraction, log: log.text };
}

async function extractPage(work: Work, page: Page, findsMain: boolean): Promise<Unlogged> {
  const { url, contentType, bytes } = page;
  work.log.note(`found ${url}, ${contentType || 'of no type'}, ${kilobytes(bytes.byteLength)}`);
  switch (pageKind(contentType)) {
    case 'image':
      return extractPicture(work, page);
    case 'video':
    case 'other':
      return extractNothing(work.log, { kind: 'unwanted', url, contentType });
    default: {
      const read = await work.reader.run('page', { ...page, findsMain }, work.signal);
      if (read.ok) return extractRead(work, page, read.value);
      if (read.error.kind === 'broke') work.log.note(read.error.fault);
      return { ...NOTHING, url, errors: [errorMessage(read.error)] };
    }
  }
}

/** What a page is that was read, or the one that it leads to: one more redirect, in other words. */
async function extractRead(work: Work, page: Page, reading: PageReading): Promise<Unlogged> {
  const { leadsTo, article } = reading;
  if (leadsTo === null || work.files.isSent) return extractReading(work, page, reading);
  work.log.note(`leads to ${shown(leadsTo)}`);
  const next = await work.files.next(leadsTo, page, work.signal);
  if (next.ok) return extractPage(work, next.value, true);
  if (article === null) return extractNothing(work.log, next.error);
  // It is there to be read: while a download begins, for one.
  work.log.note(errorMessage(next.error));
  return extractReading(work, page, reading);
}

/**
 * The outcome when there is no page. The name of a file of another type is known; its bookmark has
 * no document type unless the file is a video (protocol.md section 18, "failed fetch").
 */
function extractNothing(log: ExtractionLog, error: FileError): Unlogged {
  const errors = [errorMessage(error)];
  if (error.kind !== 'unwanted') return { ...NOTHING, errors };
  const { url, contentType } = error;
  log.note(`found ${url}, ${contentType}`);
  const type = pageKind(contentType) === 'video' ? 'video' : null;
  return { ...NOTHING, url, type, described: describedByName(url), errors };
}
