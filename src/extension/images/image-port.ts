import type { SettledDropReason } from '../../capture/capture';

/** The port that the background opens to `capture-images.js` after the page was saved. */
export const IMAGE_PORT = 'capture-images';

/** The size of a chunk. It is small enough not to block either side. */
export const IMAGE_CHUNK_BYTES = 384 * 1024;

/**
 * Messages from the page, in this order: the chunks of an image, then the image itself. `index` is
 * its position among the wanted images, because a `data:` address is as long as its image.
 */
export type ImageMessage =
  | { readonly kind: 'chunk'; readonly base64: string }
  | {
      readonly kind: 'loaded';
      readonly index: number;
      readonly mimeType: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'dropped'; readonly index: number; readonly reason: SettledDropReason }
  | { readonly kind: 'done' };

/** Message from the background: the image has arrived, send the next. */
export type ImageRequest = { readonly kind: 'next' };

/** Encodes bytes as base64, because Chromium's ports carry JSON only. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In slices, because each byte becomes an argument of the call.
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}

/** Decodes base64; null if the text is invalid. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
