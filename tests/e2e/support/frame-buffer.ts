import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The positions of numbers in the header of the file. Each number has four bytes, the highest
 * first.
 */
const HEAD = { size: 0, bytesPerRow: 48, colours: 76 } as const;
const COLOUR_BYTES = 12;
/** The bytes of a pixel: blue, green, red, and an unused one. */
const PIXEL_BYTES = 4;

/**
 * Reads the display from the file in which Xvfb keeps it, without starting a program.
 *
 * @see https://gitlab.freedesktop.org/xorg/app/xwd XWDFile.h describes the format of the file.
 */
export class FrameBuffer {
  /** The value of Xvfb's `-fbdir`. */
  readonly folder = mkdtempSync(join(tmpdir(), 'leafmark-screen-'));
  readonly #width: number;
  readonly #height: number;

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.#width = width;
    this.#height = height;
  }

  /** Returns all pixels with the pointer, three bytes each (red, green, blue), row by row. */
  async pixels(): Promise<Buffer> {
    const file = await readFile(join(this.folder, 'Xvfb_screen0'));
    const colours = file.readUInt32BE(HEAD.colours);
    const start = file.readUInt32BE(HEAD.size) + colours * COLOUR_BYTES;
    const bytesPerRow = file.readUInt32BE(HEAD.bytesPerRow);
    const pixels = Buffer.allocUnsafe(this.#width * this.#height * 3);
    let to = 0;
    for (let y = 0; y < this.#height; y += 1) {
      const row = start + y * bytesPerRow;
      for (let from = row; from < row + this.#width * PIXEL_BYTES; from += PIXEL_BYTES) {
        pixels[to++] = file[from + 2] ?? 0;
        pixels[to++] = file[from + 1] ?? 0;
        pixels[to++] = file[from] ?? 0;
      }
    }
    return pixels;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
