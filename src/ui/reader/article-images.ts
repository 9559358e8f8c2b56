import type { ArticleImage } from '../../domain/article';
import type { AssetHash } from '../../domain/bookmark';
import { IMAGE_DROP_TEXTS } from '../messages';
import { t } from '../strings';

interface DroppedImage {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** null when the article has no information about the image. */
  readonly reason: Extract<ArticleImage, { hash: null }>['reason'] | null;
  /** True inside a link, where no other link or button is allowed. */
  readonly isInLink: boolean;
}

/** An `<img>` of the article and the element that currently replaces it. */
interface Slot {
  readonly image: HTMLImageElement;
  readonly url: string;
  shown: HTMLElement;
  /** Identifies what `shown` was made from. */
  state: string;
}

/**
 * Removes the addresses of all images in `body`, which must not be in the document yet, so that
 * nothing is loaded from the network. `update` then sets the copies of the library, and
 * `drawPlaceholder` the replacement for an image that is not stored.
 */
export function createArticleImages(
  body: ParentNode,
  drawPlaceholder: (image: DroppedImage) => HTMLElement,
) {
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
    /** Returns true when the bytes of an image have been loaded. */
    has: (hash: AssetHash) => objectUrls.has(hash),
    /**
     * Shows the images that are stored and leaves unchanged ones alone. `blobs` has the new ones
     * since the last call. `isComplete` is true when no more will follow: an image without a blob is
     * not stored then.
     */
    update(
      images: readonly ArticleImage[],
      blobs: ReadonlyMap<AssetHash, Blob>,
      isComplete: boolean,
    ) {
      for (const [hash, blob] of blobs) {
        if (!objectUrls.has(hash)) objectUrls.set(hash, URL.createObjectURL(blob));
      }
      const byUrl = new Map(images.map((image) => [image.url, image]));
      for (const slot of slots) {
        const known = byUrl.get(slot.url);
        const { hash = null, width = null, height = null } = known ?? {};
        const objectUrl = hash && objectUrls.get(hash);
        if (hash && objectUrl) {
          show(slot, hash, () => fill(slot.image, objectUrl, width, height));
        } else if (hash && !isComplete) {
          if (!width || !height) continue;
          const empty = emptyPicture(width, height);
          show(slot, `${hash} to come`, () => fill(slot.image, empty, width, height));
        } else {
          const reason = known?.hash === null ? known.reason : null;
          show(slot, reason ?? 'unknown', () => drawPlaceholder(dropped(slot, reason)));
        }
      }
    },
    /** Frees the images' memory. */
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

/**
 * Returns an empty image of that size. Without it, browsers size an image by its alternative text.
 */
const emptyPicture = (width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;

/** Width and height reserve the space, so that nothing moves when the image is decoded. */
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

/** An image up to this size is a symbol in the text, such as a flag. Its alternative text replaces it. */
const MAX_SYMBOL_PX = 48;

/** Reasons that *Keep all images* can resolve. */
const CAN_BE_FETCHED: ReadonlySet<DroppedImage['reason']> = new Set([
  'not-readable',
  'failed',
  'released',
]);

/**
 * Draws the replacement for an image that is not stored: its alternative text, the reason, a link
 * to the image and, where it helps, *Keep all images*. One inline element per image keeps the
 * reading places valid.
 */
export function drawPlaceholder(
  image: DroppedImage,
  onKeepImages: (() => void) | undefined,
): HTMLElement {
  const reason = t(image.reason ? IMAGE_DROP_TEXTS[image.reason] : 'imageUnknown');
  if (isSymbol(image)) return drawSymbol(image, reason);
  const box = element('span', 'image-missing');
  if (image.alt) box.append(element('span', 'image-missing-alt', image.alt));
  box.append(inOurWords(element('span', 'image-missing-reason', reason)));
  if (!image.isInLink) box.append(drawActions(image, onKeepImages));
  return box;
}

/** True for the replacement of an image, whose words are not those of the article. */
export const isPlaceholder = ({ classList }: Element): boolean =>
  classList.contains('image-missing') || classList.contains('image-missing-sign');

function drawActions(image: DroppedImage, onKeepImages: (() => void) | undefined): HTMLElement {
  const actions = inOurWords(element('span', 'image-missing-actions'));
  if (/^https?:/i.test(image.url)) {
    const link = element('a', '', t('imageOpen'));
    link.href = image.url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    actions.append(link);
  }
  if (onKeepImages && CAN_BE_FETCHED.has(image.reason)) {
    const button = element('button', 'button', t('imagesKeepAll'));
    button.type = 'button';
    button.addEventListener('click', onKeepImages);
    actions.append(button);
  }
  return actions;
}

/** The article may have another language and text direction. */
function inOurWords<Made extends HTMLElement>(made: Made): Made {
  made.lang = t('language');
  made.dir = t('direction');
  return made;
}

const isSymbol = ({ width, height }: DroppedImage): boolean =>
  width !== null && height !== null && Math.max(width, height) <= MAX_SYMBOL_PX;

function drawSymbol(image: DroppedImage, reason: string): HTMLElement {
  const symbol = element('span', 'image-missing-sign', image.alt);
  symbol.title = reason;
  return symbol;
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
