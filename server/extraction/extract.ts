import { fileNameOf, fileTitleOf } from '../../src/domain/web-address';
import { placeImages } from '../articles/article-images';
import type { SafeFetch } from '../fetch';
import { TaskQueue } from '../processes/task-queue';
import type { BookmarkRow } from '../storage';
import { errorMessage } from './error-messages';
import {
  beginsWith,
  type Described,
  describedBy,
  EMPTY_EXTRACTION,
  type Extraction,
  isArticleBeside,
  typeOf,
  UNDESCRIBED,
} from './extraction';
import { ExtractionLog, kilobytes, shortenedAddress } from './extraction-log';
import { checkImage } from './images/check-image';
import { IMAGE_WIDTH, ImageStore, PHOTO_WIDTH } from './images/image-store';
import { DOWNLOAD_LIMITS, loadImages, type PageImages } from './images/load-images';
import { BrokenImage } from './images/stored-image';
import {
  type FileError,
  getFiles,
  type Page,
  type PageContents,
  type PageFile,
  type PageFiles,
} from './page-files';
import type { SharedReader } from './page-reader';
import { pageKind } from './reading/content-type';
import type { PageReading } from './reading/page-tasks';
import type { ExtractionJob } from './request-extraction';
import { siteOf } from './site-of';

/** The services of the server that an extraction uses. */
export interface ExtractionTools {
  readonly storage: { readonly contents: PageContents };
  readonly fetch: SafeFetch;
  readonly reader: SharedReader;
  /** The user for whom the page is read. Users take turns. */
  readonly user: string;
}

/** The services and the state of one extraction. */
interface Work extends ExtractionTools {
  /** The address of the bookmark. */
  readonly askedUrl: string;
  readonly files: PageFiles;
  readonly log: ExtractionLog;
  readonly signal: AbortSignal;
}

/** The result of an extraction whose log is still being written. */
type UnloggedExtraction = Omit<Extraction, 'log'>;

/** A page may have 128 MB, of which the reader gets a copy, so only two large ones are read at once. */
const largePages = new TaskQueue({ size: 2, reserved: 0 });
const LARGE_EXTRACTION_BYTES = 8 * 1024 * 1024;

/**
 * Gets the page of a bookmark, reads it and stores the bytes of its images. Does not change the
 * bookmark. A page that cannot be loaded or read is not an exception: its result has `errors`.
 * @param job `findsMain` is false when the whole page is the article
 * @throws the reason of `signal`, or an error of the server itself
 */
export async function extract(
  tools: ExtractionTools,
  bookmark: Pick<BookmarkRow, 'key' | 'url' | 'initialUrl'>,
  { findsMain, captured }: Pick<ExtractionJob, 'findsMain' | 'captured'>,
  signal: AbortSignal,
): Promise<Extraction> {
  const log = new ExtractionLog();
  const files = await getFiles(tools.storage, tools.fetch, bookmark, captured);
  const work: Work = { ...tools, askedUrl: bookmark.url, files, log, signal };
  log.note(
    files.isSent
      ? `${bookmark.url} was sent: only missing images are fetched`
      : `fetching ${bookmark.url}`,
  );
  const read = async () => {
    const page = await files.page(signal);
    return page.ok ? extractPage(work, page.value, findsMain) : extractNothing(log, page.error);
  };
  const isLarge = files.sentBytes > LARGE_EXTRACTION_BYTES;
  const extraction = await (isLarge
    ? largePages.run(tools.user, 'background', read, signal)
    : read());
  for (const error of extraction.errors) log.note(error);
  return { ...extraction, log: log.text };
}

async function extractPage(
  work: Work,
  page: Page,
  findsMain: boolean,
): Promise<UnloggedExtraction> {
  const { url, contentType, bytes, isCut } = page;
  const type = contentType || 'unknown type';
  work.log.note(`loaded ${url}, ${type}, ${kilobytes(bytes.byteLength)}`);
  if (isCut) work.log.note('the site did not send its end');
  switch (pageKind(contentType)) {
    case 'image':
      return extractPicture(work, page);
    case 'video':
    case 'other':
      return extractNothing(work.log, { kind: 'unsupported-type', url, contentType });
    default: {
      const asked = work.files.isSent ? {} : { askedUrl: work.askedUrl };
      const source = { url, contentType, bytes, isCut, findsMain, ...asked };
      const read = await work.reader.run('page', source, work.signal);
      if (read.ok) return extractRead(work, page, read.value);
      if (read.error.kind === 'broke') work.log.note(read.error.fault);
      return { ...EMPTY_EXTRACTION, url, errors: [errorMessage(read.error)] };
    }
  }
}

