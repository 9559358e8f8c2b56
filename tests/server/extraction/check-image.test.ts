import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkImage } from '../../../server/extraction/images/check-image';
import { BrokenImage, embedded } from '../../../server/extraction/images/stored-image';
import { bytesOfDataAddress } from '../../../server/extraction/page-files';
import { HARM, HOSTILE_DRAWINGS, REFUSED_DRAWINGS } from '../../support/hostile-drawings';
import { directProcesses } from '../support/direct-processes';
import { bomb, picture, tinyGif } from '../support/pictures';

const reader = directProcesses;
const TURN = { user: 'ada', lane: 'background' } as const;
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
        const outcome = image.ok ? await embedded(image.value, TURN).catch((fault) => fault) : null;
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BrokenImage);
      }),
    );
  });

  it('refuses an image that needs gigabytes to be decoded', async () => {
    const image = await checkImage(bomb(50_000, 50_000), reader);
    expect(image).toEqual({ ok: false, error: 'too-large' });
  });

  it('refuses an image whose few bytes state millions of pixels, before it is decoded', async () => {
    for (const bytes of [bomb(7_000, 7_000), tinyGif(7_000, 7_000)])
      expect(await checkImage(bytes, reader)).toEqual({ ok: false, error: 'too-large' });
    expect(await checkImage(tinyGif(100, 100), reader)).toMatchObject({ ok: true });
  });

  it.each([
    ['a screen of one colour', 'png', 3840, 2160],
    ['a screen of one colour', 'webp', 3840, 2160],
    ['a screen of one colour', 'gif', 3840, 2160],
    ['a screen of one colour', 'avif', 1920, 1080],
    ['a large picture of one colour', 'png', 7000, 7000],
    ['a large picture of one colour', 'jpeg', 4000, 4000],
  ] as const)('accepts %s as %s', async (_, format, width, height) => {
    const image = await checkImage(await picture(format, width, height), reader);
    expect(image).toMatchObject({ ok: true, value: { width, height } });
  });

  it.each(['png', 'webp'] as const)(
    'accepts a screenshot of a long page with little on it as %s',
    async (format) => {
      const size = { width: 1440, height: 16_000 };
      const line = (n: number) => {
        const words = Array.from({ length: 10 }, (_, at) => (7919 ** 2 * (n + at)).toString(36));
        return Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="30"><text y="20" font-size="16">${words.join(' ')}</text></svg>`,
        );
      };
      const lines = Array.from({ length: 80 }, (_, n) => ({
        input: line(n),
        left: 40,
        top: n * 200,
      }));
      const screenshot = await sharp({ create: { ...size, channels: 3, background: 'white' } })
        .composite(lines)
        .toFormat(format, { effort: 1, lossless: true })
        .toBuffer();
      expect(await checkImage(screenshot, reader)).toMatchObject({ ok: true, value: size });
    },
  );

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
