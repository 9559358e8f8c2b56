import { createHash } from 'node:crypto';
import { encodeShortId } from '../../../src/contract';
import type { ImageDropReason } from '../../../src/domain/article';
import type {
  BookmarkImage,
  BookmarkImages,
  ResourceKind,
  ResourceRow,
  Storage,
} from '../../storage';
import type { CheckedImage } from './check-image';
import { type DecodingTurn, embedded, preview, type StoredImage } from './stored-image';

// All sizes are in pixels (protocol.md section 6).
const ICON_SIDE = 64;
const THUMBNAIL_WIDTH = 380;
export const IMAGE_WIDTH = 800;
/** The width for a bookmark that is a picture. */
export const PHOTO_WIDTH = 1536;

/**
 * Stores the images of one bookmark. Writes their bytes at once and collects their rows, which are
 * written with the bookmark.
 */
export class ImageStore {
  readonly #contents: Pick<Storage['contents'], 'storeBlob'>;
  readonly #maxBytes: number;
  readonly #resources: ResourceRow[] = [];
  readonly #files = new Map<string, BookmarkImage>();
  readonly #dropped = new Map<string, ImageDropReason>();
  #images: BookmarkImages = {};
  #bytes = 0;

  constructor(contents: Pick<Storage['contents'], 'storeBlob'>, maxBytes: number) {
    this.#contents = contents;
    this.#maxBytes = maxBytes;
  }

  get resources(): readonly ResourceRow[] {
    return this.#resources;
  }

  get images(): BookmarkImages {
    return this.#images;
  }

  /** The reasons why images were not stored, by address. */
  get dropped(): ReadonlyMap<string, ImageDropReason> {
    return this.#dropped;
  }

  /** Returns the file of an image of the article; null when it is not stored. */
  readonly fileOf = (url: string): BookmarkImage | null => this.#files.get(url) ?? null;

  drop(url: string, reason: ImageDropReason): void {
    this.#dropped.set(url, reason);
  }

  async storeArticleImage(image: CheckedImage, url: string, turn: DecodingTurn): Promise<void> {
    const stored = await embedded(image, turn);
    const name = embeddedName(url, stored.contentType);
    const { width, height } = stored;
    if (await this.#store(stored, name, 'embedded', url)) {
      this.#files.set(url, { name, width, height });
    }
  }

  /** Stores the picture that stands for the bookmark, and its thumbnail. */
  async storeLead(
    image: CheckedImage,
    url: string,
    width: number,
    turn: DecodingTurn,
  ): Promise<void> {
    const whole = await this.#storeNamed(await preview(image, { width }, turn), 'image', url);
    const small = await this.#storeNamed(
      await preview(image, { width: THUMBNAIL_WIDTH }, turn),
      'thumbnail',
      url,
    );
    if (whole && small) this.#images = { ...this.#images, image: whole, thumbnail: small };
  }

  async storeIcon(image: CheckedImage, url: string, turn: DecodingTurn): Promise<void> {
    const isOld = image.type === 'image/x-icon';
    const stored: StoredImage = isOld
      ? { ...image, contentType: image.type }
      : await preview(image, { width: ICON_SIDE, height: ICON_SIDE }, turn, true);
    const icon = await this.#storeNamed(stored, 'icon', url);
    if (icon) this.#images = { ...this.#images, icon };
  }

  async #storeNamed(
    stored: StoredImage,
    kind: Exclude<ResourceKind, 'embedded'>,
    url: string,
  ): Promise<BookmarkImage | null> {
    const name = imageName(kind, stored.contentType);
    const isStored = await this.#store(stored, name, kind, url);
    return isStored ? { name, width: stored.width, height: stored.height } : null;
  }

  /** Returns false when the image would exceed the total size. */
  async #store(
    { bytes, contentType, width, height }: StoredImage,
    name: string,
    kind: ResourceKind,
    url: string,
  ): Promise<boolean> {
    const sizeBytes = bytes.byteLength;
    if (this.#bytes + sizeBytes > this.#maxBytes) {
      this.drop(url, 'too-many');
      return false;
    }
    this.#bytes += sizeBytes;
    const hash = await this.#contents.storeBlob(bytes);
    // A `data:` address is the whole image, which is stored already.
    const from = url.startsWith('data:') ? '' : url;
    this.#resources.push({ name, kind, contentType, url: from, width, height, hash, sizeBytes });
    return true;
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
};
const ID_BYTES = 16;

/** Returns the file name of an image inside an article (protocol.md section 11). */
const embeddedName = (url: string, contentType: string): string =>
  imageName(
    encodeShortId(createHash('sha256').update(url).digest().subarray(0, ID_BYTES)),
    contentType,
  );

/** Returns the media type for the ending of a name; undefined when `imageName` never uses it. */
export const typeOfImageName = (name: string): string | undefined =>
  Object.keys(ENDINGS).find((type) => name.endsWith(`.${ENDINGS[type]}`));

/** Adds the ending of a media type to a name. */
const imageName = (name: string, contentType: string): string =>
  `${name}.${ENDINGS[contentType] ?? 'bin'}`;