/** Extracts a page that was read, or the page that it redirects to by itself. */
async function extractRead(
  work: Work,
  page: Page,
  reading: PageReading,
): Promise<UnloggedExtraction> {
  const { redirectUrl, article } = reading;
  if (redirectUrl === null || work.files.isSent) return extractReading(work, page, reading);
  work.log.note(`redirects to ${shortenedAddress(redirectUrl)}`);
  const next = await work.files.next(redirectUrl, page, work.signal);
  if (next.ok) return extractPage(work, next.value, true);
  if (article === null) return extractNothing(work.log, next.error);
  // A page with an article can redirect too, for example to start a download.
  work.log.note(errorMessage(next.error));
  return extractReading(work, page, reading);
}

/** Loads the images of a page that was read, and puts them into its article. */
async function extractReading(
  work: Work,
  page: Page,
  reading: PageReading,
): Promise<UnloggedExtraction> {
  const url = page.originalUrl ?? page.url;
  if (page.originalUrl !== null)
    work.log.note(`a copy of ${shortenedAddress(url)}, by its Link header`);
  const { metadata, report, durationSeconds, embed } = reading;
  const type = typeOf(reading);
  if (reading.pdfError !== null) {
    const errors = [errorMessage({ kind: reading.pdfError })];
    return { ...EMPTY_EXTRACTION, url, type, described: describedByName(url), errors };
  }
  if (reading.wall !== null && type === 'article') {
    return { ...EMPTY_EXTRACTION, url, errors: [errorMessage({ kind: reading.wall })] };
  }
  const article = type === 'article' || isArticleBeside(reading) ? reading.article : null;
  const isWithoutText =
    type === 'article' && article === null && !report.warnings.includes('no-article');
  work.log.note([`read: ${type}, ${report.words} words`, ...report.warnings].join(', '));
  const store = await storeImages(work, page.url, {
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
    article: article && { ...article, html: placeImages(article.html, store.fileOf) },
    omitsDescription: beginsWith(article?.text ?? '', described.description),
    links: article === null ? [] : reading.links,
    embed,
    durationSeconds,
    images: store.images,
    resources: store.resources,
    droppedImages: store.dropped,
    // A page that only leads to others is as it should be.
    errors: isWithoutText ? [errorMessage({ kind: 'no-text' })] : [],
    report,
  };
}

async function storeImages(
  { files, reader, storage: { contents }, signal, log, user }: Work,
  pageUrl: string,
  pageImages: PageImages,
): Promise<ImageStore> {
  const limits = DOWNLOAD_LIMITS;
  const store = new ImageStore(contents, limits.maxTotalBytes);
  await loadImages(pageImages, { files, reader, contents, store, limits, pageUrl, user, signal });
  log.note(`images: ${store.resources.length} files kept`);
  for (const [from, reason] of store.dropped) {
    log.note(`image not kept, ${reason}: ${shortenedAddress(from)}`);
  }
  return store;
}

/** Extracts a picture that is a page of its own. */
async function extractPicture(work: Work, page: PageFile): Promise<UnloggedExtraction> {
  const { url, contentType } = page;
  const store = new ImageStore(work.storage.contents, DOWNLOAD_LIMITS.maxTotalBytes);
  const isStored = await storePicture(work, store, page);
  const { images, resources } = store;
  const errors = isStored ? [] : [errorMessage({ kind: 'unsupported-type', url, contentType })];
  const described = { ...describedByName(url), title: fileTitleOf(url) };
  return { ...EMPTY_EXTRACTION, url, type: 'photo', described, images, resources, errors };
}

/** Returns false when the file is not a picture or is broken. */
async function storePicture(
  { reader, signal, user, log }: Work,
  store: ImageStore,
  { url, bytes }: PageFile,
): Promise<boolean> {
  const image = await checkImage(bytes, reader, signal);
  if (!image.ok) {
    log.note(`image not kept, ${image.error}: ${shortenedAddress(url)}`);
    return false;
  }
  try {
    await store.storeLead(image.value, url, PHOTO_WIDTH, { user, lane: 'background', signal });
    return true;
  } catch (fault) {
    if (fault instanceof BrokenImage) return false;
    throw fault;
  }
}

/**
 * Makes the result for a page that could not be loaded. The name of a file of another type is known;
 * its bookmark has no document type unless the file is a video (protocol.md section 18, "failed
 * fetch").
 */
function extractNothing(log: ExtractionLog, error: FileError): UnloggedExtraction {
  const errors = [errorMessage(error)];
  if (error.kind !== 'unsupported-type') return { ...EMPTY_EXTRACTION, errors };
  const { url, contentType } = error;
  log.note(`loaded ${url}, ${contentType}`);
  const type = pageKind(contentType) === 'video' ? 'video' : null;
  return { ...EMPTY_EXTRACTION, url, type, described: describedByName(url), errors };
}

/** Describes a file without metadata by its name and its site. */
const describedByName = (url: string): Described => ({
  ...UNDESCRIBED,
  title: fileNameOf(url),
  siteName: siteOf(url).site,
});
