import type { WxtBrowser } from 'wxt/browser';
import type { Capture, LoadedImage, SettledDropReason } from '../../capture/capture';
import { imageUrls } from '../../capture/images/inline-images';
import { IMAGE_LIMITS, LIST_IMAGES } from '../../capture/images/limits';
import type { Article, ArticleImage } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import { MINUTE_MS } from '../../domain/time';
import { importRepository, type Library } from '../../library';
import type { HandlerFailure } from '../../messages/schemas';
import type { TabPage } from '../toolbar/tab-page';
import type { FetchImages } from './fetch-images';
import { IMAGE_PORT } from './image-port';
import { batchImages, receiveImages } from './receive-images';

interface Browser {
  readonly scripting: Pick<WxtBrowser['scripting'], 'executeScript'>;
  readonly tabs: Pick<WxtBrowser['tabs'], 'connect'>;
}

interface Dependencies extends Browser {
  readonly jobs: ImageJobs;
  /** True if *Keep all images* is allowed. */
  readonly hasImageAccess: () => Promise<boolean>;
  readonly fetchImages: FetchImages;
}

/** The tab that shows the images. */
export type ImagePage = Pick<TabPage, 'tabId' | 'isPrivateWindow'>;

export type ImageCollector = ReturnType<typeof createImageCollector>;

/** The image phase: adds the images of the page to the article after the bookmark was saved. */
export function createImageCollector(dependencies: Dependencies) {
  const { jobs, hasImageAccess, fetchImages } = dependencies;
  return {
    /**
     * Takes the images of a capture from the page in the tab and stores those that arrive. In a
     * private window it fetches none itself, because the shared cache would keep them. Never throws.
     */
    async collect(
      library: Library,
      from: ImagePage,
      id: BookmarkId,
      capture: Capture,
    ): Promise<void> {
      if (uniqueImageUrls(capture).length === 0) return;
      try {
        await jobs.begin(id);
        const writer = await createImageWriter(library, id, leadOf(capture));
        await collectFrom(dependencies, from, writer, capture);
        await jobs.end(id);
      } catch (error) {
        console.error('The images could not be taken', error);
        // If this fails too, the next start finds the job.
        await closeJob(jobs, library, id).catch(() => {});
      }
    },

    /**
     * Fetches the images of a capture whose page no tab shows. The caller knows that it is allowed.
     * Never throws.
     */
    async fetchAll(
      library: Library,
      id: BookmarkId,
      capture: Capture,
      embedded: ReadonlyMap<string, string>,
    ): Promise<void> {
      try {
        await jobs.begin(id);
        const writer = await createImageWriter(library, id, leadOf(capture));
        const urls = uniqueImageUrls(capture);
        await keepAll(writer, fetchImages(urls, WITHOUT_PAGE, embedded));
        await closeJob(jobs, library, id);
      } catch (error) {
        console.error('The images could not be fetched', error);
      }
    },

    /**
     * Fetches the images that the page could not read. Returns the number of images that were added.
     */
    async fetchMissing(library: Library, id: BookmarkId): Promise<Result<number, HandlerFailure>> {
      if (!(await hasImageAccess())) return err({ kind: 'not-allowed' });
      const article = await library.articles.get(id);
      if (article === null) return err({ kind: 'not-found' });
      const missing = article.images.filter(isWorthFetching).map(({ url }) => url);
      const images = fetchImages(missing, await limitsLeft(library, article));
      return ok(await keepAll(await createImageWriter(library, id), images));
    },

    /** Gives a reason to the images that a worker was waiting for when it died. */
    async closeAbandoned(library: Library, ids: readonly BookmarkId[]): Promise<void> {
      for (const id of ids) await closeJob(jobs, library, id);
    },
  };
}

/** Takes the images from the page, and fetches those that it could not read, if that is allowed. */
async function collectFrom(
  dependencies: Dependencies,
  page: ImagePage,
  writer: ImageWriter,
  capture: Capture,
): Promise<void> {
  const wanted = uniqueImageUrls(capture);
  const ofArticle = new Set(capture.article?.images.map(({ url }) => url));
  const uncounted = new Set(wanted.filter((url) => !ofArticle.has(url)));
  const port = await openPort(dependencies, page.tabId);
  const unreadable: string[] = [];
  let { maxImages, maxTotalBytes } = IMAGE_LIMITS;
  const receive = (images: readonly LoadedImage[]) => {
    for (const image of images) {
      if (image.kind === 'dropped') {
        if (image.reason === 'not-readable') unreadable.push(image.url);
      } else {
        if (!uncounted.has(image.url)) maxImages -= 1;
        maxTotalBytes -= image.bytes.length;
      }
    }
    return writer.keep(images);
  };
  const limits = { maxImages, maxTotalBytes, uncounted };
  const missing = port ? await receiveImages(port, wanted, limits, receive) : wanted;
  const reason = writer.isFull() ? 'quota' : 'failed';
  if (missing.length > 0) await writer.keep(missing.map((url) => dropped(url, reason)));
  const leftOver = [...unreadable, ...missing];
  if (leftOver.length === 0 || page.isPrivateWindow || writer.isFull()) return;
  if (await dependencies.hasImageAccess()) {
    const besides = leftOver.filter((url) => uncounted.has(url)).length;
    const left = { maxImages: maxImages + besides, maxTotalBytes };
    await keepAll(writer, dependencies.fetchImages(leftOver, left));
  }
}

/** Keeps images while there is room. Returns the number of those that were added. */
async function keepAll(writer: ImageWriter, images: AsyncIterable<LoadedImage>): Promise<number> {
  let kept = 0;
  const batch = batchImages(async (some) => {
    const isTaken = await writer.keep(some);
    if (isTaken) kept += some.filter(({ kind }) => kind === 'loaded').length;
    return isTaken;
  });
  for await (const image of images) {
    if (!(await batch.add(image))) break;
  }
  await batch.end();
  return kept;
}

