import type { WxtBrowser } from 'wxt/browser';
import type { Capture, LoadedImage } from '../capture/capture';
import { type ArticleImage, type BookmarkId, err, ok, type Result } from '../domain';
import type { Library } from '../library';
import { type FetchImage, fetchImages } from './fetch-images';
import type { ImageJobs } from './image-jobs';
import { IMAGE_PORT } from './image-port';
import type { HandlerFailure } from './messages';
import { type ImageLimits, receiveImages } from './receive-images';

/** What an article may have; the page is held to the same by `loadImages`. */
const LIMITS: ImageLimits = { maxImages: 40, maxBytes: 25_000_000 };

interface Dependencies {
  readonly tabs: Pick<WxtBrowser['tabs'], 'connect'>;
  readonly jobs: ImageJobs;
  /** Whether *Keep all images* is allowed. */
  readonly hasImageAccess: () => Promise<boolean>;
  readonly fetchImage: FetchImage;
}

/** The image phase: what the page shows comes into the article after the bookmark is safe. */
export interface ImageCollector {
  /** Takes the images of a capture from the page in the tab. Never throws; what came is kept. */
  collect(library: Library, tabId: number, id: BookmarkId, capture: Capture): Promise<void>;
  /** Fetches what the page could not read; the value is how many images are kept now besides. */
  fetchMissing(library: Library, id: BookmarkId): Promise<Result<number, HandlerFailure>>;
  /** Gives a reason to the images that a worker was waiting for when it died. */
  closeAbandoned(library: Library, ids: readonly BookmarkId[]): Promise<void>;
}

export function createImageCollector(dependencies: Dependencies): ImageCollector {
  const { tabs, jobs, hasImageAccess, fetchImage } = dependencies;

  const keepIn = (library: Library, id: BookmarkId) => async (images: readonly LoadedImage[]) =>
    (await library.articles.addImages(id, images)).ok;

  const collect: ImageCollector['collect'] = async (library, tabId, id, capture) => {
    const wanted = wantedUrls(capture);
    if (wanted.length === 0) return;
    const port = tabs.connect(tabId, { name: IMAGE_PORT, frameId: 0 });
    await jobs.begin(id);
    const keep = keepIn(library, id);
    const unreadable: string[] = [];
    let left = LIMITS;
    const missing = await receiveImages(port, wanted, LIMITS, (images) => {
      for (const image of images) {
        if (image.kind === 'loaded') left = without(left, image.bytes.length);
        else if (image.reason === 'not-readable') unreadable.push(image.url);
      }
      return keep(images);
    });
    if (missing.length > 0) await keep(missing.map(didNotCome));
    if (unreadable.length > 0 && (await hasImageAccess())) {
      await fetchImages(unreadable, left, fetchImage, keep);
    }
    await jobs.end(id);
  };

  return {
    collect,

    async fetchMissing(library, id) {
      if (!(await hasImageAccess())) return err({ kind: 'not-allowed' });
      const article = await library.articles.get(id);
      if (article === null) return err({ kind: 'not-found' });
      const missing = article.images.filter(isWorthFetching).map(({ url }) => url);
      const kept = article.images.filter(({ hash }) => hash !== null).length;
      const left = { ...LIMITS, maxImages: LIMITS.maxImages - kept };
      return ok(await fetchImages(missing, left, fetchImage, keepIn(library, id)));
    },

    async closeAbandoned(library, ids) {
      for (const id of ids) {
        const article = await library.articles.get(id);
        const pending = article?.images.filter(isPending).map(({ url }) => didNotCome(url)) ?? [];
        if (pending.length > 0) await keepIn(library, id)(pending);
        await jobs.end(id);
      }
    },
  };
}

/** What the page is asked for: the article's images, the site's icon and the lead image. */
function wantedUrls({ article, metadata }: Capture): readonly string[] {
  const shown = article?.images.map(({ url }) => url) ?? [];
  const ofTheRow = [metadata.iconUrl, metadata.imageUrl].filter((url) => url !== null);
  return [...new Set([...shown, ...ofTheRow])];
}

const didNotCome = (url: string): LoadedImage => ({ kind: 'dropped', url, reason: 'failed' });

const isPending = (image: ArticleImage): boolean =>
  image.hash === null && image.reason === 'pending';

/** The page may not read it, or could not: its own site may give it to us. */
const isWorthFetching = (image: ArticleImage): boolean =>
  image.hash === null && (image.reason === 'not-readable' || image.reason === 'failed');

const without = ({ maxImages, maxBytes }: ImageLimits, bytes: number): ImageLimits => ({
  maxImages: maxImages - 1,
  maxBytes: maxBytes - bytes,
});
