import type { ArticleImage, AssetHash, ImageDropReason } from '../../domain';
import { type PlainKey, t } from '../strings';

/** Draws what stands where an image is not kept. */
export type DrawPlaceholder = (image: DroppedImage) => HTMLElement;

export interface DroppedImage {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** null when the article knows nothing of the image. */
  readonly reason: Extract<ArticleImage, { hash: null }>['reason'] | null;
  /** Inside a link, where no other link or button may be. */
  readonly isInLink: boolean;
}

/** An `<img>` of the article, and what stands in its place now. */
interface Slot {
  readonly image: HTMLImageElement;
  readonly url: string;
  shown: HTMLElement;
  /** What `shown` was made from. */
  state: string;
}

export interface ArticleImages {
  /**
   * Shows the images that are kept by now and leaves unchanged ones alone. `blobs` are the new ones since
   * the last call. `isComplete` says that no more will come: an image without a blob is not kept.
   */
  update(
    images: readonly ArticleImage[],
    blobs: ReadonlyMap<AssetHash, Blob>,
    isComplete: boolean,
  ): void;
  /** True when the bytes of an image have arrived. */
  has(hash: AssetHash): boolean;
  /** Frees the images' memory. */
  dispose(): void;
}

/**
 * Takes the addresses off the images of `body`, which must not be in the document yet: nothing is
 * loaded from the network. `update` then gives them the library's copies.
 */
export function createArticleImages(
  body: ParentNode,
  drawPlaceholder: DrawPlaceholder,
): ArticleImages {
  const slots = [...body.querySelectorAll('img')].map(takeAddress);
  const objectUrls = new Map<AssetHash, string>();

  function show(slot: Slot, state: string, draw: () => HTMLElement): void {
    if (slot.state === state) return;
    const next = draw();
    slot.shown.replaceWith(next);
    slot.shown = next;
    slot.state = state;
  }

  return {
    has: (hash) => objectUrls.has(hash),
    update(images, blobs, isComplete) {
      for (const [hash, blob] of blobs) {
        if (!objectUrls.has(hash)) objectUrls.set(hash, URL.createObjectURL(blob));
      }
      const byUrl = new Map(images.map((image) => [image.url, image]));
      for (const slot of slots) {
        const known = byUrl.get(slot.url);
        const objectUrl = known?.hash ? objectUrls.get(known.hash) : undefined;
        if (known?.hash && objectUrl !== undefined) {
          const { hash, width, height } = known;
          show(slot, hash, () => fill(slot.image, objectUrl, width, height));
        } else if (known?.hash && !isComplete) {
          const { hash, width, height } = known;
          if (width && height) {
            show(slot, `${hash} to come`, () =>
              fill(slot.image, emptyPicture(width, height), width, height),
            );
          }
        } else {
          const reason = known?.hash === null ? known.reason : null;
          show(slot, reason ?? 'unknown', () => drawPlaceholder(dropped(slot, reason)));
        }
      }
    },
    dispose() {
      for (const url of objectUrls.values()) URL.revokeObjectURL(url);
      objectUrls.clear();
    },
  };
}

function takeAddress(image: HTMLImageElement): Slot {
  const url = image.getAttribute('src') ?? '';
  for (const name of ['src', 'srcset', 'sizes', 'loading']) image.removeAttribute(name);
  return { image, url, shown: image, state: '' };
}

/** An empty picture of that size. Without one, browsers size an image by its alternative text. */
const emptyPicture = (width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;

/** Width and height reserve the room, so that nothing jumps when the image is decoded. */
function fill(
  image: HTMLImageElement,
  src: string,
  width: number | null,
  height: number | null,
): HTMLImageElement {
  if (width && height && !(image.hasAttribute('width') && image.hasAttribute('height'))) {
    image.width = width;
    image.height = height;
  }
  image.decoding = 'async';
  image.src = src;
  return image;
}

function dropped(slot: Slot, reason: DroppedImage['reason']): DroppedImage {
  const { image, url } = slot;
  return {
    url,
    alt: image.alt.trim(),
    width: Number(image.getAttribute('width')) || null,
    height: Number(image.getAttribute('height')) || null,
    reason,
    isInLink: slot.shown.closest('a') !== null,
  };
}

const REASONS: Readonly<Record<ImageDropReason, PlainKey>> = {
  'not-readable': 'imageNotReadable',
  'too-many': 'imageTooMany',
  'too-large': 'imageTooLarge',
  'not-an-image': 'imageNotAnImage',
  failed: 'imageFailed',
  quota: 'imageQuota',
  pending: 'imagePending',
};

/** Smaller ones are signs in the text (a flag, a bullet): their words alone take their place. */
const SIGN_SIZE_PX = 48;

/** Reasons that *Keep all images* can help with. */
const CAN_BE_FETCHED: ReadonlySet<DroppedImage['reason']> = new Set(['not-readable', 'failed']);

/**
 * What stands where an image is not kept: its words, the reason, a link to the image and, where it
 * would help, *Keep all images*. One inline element for one image, so that places in the text stay.
 */
export function drawPlaceholder(image: DroppedImage, onKeepImages: () => void): HTMLElement {
  const reason = t(image.reason ? REASONS[image.reason] : 'imageUnknown');
  if (isSign(image)) return drawSign(image, reason);
  const box = element('span', 'image-missing');
  if (image.alt) box.append(element('span', 'image-missing-alt', image.alt));
  box.append(inOurWords(element('span', 'image-missing-reason', reason)));
  if (!image.isInLink) box.append(drawActions(image, onKeepImages));
  return box;
}

function drawActions(image: DroppedImage, onKeepImages: () => void): HTMLElement {
  const actions = inOurWords(element('span', 'image-missing-actions'));
  if (/^https?:/i.test(image.url)) {
    const link = element('a', '', t('imageOpen'));
    link.href = image.url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    actions.append(link);
  }
  if (CAN_BE_FETCHED.has(image.reason)) {
    const button = element('button', 'button', t('imagesKeepAll'));
    button.type = 'button';
    button.addEventListener('click', onKeepImages);
    actions.append(button);
  }
  return actions;
}

/** The article may be in another language, and run the other way. */
function inOurWords<Made extends HTMLElement>(made: Made): Made {
  made.lang = t('language');
  made.dir = t('direction');
  return made;
}

const isSign = ({ width, height }: DroppedImage): boolean =>
  width !== null && height !== null && Math.max(width, height) <= SIGN_SIZE_PX;

function drawSign(image: DroppedImage, reason: string): HTMLElement {
  const sign = element('span', 'image-missing-sign', image.alt);
  sign.title = reason;
  return sign;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
