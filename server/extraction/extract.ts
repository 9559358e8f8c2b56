import { err, ok, type Result } from '../../src/domain';
import { siteOf } from '../bookmarks/site-of';
import type { SafeFetch } from '../fetch';
import type { BookmarkRow } from '../storage';
import { beginsWith, describedBy, isArticleBeside, typeOf } from './describe';
import { type Extraction, NOTHING, UNDESCRIBED } from './extraction';
import { ExtractionLog, kilobytes } from './extraction-log';
import { getFiles, type PageContents, type PageFiles } from './files/get-files';
import type { FileError, PageFile } from './files/page-files';
import { IMAGE_WIDTH, ImageKeeper, PHOTO_WIDTH } from './images/image-keeper';
import { IMAGE_LIMITS } from './images/image-plan';
import { loadImages } from './images/load-images';
import { placeImages } from './images/place-images';
import { soundImage } from './images/sound-image';
import { errorMessage } from './messages';
import { pageKind } from './reading/content-type';
import { fileNameOf } from './reading/file-name';
import type { PageReading } from './reading/page-reading';
import type { PageReader } from './threads/page-reader';

/** What extracting needs of the server. */
export interface ExtractionTools {
  readonly storage: { readonly contents: PageContents };
  readonly fetch: SafeFetch;
  readonly reader: PageReader;
}

/** Everything about one extraction while it goes on. */
interface Work extends ExtractionTools {
  readonly files: PageFiles;
  readonly log: ExtractionLog;
  readonly signal: AbortSignal;
}

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
    ? await ofPage(work, page.value, findsMain)
    : ofNoPage(log, page.error);
  for (const error of extraction.errors) log.note(error);
  return { ...extraction, log: log.text };
}

type Unlogged = Omit<Extraction, 'log'>;

/** Of a file that no page can be made of, its name at least is known. */
function ofNoPage(log: ExtractionLog, error: FileError): Unlogged {
  const errors = [errorMessage(error)];
  if (error.kind !== 'unwanted') return { ...NOTHING, errors };
  const { url, contentType } = error;
  log.note(`found ${url}, ${contentType}`);
  const described = { ...UNDESCRIBED, title: fileNameOf(url), siteName: siteOf(url).site };
  const type = pageKind(contentType) === 'video' ? 'video' : 'article';
  return { ...NOTHING, url, type, described, errors };
}

async function ofPage(work: Work, page: PageFile, findsMain: boolean): Promise<Unlogged> {
  const { url, contentType, bytes } = page;
  work.log.note(`found ${url}, ${contentType || 'of no type'}, ${kilobytes(bytes.byteLength)}`);
  switch (pageKind(contentType)) {
    case 'image':
      return ofPicture(work, page);
    case 'video':
    case 'other':
      return ofNoPage(work.log, { kind: 'unwanted', url, contentType });
    default: {
      const read = await work.reader.read({ ...page, findsMain }, work.signal);
      if (read.ok) return ofReading(work, page.url, read.value);
      if (read.error.kind === 'broke') work.log.note(read.error.fault);
      return { ...NOTHING, url, errors: [errorMessage(read.error)] };
    }
  }
}

/** A bookmark of a picture. */
async function ofPicture(work: Work, { url, contentType, bytes }: PageFile): Promise<Unlogged> {
  const described = { ...UNDESCRIBED, title: fileNameOf(url), siteName: siteOf(url).site };
  const keeper = new ImageKeeper(work.storage.contents, IMAGE_LIMITS.maxTotalBytes);
  const kept = await keepPicture(work, keeper, bytes, url);
  const errors = kept.ok ? [] : [errorMessage({ kind: 'unwanted', url, contentType })];
  const { images, resources } = keeper;
  return { ...NOTHING, url, type: 'photo', described, images, resources, errors };
}

async function keepPicture(
  { reader, signal }: Work,
  keeper: ImageKeeper,
  bytes: Uint8Array,
  url: string,
): Promise<Result<null, 'not-readable'>> {
  try {
    const image = await soundImage(bytes, reader, signal);
    if (!image.ok) return err('not-readable');
    await keeper.keepLead(image.value, url, PHOTO_WIDTH);
    return ok(null);
  } catch {
    signal.throwIfAborted();
    return err('not-readable'); // It begins like an image, and is broken.
  }
}

async function ofReading(work: Work, url: string, reading: PageReading): Promise<Unlogged> {
  const { metadata, report, durationSeconds, embed } = reading;
  const type = typeOf(reading);
  const article = type === 'article' || isArticleBeside(reading) ? reading.article : null;
  work.log.note(
    `read: ${type}, ${report.words} words${report.warnings.map((warning) => `, ${warning}`).join('')}`,
  );
  const keeper = new ImageKeeper(work.storage.contents, IMAGE_LIMITS.maxTotalBytes);
  await loadImages(
    {
      iconUrl: metadata.iconUrl,
      leadUrl: metadata.imageUrl,
      articleUrls: article?.imageUrls ?? [],
      leadWidth: type === 'photo' ? PHOTO_WIDTH : IMAGE_WIDTH,
    },
    {
      ...work,
      contents: work.storage.contents,
      keeper,
      limits: IMAGE_LIMITS,
      pageUrl: url,
    },
  );
  work.log.note(`images: ${keeper.resources.length} files kept`);
  for (const [from, reason] of keeper.dropped) {
    work.log.note(`image not kept, ${reason}: ${from.slice(0, 200)}`);
  }
  const described = describedBy(reading, siteOf(url).site);
  return {
    url,
    type,
    described,
    article: article && { ...article, html: placeImages(article.html, keeper.nameOf) },
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