/** Ends a job; its images that have not arrived get a reason. */
async function closeJob(jobs: ImageJobs, library: Library, id: BookmarkId): Promise<void> {
  const article = await library.articles.get(id);
  const pending = article?.images.filter(isPending).map(({ url }) => dropped(url, 'failed')) ?? [];
  if (pending.length > 0) await library.articles.addImages(id, pending);
  await jobs.end(id);
}

interface LoadDependencies {
  readonly images: Pick<ImageCollector, 'fetchMissing'>;
  /** True if *Keep all images* is allowed. */
  readonly hasImageAccess: () => Promise<boolean>;
  readonly isOnline: () => boolean;
}

/**
 * Loads the images of imported articles, in the order of their files, while it is allowed. The
 * images of a batch that was interrupted are requested again, if they are missing.
 */
export async function loadImportedImages(
  { images, hasImageAccess, isOnline }: LoadDependencies,
  library: Library,
  signal: AbortSignal,
): Promise<void> {
  const imports = library.part(importRepository);
  for (;;) {
    const next = await imports.nextImages();
    if (next === null) return;
    for (const id of next.ids) {
      // Without a connection each request would fail, and count as done.
      if (signal.aborted || !isOnline() || !(await hasImageAccess())) return;
      await images.fetchMissing(library, id);
    }
    if (!(await imports.imagesRequested(next)).ok) return;
  }
}

/** The icon and the lead image do not count. */
const WITHOUT_PAGE = { maxImages: IMAGE_LIMITS.maxImages + LIST_IMAGES, totalTimeoutMs: MINUTE_MS };

type Port = Parameters<typeof receiveImages>[0];

/**
 * Opens the port to the page's script; null if the page cannot be reached. The caller must listen
 * at once.
 */
async function openPort({ scripting, tabs }: Browser, tabId: number): Promise<Port | null> {
  try {
    await scripting.executeScript({ target: { tabId }, files: ['/capture-images.js'] });
    return tabs.connect(tabId, { name: IMAGE_PORT, frameId: 0 });
  } catch {
    return null; // The tab was closed, or has gone to another site.
  }
}

/** The unique addresses of the images to store. The script in the page has the same list. */
const uniqueImageUrls = (capture: Capture): readonly string[] => [...new Set(imageUrls(capture))];

/** The share of the remaining storage that the images of one page may use. */
const SHARE_OF_ROOM = 0.5;

/** The icon and the picture of a page without an article. */
const leadOf = ({ article, metadata }: Capture) => (article === null ? metadata : null);

type ImageWriter = Awaited<ReturnType<typeof createImageWriter>>;

/** Adds images to an article while there is room. */
async function createImageWriter(
  library: Library,
  id: BookmarkId,
  lead: ReturnType<typeof leadOf> = null,
) {
  const { usedBytes, quotaBytes } = await library.storage.state();
  const isKnown = usedBytes !== null && quotaBytes !== null;
  let left = isKnown ? (quotaBytes - usedBytes) * SHARE_OF_ROOM : Number.POSITIVE_INFINITY;
  return {
    /** Returns false if the library takes no more: it is full, or the article is gone. */
    async keep(images: readonly LoadedImage[]): Promise<boolean> {
      const fitting = images.map((image) => {
        if (image.kind === 'dropped') return image;
        left -= image.bytes.length;
        return left < 0 ? dropped(image.url, 'quota') : image;
      });
      return (await library.articles.addImages(id, fitting, lead)).ok && left >= 0;
    },
    isFull: (): boolean => left < 0,
  };
}

/** The limits that remain for the images of an article. */
async function limitsLeft(library: Library, { images }: Article) {
  const hashes = images.flatMap(({ hash }) => hash ?? []);
  const assets = [...(await library.assets.getMany(hashes)).values()];
  return {
    maxImages: IMAGE_LIMITS.maxImages - hashes.length,
    maxTotalBytes: assets.reduce((left, { size }) => left - size, IMAGE_LIMITS.maxTotalBytes),
  };
}

const dropped = (url: string, reason: SettledDropReason): LoadedImage => ({
  kind: 'dropped',
  url,
  reason,
});

const isPending = (image: ArticleImage): boolean =>
  image.hash === null && image.reason === 'pending';

/** The page could not read it, or it was removed since. Its own site may serve it to us. */
const isWorthFetching = (image: ArticleImage): boolean =>
  image.hash === null && ['not-readable', 'failed', 'released'].includes(image.reason);

const IMAGES_PREFIX = 'images:';

export type ImageJobs = ReturnType<typeof createImageJobs>;

/**
 * The articles that wait for images, stored so that they survive the worker. If a worker is killed
 * in the middle, the next one marks those images as failed.
 */
export function createImageJobs(storage: Pick<WxtBrowser['storage'], 'local'>) {
  const key = (id: BookmarkId) => `${IMAGES_PREFIX}${id}`;
  return {
    begin: (id: BookmarkId): Promise<void> => storage.local.set({ [key(id)]: true }),
    end: (id: BookmarkId): Promise<void> => storage.local.remove(key(id)),
    /** Jobs that have not ended. At the worker's start, these are abandoned ones. */
    async unended(): Promise<readonly BookmarkId[]> {
      const keys = Object.keys(await storage.local.get(null));
      // Only `begin` writes keys with the prefix, with bookmark ids.
      return keys.flatMap((name) =>
        name.startsWith(IMAGES_PREFIX) ? [name.slice(IMAGES_PREFIX.length) as BookmarkId] : [],
      );
    },
  };
}
