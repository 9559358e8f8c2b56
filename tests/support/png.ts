import { crc32, deflateSync } from 'node:zlib';

/** Fast compression: the images of browser tests are large, simple and many. */
const LEVEL = 2;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Encodes `pixels` (red, green, blue; row by row) as PNG.
 * @see https://www.w3.org/TR/png-3/
 */
export function png(pixels: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits per channel, RGB, not interlaced.
  const rowBytes = width * 3;
  // Each row starts with its filter type; 0 means none.
  const rows = Buffer.alloc((1 + rowBytes) * height);
  for (let y = 0; y < height; y += 1) {
    pixels.copy(rows, y * (1 + rowBytes) + 1, y * rowBytes, (y + 1) * rowBytes);
  }
  const data = deflateSync(rows, { level: LEVEL });
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
