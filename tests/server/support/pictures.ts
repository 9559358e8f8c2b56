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
