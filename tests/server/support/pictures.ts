import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';

/** Returns a picture of one colour. With `isClear`, half of it is transparent. */
export const picture = (
  format: Format,
  width: number,
  height: number,
  { isClear = false } = {},
): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 4,
      background: { r: 20, g: 120, b: 60, alpha: isClear ? 0.5 : 1 },
    },
  })
    .toFormat(format)
    .toBuffer();

/** Returns the width, height and format of an image. */
export async function sizeOf(bytes: Uint8Array): Promise<readonly [number, number, string]> {
  const { width, height, format } = await sharp(bytes).metadata();
  return [width, height, format];
}

/** Returns a PNG whose header states this size. */
export function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a valid GIF of 35 bytes that states this size. Decoding it takes half a second for 49 million pixels. */
export function tinyGif(width: number, height: number): Uint8Array {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const palette = [0, 0, 0, 255, 255, 255];
  const image = [0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0];
  return Uint8Array.from([
    ...Buffer.from('GIF89a'),
    ...size,
    0x80,
    0,
    0,
    ...palette,
    ...image,
    0x3b,
  ]);
}
