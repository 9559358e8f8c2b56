import { fileNameOf, fileTitleOf } from '../../src/domain';
import { placeImages } from '../articles/article-images';
import type { SafeFetch } from '../fetch';
import type { BookmarkRow } from '../storage';
import { errorMessage } from './error-messages';
import {
  beginsWith,
  type Described,
  describedBy,
  type Extraction,
  isArticleBeside,
  NOTHING,
  typeOf,
  UNDESCRIBED,
} from './extraction';
import { ExtractionLog, kilobytes, shown } from './extraction-log';
import { checkImage } from './images/check-image';
import { IMAGE_WIDTH, ImageKeeper, PHOTO_WIDTH } from './images/image-keeper';
import { IMAGE_LIMITS, loadImages } from './images/load-images';
import { BrokenImage } from './images/stored-image';
import {
  type FileError,
  getFiles,
  type Page,
  type PageContents,
  type PageFile,
  type PageFiles,
} from './page-files';
import type { SharedReader } from './processes/page-reader';
import { pageKind } from './reading/content-type';
import type { PageReading } from './reading/tasks';
import { siteOf } from './site-of';

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

/** What is made of a page that was read: its images are loaded, and its article has them. */
export async function extractReading(
  work: Work,
  page: Page,
  reading: PageReading,
): Promise<Unlogged> {
  const url = page.originalUrl ?? page.url;
  if (page.originalUrl !== null) work.log.note(`a copy of ${shown(url)}, as it says`);
  const { metadata, report, durationSeconds, embed } = reading;
  const type = typeOf(reading);
  const article = type === 'article' || isArticleBeside(reading) ? reading.article : null;
  work.log.note([`read: ${type}, ${report.words} words`, ...report.warnings].join(', '));
  const keeper = await keepImages(work, page.url, {
    iconUrl: metadata.iconUrl,
    leadUrl: metadata.imageUrl,
    leadWidth: type === 'photo' ? PHOTO_WIDTH : IMAGE_WIDTH,
    articleUrls: article?.imageUrls ?? [],
  });
  const described = describedBy(reading, siteOf(url).site);
  return {
    url,
    type,
    described,
    article: article && { ...article, html: placeImages(article.html, keeper.fileOf) },
    omitsDescription: beginsWith(article?.text ?? '', described.description),
    links: article === null ? [] : reading.links,
    embed,
    durationSeconds,
    images: keeper.images,
    resources: keeper.resources,
    droppedImages: keeper.dropped,
    errors: [],
    report,
  };
}

async function keepImages(
  { files, reader, storage: { contents }, signal, log }: Work,
  pageUrl: string,
  wanted: Parameters<typeof loadImages>[0],
): Promise<ImageKeeper> {
  const limits = IMAGE_LIMITS;
  const keeper = new ImageKeeper(contents, limits.maxTotalBytes);
  await loadImages(wanted, { files, reader, contents, keeper, limits, pageUrl, signal });
  log.note(`images: ${keeper.resources.length} files kept`);
  for (const [from, reason] of keeper.dropped) {
    log.note(`image not kept, ${reason}: ${shown(from)}`);
  }
  return keeper;
}

/** What is made of an address that leads to a picture. */
export async function extractPicture(work: Work, page: PageFile): Promise<Unlogged> {
  const { url, contentType } = page;
  const keeper = new ImageKeeper(work.storage.contents, IMAGE_LIMITS.maxTotalBytes);
  const isKept = await keepPicture(work, keeper, page);
  const { images, resources } = keeper;
  const errors = isKept ? [] : [errorMessage({ kind: 'unwanted', url, contentType })];
  const described = { ...describedByName(url), title: fileTitleOf(url) };
  return { ...NOTHING, url, type: 'photo', described, images, resources, errors };
}

/** false: it begins like a picture, and is none or broken. */
async function keepPicture(
  { reader, signal }: Work,
  keeper: ImageKeeper,
  { url, bytes }: PageFile,
): Promise<boolean> {
  const image = await checkImage(bytes, reader, signal);
  if (!image.ok) return false;
  try {
    await keeper.keepLead(image.value, url, PHOTO_WIDTH);
    return true;
  } catch (fault) {
    if (fault instanceof BrokenImage) return false;
    throw fault;
  }
}

/** What extracting needs of the server. */
export interface ExtractionTools {
  readonly storage: { readonly contents: PageContents };
  readonly fetch: SafeFetch;
  readonly reader: SharedReader;
}

/** Everything about one extraction while it goes on. */
export interface Work extends ExtractionTools {
  readonly files: PageFiles;
  readonly log: ExtractionLog;
  readonly signal: AbortSignal;
}

/** What came of it, before the log is at its end. */
export type Unlogged = Omit<Extraction, 'log'>;

/** What is known of a file that says nothing of itself. */
export const describedByName = (url: string): Described => ({
  ...UNDESCRIBED,
  title: fileNameOf(url),
  siteName: siteOf(url).site,
});
