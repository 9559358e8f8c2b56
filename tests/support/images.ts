/** The first bytes of images, enough to detect type and size. */

const bytesOf = (...parts: (string | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((character) => character.charCodeAt(0)) : part,
    ),
  );

const be = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => (value >>> (8 * (length - 1 - index))) & 0xff);
const le = (value: number, length: number): number[] => be(value, length).reverse();

export const png = (width: number, height: number) =>
  bytesOf('\x89PNG\r\n\x1a\n', be(13, 4), 'IHDR', be(width, 4), be(height, 4), [8, 6, 0, 0, 0]);

export const gif = (width: number, height: number) =>
  bytesOf('GIF89a', le(width, 2), le(height, 2), [0, 0, 0]);

/** Has a segment before the frame header, as cameras write it, and padding. */
export const jpeg = (width: number, height: number) =>
  bytesOf(
    [0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4, 0xff, 0xff, 0xc4, 0, 2],
    [0xff, 0xc2, 0, 17, 8, ...be(height, 2), ...be(width, 2), 3],
  );

const webp = (format: string, ...parts: (string | readonly number[])[]) =>
  bytesOf('RIFF', le(100, 4), 'WEBP', format, le(80, 4), ...parts, le(0, 4));

export const webpLossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a], le(width, 2), le(height, 2));

export const webpLossless = (width: number, height: number) =>
  webp('VP8L', [0x2f], le((width - 1) | ((height - 1) << 14), 4));

export const webpExtended = (width: number, height: number) =>
  webp('VP8X', le(0, 4), le(width - 1, 3), le(height - 1, 3));

const ispe = (width: number, height: number) => ['ispe', be(0, 4), be(width, 4), be(height, 4)];

export const avif = (width: number, height: number) =>
  bytesOf(be(28, 4), 'ftypavif', be(0, 4), 'avifmif1', ...ispe(160, 90), ...ispe(width, height));

export const icon = (width: number, height: number) =>
  bytesOf([0, 0, 1, 0, 1, 0, width % 256, height % 256, 0, 0]);

export const svg = (inner: string, attributes = 'viewBox="0 0 40 30"') =>
  new TextEncoder().encode(
    `<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`,
  );
