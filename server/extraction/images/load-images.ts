import {
  canLead,
  canLeadFromArticle,
  err,
  type ImageDropReason,
  type Result,
} from '../../../src/domain';
import { eachBounded } from '../../../src/domain/each-bounded';
import type { ContentRepository } from '../../storage';
import type { PageFiles } from '../files/get-files';
import type { FileError } from '../files/page-files';
import type { SharedReader } from '../processes/page-reader';
import type { ImageKeeper } from './image-keeper';
import { type ImageLimits, type ImageUse, planImages, type WantedImages } from './image-plan';
import { type SoundImage, soundImage } from './sound-image';
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
): Promise<Result<SoundImage, ImageDropReason>> {
  const file = await files.image(url, pageUrl, signal);
  return file.ok ? soundImage(file.value.bytes, reader, signal) : err(reasonOf(file.error));
}

async function keepFor(
  uses: ReadonlySet<ImageUse>,
  image: SoundImage,
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
    const image = bytes && (await soundImage(bytes, reader, signal));
    if (image?.ok) await keeper.keepLead(image.value, first.url, leadWidth);
  });
}

function reasonOf({ kind }: FileError): ImageDropReason {
  if (kind === 'not-sent' || kind === 'refused') return 'not-readable';
  if (kind === 'unwanted') return 'not-an-image';
  return kind === 'too-large' ? 'too-large' : 'failed';
}
