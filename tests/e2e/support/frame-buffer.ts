import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The positions of numbers in the header of the file. Each number has four bytes, the highest
 * first.
 */
const HEAD = { size: 0, bytesPerRow: 48, colours: 76, length: 100 } as const;
const COLOUR_BYTES = 12;
/** The bytes of a pixel: blue, green, red, and an unused one. */
const PIXEL_BYTES = 4;

/** A part of the display: the rows from `top` to before `bottom`. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

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

  /**
   * Returns rows with the pointer as the file has them, four bytes for each pixel. By default they
   * are all rows. Two results can be compared much faster than their colours.
   */
  frame({ top, bottom }: Rows = { top: 0, bottom: this.#height }): Buffer {
    const file = openSync(join(this.folder, 'Xvfb_screen0'), 'r');
    try {
      const head = Buffer.alloc(HEAD.length);
      readSync(file, head, 0, head.length, 0);
      const start = head.readUInt32BE(HEAD.size) + head.readUInt32BE(HEAD.colours) * COLOUR_BYTES;
      const bytesPerRow = head.readUInt32BE(HEAD.bytesPerRow);
      const frame = Buffer.allocUnsafe((bottom - top) * bytesPerRow);
      readSync(file, frame, 0, frame.length, start + top * bytesPerRow);
      return frame;
    } finally {
      closeSync(file);
    }
  }

  /** Returns the colours of a frame, three bytes for each pixel (red, green, blue), row by row. */
  colours(frame: Buffer, { top, bottom }: Rows = { top: 0, bottom: this.#height }): Buffer {
    const bytesPerRow = frame.length / (bottom - top);
    const pixels = Buffer.allocUnsafe(this.#width * (bottom - top) * 3);
    let to = 0;
    for (let row = 0; row < frame.length; row += bytesPerRow) {
      for (let from = row; from < row + this.#width * PIXEL_BYTES; from += PIXEL_BYTES) {
        pixels[to++] = frame[from + 2] ?? 0;
        pixels[to++] = frame[from + 1] ?? 0;
        pixels[to++] = frame[from] ?? 0;
      }
    }
    return pixels;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
