import { CANVAS_MARK } from '../elements';

/** In px. Smaller canvases are charts of one line. */
const MIN_WIDTH = 100;
const MIN_HEIGHT = 60;
const MAX_CANVAS_PIXELS = 4_000_000;
/** Length of a data address in characters. */
const MAX_CANVAS_URL_LENGTH = 3_000_000;
const MAX_CANVASES = 8;

/**
 * A one-pixel placeholder image, used until it is known whether the article contains the canvas.
 */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Replaces the copy of a canvas by a placeholder image and adds `canvas` to `canvases`. */
export function markCanvas(
  copy: Element,
  canvas: HTMLCanvasElement,
  canvases: HTMLCanvasElement[],
): void {
  const { width, height } = canvas;
  if (width < MIN_WIDTH || height < MIN_HEIGHT || width * height > MAX_CANVAS_PIXELS) return;
  const image = copy.ownerDocument.createElement('img');
  image.setAttribute('src', DOT);
  image.setAttribute(CANVAS_MARK, String(canvases.push(canvas) - 1));
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  image.setAttribute('alt', copy.getAttribute('aria-label') ?? copy.textContent?.trim() ?? '');
  copy.replaceWith(image);
}

/**
 * Replaces the placeholders that are left in the article by images of their canvases. A canvas that
 * the page may not read is left out.
 */
export function drawCanvases(
  article: DocumentFragment,
  canvases: readonly HTMLCanvasElement[],
): void {
  let drawn = 0;
  for (const image of article.querySelectorAll(`img[${CANVAS_MARK}]`)) {
    const canvas = canvases[Number(image.getAttribute(CANVAS_MARK))];
    image.removeAttribute(CANVAS_MARK);
    if (canvas === undefined) continue;
    const url = drawn < MAX_CANVASES ? draw(canvas) : null;
    if (url === null) image.remove();
    else {
      image.setAttribute('src', url);
      drawn += 1;
    }
  }
}

function draw(canvas: HTMLCanvasElement): string | null {
  try {
    const url = canvas.toDataURL('image/png');
    return url.startsWith('data:image/') && url.length <= MAX_CANVAS_URL_LENGTH ? url : null;
  } catch {
    // An image of another origin tainted the canvas, so not even the page may read it.
    return null;
  }
}
