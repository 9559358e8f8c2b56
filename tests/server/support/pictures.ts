import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';

/** A picture of one colour; half of it is seen through with `isClear`. */
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

/** Width, height and format of an image. */
export async function sizeOf(bytes: Uint8Array): Promise<readonly [number, number, string]> {
  const { width, height, format } = await sharp(bytes).metadata();
  return [width, height, format];
}
