import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkImage } from '../../../server/extraction/images/check-image';
import { BrokenImage, embedded } from '../../../server/extraction/images/stored-image';
import { bytesOfDataAddress } from '../../../server/extraction/page-files';
import { HARM, HOSTILE_DRAWINGS, REFUSED_DRAWINGS } from '../../support/hostile-drawings';
import { directReader } from '../support/direct-reader';
import { picture } from '../support/pictures';

const reader = directReader();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">';

/** Returns an icon file with these pictures and the widths that its directory states. */
function iconFile(pictures: readonly (readonly [number, Uint8Array])[]): Buffer {
  let offset = 6 + 16 * pictures.length;
  const entries = pictures.map(([width, bytes]) => {
    const entry = Buffer.alloc(16);
    entry[0] = width % 256;
    entry[1] = width % 256;
    entry.writeUInt32LE(bytes.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += bytes.length;
    return entry;
  });
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  return Buffer.concat([head, ...entries, ...pictures.map(([, bytes]) => bytes)]);
}

/** Returns a PNG whose header states this size. */
function bomb(width: number, height: number): Buffer {
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

describe('checking an image', () => {
  it('takes the type from the bytes', async () => {
    expect(await checkImage(await picture('png', 4, 3), reader)).toMatchObject({
      ok: true,
      value: { type: 'image/png', width: 4, height: 3 },
    });
    const page = Buffer.from('<html>not an image');
    expect(await checkImage(page, reader)).toEqual({ ok: false, error: 'not-an-image' });
    expect(await checkImage(Buffer.alloc(0), reader)).toEqual({ ok: false, error: 'not-an-image' });
  });

  it('throws nothing unexpected for any bytes', async () => {
    const starts = [
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF89a',
      'RIFF____WEBPVP8 ',
      '____ftypavif',
      '\0\0\x01\0',
      '<svg>',
    ].map((start) => Buffer.from(start, 'latin1'));
    const bytes = fc
      .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 60 }))
      .map(([start, rest]) => Buffer.concat([start, rest]));
    await fc.assert(
      fc.asyncProperty(bytes, async (input) => {
        const image = await checkImage(input, reader);
        const outcome = image.ok ? await embedded(image.value).catch((fault) => fault) : null;
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BrokenImage);
      }),
    );
  });

  it('refuses an image that needs gigabytes to be decoded', async () => {
    const image = await checkImage(bomb(50_000, 50_000), reader);
    expect(image).toEqual({ ok: false, error: 'too-large' });
  });

  it('removes scripts from a drawing', async () => {
    const drawing = `${SVG}<script>harm()</script><path d="M0 0h9" onclick="harm()"/></svg>`;
    const image = await checkImage(Buffer.from(drawing), reader);
    expect(image).toMatchObject({ ok: true, value: { type: 'image/svg+xml', width: 40 } });
    expect(image.ok && Buffer.from(image.value.bytes).toString()).not.toContain('harm');
    const nothing = await checkImage(Buffer.from(`${SVG}<script>harm()</script></svg>`), reader);
    expect(nothing).toEqual({ ok: false, error: 'not-an-image' });
  });

  it.each(HOSTILE_DRAWINGS)('makes a drawing with $name harmless', async ({ svg }) => {
    const image = await checkImage(Buffer.from(svg), reader);
    const text = image.ok ? Buffer.from(image.value.bytes).toString() : '';
    expect(text).toContain('<circle');
    expect(text).not.toMatch(HARM);
  });

  it.each(REFUSED_DRAWINGS)('takes $name for no image', async ({ svg }) => {
    const image = await checkImage(Buffer.from(svg), reader);
    expect(image).toEqual({ ok: false, error: 'not-an-image' });
  });

  it('returns the largest picture of an icon file', async () => {
    const [small, large] = [await picture('png', 16, 16), await picture('png', 48, 48)];
    const icon = iconFile([
      [16, small],
      [48, large],
      [64, Buffer.from('an older form')],
    ]);
    expect(await checkImage(icon, reader)).toMatchObject({
      ok: true,
      value: { type: 'image/png', width: 48 },
    });
    const old = iconFile([[32, Buffer.from('an older form')]]);
    expect(await checkImage(old, reader)).toMatchObject({
      ok: true,
      value: { type: 'image/x-icon', width: 32 },
    });
  });

  it.each([
    iconFile([[16, Buffer.alloc(9)]]).subarray(0, 20),
    Buffer.from([0, 0, 1, 0]),
    Buffer.from([0, 0, 1, 0, 255, 255]),
  ])('refuses a broken icon file or returns it as it is', async (bytes) => {
    const image = await checkImage(bytes, reader);
    expect(image.ok ? image.value.type : image.error).toMatch(/image\/x-icon|not-an-image/);
  });
});

describe('the bytes of a data address', () => {
  it.each([
    ['data:image/png;base64,aGk=', 'hi'],
    ['data:;base64,aG%6B%3D', 'hi'],
    ['DATA:image/svg+xml,%3Csvg%3E', '<svg>'],
    ['data:,a,b', 'a,b'],
    ['data:image/svg+xml;charset=utf-8,%C3%A9', 'é'],
    ['data:,%', null],
    ['data:image/png', null],
    ['https://a.org/data:,x', null],
  ])('of "%s" are %j', (address, expected) => {
    const bytes = bytesOfDataAddress(address);
    expect(bytes && Buffer.from(bytes).toString()).toBe(expected);
  });
});
