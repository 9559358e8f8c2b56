import { createHash } from 'node:crypto';
import { encodeShortId } from '../../../src/contract';
import type { ImageDropReason } from '../../../src/domain';
import type {
  BookmarkImage,
  BookmarkImages,
  ContentRepository,
  ResourceKind,
  ResourceRow,
} from '../../storage';
import type { CheckedImage } from './check-image';
import { embedded, preview, type StoredImage } from './stored-image';

// In pixels (protocol.md section 6).
const ICON_SIDE = 64;
const THUMBNAIL_WIDTH = 380;
export const IMAGE_WIDTH = 800;
/** Of a bookmark that is a picture. */
export const PHOTO_WIDTH = 1536;

/** Keeps the images of one bookmark: their bytes now, their rows when the bookmark is written. */
export class ImageKeeper {
  readonly #contents: Pick<ContentRepository, 'keepBlob'>;
  readonly #maxBytes: number;
  readonly #resources: ResourceRow[] = [];
  readonly #files = new Map<string, BookmarkImage>();
  readonly #dropped = new Map<string, ImageDropReason>();
  #images: BookmarkImages = {};
  #bytes = 0;

  constructor(contents: Pick<ContentRepository, 'keepBlob'>, maxBytes: number) {
    this.#contents = contents;
    this.#maxBytes = maxBytes;
  }

  get resources(): readonly ResourceRow[] {
    return this.#resources;
  }

  get images(): BookmarkImages {
    return this.#images;
  }

  /** Why images were not kept, by address. */
  get dropped(): ReadonlyMap<string, ImageDropReason> {
    return this.#dropped;
  }

  /** The file of an image of the article; null when it is not kept. */
  readonly fileOf = (url: string): BookmarkImage | null => this.#files.get(url) ?? null;

  drop(url: string, reason: ImageDropReason): void {
    this.#dropped.set(url, reason);
  }

  /** Keeps an image of the article. */
  async keepArticleImage(image: CheckedImage, url: string): Promise<void> {
    const stored = await embedded(image);
    const name = embeddedName(url, stored.contentType);
    const { width, height } = stored;
    if (await this.#keep(stored, name, 'embedded', url)) {
      this.#files.set(url, { name, width, height });
    }
  }

  /** Keeps the picture that stands for the bookmark, in both sizes. */
  async keepLead(image: CheckedImage, url: string, width: number): Promise<void> {
    const whole = await this.#keepNamed(await preview(image, { width }), 'image', url);
    const small = await this.#keepNamed(
      await preview(image, { width: THUMBNAIL_WIDTH }),
      'thumbnail',
      url,
    );
    if (whole && small) this.#images = { ...this.#images, image: whole, thumbnail: small };
  }

  async keepIcon(image: CheckedImage, url: string): Promise<void> {
    const isOld = image.type === 'image/x-icon';
    const stored: StoredImage = isOld
      ? { ...image, contentType: image.type }
      : await preview(image, { width: ICON_SIDE, height: ICON_SIDE }, true);
    const icon = await this.#keepNamed(stored, 'icon', url);
    if (icon) this.#images = { ...this.#images, icon };
  }

  async #keepNamed(
    stored: StoredImage,
    kind: Exclude<ResourceKind, 'embedded'>,
    url: string,
  ): Promise<BookmarkImage | null> {
    const name = imageName(kind, stored.contentType);
    const isKept = await this.#keep(stored, name, kind, url);
    return isKept ? { name, width: stored.width, height: stored.height } : null;
  }

  /** false: there was no room left. */
  async #keep(
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
    const hash = await this.#contents.keepBlob(bytes);
    // What came with the page is no address to be asked again.
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

/** The file name of an image inside an article, from its address alone (protocol.md section 11). */
export const embeddedName = (url: string, contentType: string): string =>
  imageName(
    encodeShortId(createHash('sha256').update(url).digest().subarray(0, ID_BYTES)),
    contentType,
  );

/** The media type that the ending of a name says; undefined when `imageName` gives no such ending. */
export const typeOfImageName = (name: string): string | undefined =>
  Object.keys(ENDINGS).find((type) => name.endsWith(`.${ENDINGS[type]}`));

/** A name with the ending of its type. */
export const imageName = (name: string, contentType: string): string =>
  `${name}.${ENDINGS[contentType] ?? 'bin'}`;
