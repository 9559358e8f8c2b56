import { siteOf } from '../bookmarks/site-of';
import { beginsWith, describedBy, isArticleBeside, typeOf } from './describe';
import { shown } from './extraction-log';
import type { Page } from './files/page-files';
import { IMAGE_WIDTH, ImageKeeper, PHOTO_WIDTH } from './images/image-keeper';
import { IMAGE_LIMITS } from './images/image-plan';
import { loadImages } from './images/load-images';
import { placeImages } from './images/place-images';
import type { PageReading } from './reading/page-reading';
import type { Unlogged, Work } from './work';

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
