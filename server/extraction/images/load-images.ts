import { IMAGE_LIMITS as CAPTURE_LIMITS } from '../../../src/capture';
import { canLead, canLeadFromArticle, type ImageDropReason } from '../../../src/domain/article';
import { eachBounded } from '../../../src/domain/each-bounded';
import { err, type Result } from '../../../src/domain/result';
import type { Storage } from '../../storage';
import type { FileError, PageFiles } from '../page-files';
import type { SharedReader } from '../processes/page-reader';
import { type CheckedImage, checkImage } from './check-image';
import type { ImageStore } from './image-store';
import { BrokenImage } from './stored-image';

/** The addresses of a page's images. */
export interface PageImages {
  /** null when the page has no icon. */
  readonly iconUrl: string | null;
  /** The picture that stands for the page; null when the page names none. */
  readonly leadUrl: string | null;
  /** The greatest width of the lead picture, in pixels. */
  readonly leadWidth: number;
  /** The images of the article in their order, without duplicates. */
  readonly articleUrls: readonly string[];
}

/** Limits of the images of one page. */
export interface ImageLimits {
  /** The number of images in the article. */
  readonly maxImages: number;
  /** The size of one image, which may have been sent. */
  readonly maxImageBytes: number;
  /** The size of all stored images together. */
  readonly maxTotalBytes: number;
  /** The time for all images together. */
  readonly timeoutMs: number;
  /** Images that are loaded at the same time. */
  readonly parallel: number;
}

/** The limits of the extension, so that the server stores every image that the extension stores. */
export const IMAGE_LIMITS: ImageLimits = {
  maxImages: CAPTURE_LIMITS.maxImages,
  maxImageBytes: CAPTURE_LIMITS.maxImageBytes,
  maxTotalBytes: CAPTURE_LIMITS.maxTotalBytes,
  timeoutMs: CAPTURE_LIMITS.totalTimeoutMs,
  parallel: CAPTURE_LIMITS.parallel,
};

/** The services and limits for loading the images of one page. */
export interface ImageTools {
  readonly files: Pick<PageFiles, 'image'>;
  readonly reader: SharedReader;
  readonly contents: Pick<Storage['contents'], 'bytes'>;
  readonly store: ImageStore;
  readonly limits: ImageLimits;
  /** The page that shows the images. */
  readonly pageUrl: string;
  readonly signal: AbortSignal;
}

/**
 * Loads the images of a page into `tools.store`. An image that cannot be loaded is recorded there as
 * dropped.
 * @throws the reason of `tools.signal`
 */
export async function loadImages(images: PageImages, tools: ImageTools): Promise<void> {
  const { store, limits, signal } = tools;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  for (const url of images.articleUrls.slice(limits.maxImages)) store.drop(url, 'too-many');
  await eachBounded(planImages(images, limits.maxImages), limits.parallel, ([url, uses]) =>
    orDrop(url, store, deadline, async () => {
      const image = await load(url, tools, deadline);
      if (image.ok) await storeFor(uses, image.value, url, store, images.leadWidth);
      else store.drop(url, image.error);
    }),
  );
  signal.throwIfAborted();
  if (store.images.image === undefined) await leadFromArticle(images, tools);
}

/** The purpose of an image. */
type ImageUse = 'icon' | 'lead' | 'article';

/** Lists each address once with all of its uses. The icon and the lead picture come first. */
function planImages(
  { iconUrl, leadUrl, articleUrls }: PageImages,
  maxImages: number,
): ReadonlyMap<string, ReadonlySet<ImageUse>> {
  const plan = new Map<string, Set<ImageUse>>();
  const add = (url: string | null, use: ImageUse) => {
    if (url !== null) plan.set(url, (plan.get(url) ?? new Set()).add(use));
  };
  add(iconUrl, 'icon');
  add(leadUrl, 'lead');
  for (const url of articleUrls.slice(0, maxImages)) add(url, 'article');
  return plan;
}

/** Runs `work`. Drops the image if it can't be decoded or if the deadline has passed. */
async function orDrop(
  url: string,
  store: ImageStore,
  deadline: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof BrokenImage) && !deadline.aborted) throw fault;
    store.drop(url, 'failed');
  }
}

async function load(
  url: string,
  { files, reader, limits, pageUrl }: ImageTools,
  signal: AbortSignal,
): Promise<Result<CheckedImage, ImageDropReason>> {
  const file = await files.image(url, pageUrl, signal);
  if (!file.ok) return err(reasonOf(file.error));
  const { bytes } = file.value;
  return bytes.length > limits.maxImageBytes ? err('too-large') : checkImage(bytes, reader, signal);
}

function reasonOf({ kind }: FileError): ImageDropReason {
  if (kind === 'refused') return 'not-readable';
  if (kind === 'unsupported-type') return 'not-an-image';
  return kind === 'too-large' ? 'too-large' : 'failed';
}

async function storeFor(
  uses: ReadonlySet<ImageUse>,
  image: CheckedImage,
  url: string,
  store: ImageStore,
  leadWidth: number,
): Promise<void> {
  if (uses.has('article')) await store.storeArticleImage(image, url);
  if (uses.has('lead') && canLead(image)) await store.storeLead(image, url, leadWidth);
  if (uses.has('icon')) await store.storeIcon(image, url);
}

/** Uses the first suitable image of the article as the lead picture. */
async function leadFromArticle(
  { articleUrls, leadWidth }: PageImages,
  tools: ImageTools,
): Promise<void> {
  const { store, contents, reader, signal } = tools;
  const files = new Map(store.resources.map((file) => [file.name, file]));
  const first = articleUrls
    .map((url) => files.get(store.fileOf(url)?.name ?? ''))
    .find((file) => file && canLeadFromArticle(file));
  if (first === undefined) return;
  await orDrop(first.url, store, signal, async () => {
    const bytes = await contents.bytes(first.hash);
    const image = bytes && (await checkImage(bytes, reader, signal));
    if (image?.ok) await store.storeLead(image.value, first.url, leadWidth);
  });
}
