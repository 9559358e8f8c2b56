import { IMAGE_LIMITS as CAPTURE_LIMITS } from '../../../src/capture';
import {
  canLead,
  canLeadFromArticle,
  err,
  type ImageDropReason,
  type Result,
} from '../../../src/domain';
import { eachBounded } from '../../../src/domain/each-bounded';
import type { ContentRepository } from '../../storage';
import type { FileError, PageFiles } from '../page-files';
import type { SharedReader } from '../processes/page-reader';
import { type CheckedImage, checkImage } from './check-image';
import type { ImageKeeper } from './image-keeper';
import { BrokenImage } from './stored-image';

/** Where images come from and go to. */
export interface ImageTools {
  readonly files: Pick<PageFiles, 'image'>;
  readonly reader: SharedReader;
  readonly contents: Pick<ContentRepository, 'bytes'>;
  readonly keeper: ImageKeeper;
  readonly limits: ImageLimits;
  /** The page that shows them. */
  readonly pageUrl: string;
  /** Ends it: the promise then rejects with the reason. */
  readonly signal: AbortSignal;
}

/** Gets the images of a page and keeps them. What can't be had is noted, and is no failure. */
export async function loadImages(wanted: WantedImages, tools: ImageTools): Promise<void> {
  const { keeper, limits, signal } = tools;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  for (const url of wanted.articleUrls.slice(limits.maxImages)) keeper.drop(url, 'too-many');
  await eachBounded(planImages(wanted, limits.maxImages), limits.parallel, ([url, uses]) =>
    orDrop(url, keeper, deadline, async () => {
      const image = await load(url, tools, deadline);
      if (image.ok) await keepFor(uses, image.value, url, keeper, wanted.leadWidth);
      else keeper.drop(url, image.error);
    }),
  );
  signal.throwIfAborted();
  if (keeper.images.image === undefined) await leadFromArticle(wanted, tools);
}

/** Does `work`; the image is dropped when it can't be decoded, or the time for all is up. */
async function orDrop(
  url: string,
  keeper: ImageKeeper,
  deadline: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof BrokenImage) && !deadline.aborted) throw fault;
    keeper.drop(url, 'failed');
  }
}

async function load(
  url: string,
  { files, reader, pageUrl }: ImageTools,
  signal: AbortSignal,
): Promise<Result<CheckedImage, ImageDropReason>> {
  const file = await files.image(url, pageUrl, signal);
  return file.ok ? checkImage(file.value.bytes, reader, signal) : err(reasonOf(file.error));
}

async function keepFor(
  uses: ReadonlySet<ImageUse>,
  image: CheckedImage,
  url: string,
  keeper: ImageKeeper,
  leadWidth: number,
): Promise<void> {
  if (uses.has('article')) await keeper.keepArticleImage(image, url);
  if (uses.has('lead') && canLead(image)) await keeper.keepLead(image, url, leadWidth);
  if (uses.has('icon')) await keeper.keepIcon(image, url);
}

/** A page that names no picture of itself has the first one of its article. */
async function leadFromArticle(
  { articleUrls, leadWidth }: WantedImages,
  tools: ImageTools,
): Promise<void> {
  const { keeper, contents, reader, signal } = tools;
  const files = new Map(keeper.resources.map((file) => [file.name, file]));
  const first = articleUrls
    .map((url) => files.get(keeper.fileOf(url)?.name ?? ''))
    .find((file) => file && canLeadFromArticle(file));
  if (first === undefined) return;
  await orDrop(first.url, keeper, signal, async () => {
    const bytes = await contents.bytes(first.hash);
    const image = bytes && (await checkImage(bytes, reader, signal));
    if (image?.ok) await keeper.keepLead(image.value, first.url, leadWidth);
  });
}

function reasonOf({ kind }: FileError): ImageDropReason {
  if (kind === 'not-sent' || kind === 'refused') return 'not-readable';
  if (kind === 'unwanted') return 'not-an-image';
  return kind === 'too-large' ? 'too-large' : 'failed';
}

/** How much of a page's images is kept. */
export interface ImageLimits {
  /** Of the article. */
  readonly maxImages: number;
  /** Of all of them together, as they are kept. */
  readonly maxTotalBytes: number;
  readonly timeoutMs: number;
  readonly parallel: number;
}

export const IMAGE_LIMITS: ImageLimits = {
  // As much as the extension keeps: what it has is kept here too.
  maxImages: CAPTURE_LIMITS.maxImages,
  maxTotalBytes: CAPTURE_LIMITS.maxTotalBytes,
  timeoutMs: CAPTURE_LIMITS.totalTimeoutMs,
  parallel: CAPTURE_LIMITS.parallel,
};

/** The images of a page, by address; null and none where it has none. */
export interface WantedImages {
  readonly iconUrl: string | null;
  /** The picture that stands for the page. */
  readonly leadUrl: string | null;
  /** Its greatest width, in pixels. */
  readonly leadWidth: number;
  /** Those of the article, in order, each once. */
  readonly articleUrls: readonly string[];
}

/** What an image is for. */
export type ImageUse = 'icon' | 'lead' | 'article';

/** Each address once, most wanted first, with all that it is for. */
export function planImages(
  { iconUrl, leadUrl, articleUrls }: WantedImages,
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
