import { fileTitleOf } from '../../src/domain';
import { NOTHING } from './extraction';
import type { PageFile } from './files/page-files';
import { ImageKeeper, PHOTO_WIDTH } from './images/image-keeper';
import { IMAGE_LIMITS } from './images/image-plan';
import { soundImage } from './images/sound-image';
import { BrokenImage } from './images/stored-image';
import { errorMessage } from './messages';
import { describedByName, type Unlogged, type Work } from './work';

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
  const image = await soundImage(bytes, reader, signal);
  if (!image.ok) return false;
  try {
    await keeper.keepLead(image.value, url, PHOTO_WIDTH);
    return true;
  } catch (fault) {
    if (fault instanceof BrokenImage) return false;
    throw fault;
  }
}
