import type { ArticleImage, AssetHash } from '../../domain';

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
  /** Shows what is kept by now; what has not changed is not touched. */
  update(images: readonly ArticleImage[], blobs: ReadonlyMap<AssetHash, Blob>): void;
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

  function objectUrl(hash: AssetHash, blob: Blob): string {
    const known = objectUrls.get(hash);
    if (known) return known;
    const made = URL.createObjectURL(blob);
    objectUrls.set(hash, made);
    return made;
  }

  function show(slot: Slot, state: string, draw: () => HTMLElement): void {
    if (slot.state === state) return;
    const next = draw();
    slot.shown.replaceWith(next);
    slot.shown = next;
    slot.state = state;
  }

  return {
    update(images, blobs) {
      const byUrl = new Map(images.map((image) => [image.url, image]));
      for (const slot of slots) {
        const known = byUrl.get(slot.url);
        const blob = known?.hash && blobs.get(known.hash);
        if (known?.hash && blob) {
          const { hash, width, height } = known;
          show(slot, hash, () => fill(slot.image, objectUrl(hash, blob), width, height));
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
