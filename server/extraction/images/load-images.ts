import { IMAGE_LIMITS as CAPTURE_LIMITS } from '../../../src/capture';
import { canLead, canLeadFromArticle, type ImageDropReason } from '../../../src/domain/article';
import { eachBounded } from '../../../src/domain/each-bounded';
import { err, type Result } from '../../../src/domain/result';
import type { Storage } from '../../storage';
import type { FileError, PageFiles } from '../page-files';
import type { SharedReader } from '../page-reader';
import { type CheckedImage, checkImage, MAX_DECODED_PIXELS } from './check-image';
import type { ImageStore } from './image-store';
import { BrokenImage, type DecodingTurn } from './stored-image';

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
export const DOWNLOAD_LIMITS: ImageLimits = {
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
  /** The user whose turn it is to decode. */
  readonly user: string;
  readonly signal: AbortSignal;
}

/**
 * Loads the images of a page into `tools.store`. An image that cannot be loaded is recorded there as
 * dropped.
 * @throws the reason of `tools.signal`
 */
export async function loadImages(images: PageImages, tools: ImageTools): Promise<void> {
  const { store, limits, signal, user } = tools;
  const pixels = new PixelBudget();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  for (const url of images.articleUrls.slice(limits.maxImages)) store.drop(url, 'too-many');
  await eachBounded(planImages(images, limits.maxImages), limits.parallel, ([url, uses]) =>
    orDrop(url, store, deadline, async () => {
      const image = await load(url, tools, deadline);
      if (!image.ok) return store.drop(url, image.error);
      const turn = { user, lane: 'background', signal: deadline } as const;
      const work = { store, pixels, turn, leadWidth: images.leadWidth };
      return storeFor(uses, image.value, url, work);
    }),
  );
  signal.throwIfAborted();
  if (store.images.image === undefined) await leadFromArticle(images, tools, pixels);
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

interface StoreWork {
  readonly store: ImageStore;
  readonly pixels: PixelBudget;
  readonly turn: DecodingTurn;
  readonly leadWidth: number;
}

async function storeFor(
  uses: ReadonlySet<ImageUse>,
  image: CheckedImage,
  url: string,
  { store, pixels, turn, leadWidth }: StoreWork,
): Promise<void> {
  const isLead = uses.has('lead') && canLead(image);
  const isIcon = uses.has('icon');
  // An article has drawings as they are, so they are decoded only for previews.
  const isUndecoded = image.type === 'image/svg+xml' && !isLead && !isIcon;
  const mayDecode = isUndecoded || pixels.take(image);
  const isStored = uses.has('article') && (mayDecode || image.type === 'image/svg+xml');
  if (isStored) await store.storeArticleImage(image, url, turn);
  else if (!mayDecode) store.drop(url, 'too-many');
  if (!mayDecode) return;
  if (isLead) await store.storeLead(image, url, leadWidth, turn);
  if (isIcon) await store.storeIcon(image, url, turn);
}

/**
 * The pixels that are decoded for one page: 250 screenshots, or 40 photos of a good camera. Each byte
 * of an image adds some, so that only pages of small files with many pixels reach the limit.
 */
class PixelBudget {
  #left = 500_000_000;

  /** Returns false when an image would exceed the budget. */
  take({ bytes, cost }: CheckedImage): boolean {
    const left = this.#left + bytes.length * PIXELS_FOR_BYTE - cost;
    if (cost > MAX_DECODED_PIXELS || left < 0) return false;
    this.#left = left;
    return true;
  }
}

const PIXELS_FOR_BYTE = 40;

/** Uses the first suitable image of the article as the lead picture. */
async function leadFromArticle(
  { articleUrls, leadWidth }: PageImages,
  { store, contents, reader, signal, user }: ImageTools,
  pixels: PixelBudget,
): Promise<void> {
  const files = new Map(store.resources.map((file) => [file.name, file]));
  const first = articleUrls
    .map((url) => files.get(store.fileOf(url)?.name ?? ''))
    .find((file) => file && canLeadFromArticle(file));
  if (first === undefined) return;
  await orDrop(first.url, store, signal, async () => {
    const bytes = await contents.bytes(first.hash);
    const image = bytes && (await checkImage(bytes, reader, signal));
    if (!image?.ok || !pixels.take(image.value)) return;
    await store.storeLead(image.value, first.url, leadWidth, { user, lane: 'background', signal });
  });
}
