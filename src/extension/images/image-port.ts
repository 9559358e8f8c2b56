import type { SettledDropReason } from '../../capture/capture';

/** The port that the background opens to `capture-images.js` once the page is saved. */
export const IMAGE_PORT = 'capture-images';

/** Bytes a message carries: small enough that neither side stands still over one. */
export const CHUNK_BYTES = 384 * 1024;

/**
 * From the page, in this order: the chunks of an image, then the image they are of. `index` is its
 * place among the wanted ones: a `data:` address is as long as its image.
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

/** From the background: the image is there, the next may come. */
export type ImageRequest = { readonly kind: 'next' };

/** Bytes as base64: Chromium's ports carry JSON alone. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In slices, as each byte becomes an argument of the call.
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}

/** The bytes again; null when it is not base64. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
