import { describe, expect, it } from 'vitest';
import {
  type RasterType,
  readImageSize,
  sniffImageType,
} from '../../../src/capture/images/image-bytes';
import * as images from '../../support/images';

const RASTERS: readonly [
  string,
  (w: number, h: number) => Uint8Array,
  RasterType,
  number,
  number,
][] = [
  ['PNG', images.png, 'image/png', 1200, 800],
  ['GIF', images.gif, 'image/gif', 320, 200],
  ['JPEG', images.jpeg, 'image/jpeg', 4032, 3024],
  ['lossy WebP', images.webpLossy, 'image/webp', 640, 480],
  ['lossless WebP', images.webpLossless, 'image/webp', 16_000, 9000],
  ['extended WebP', images.webpExtended, 'image/webp', 70_000, 300],
  ['AVIF with a thumbnail', images.avif, 'image/avif', 1920, 1080],
  ['icon', images.icon, 'image/x-icon', 256, 48],
];

describe('sniffImageType', () => {
  it.each(RASTERS)('detects %s', (_name, make, type, width, height) => {
    expect(sniffImageType(make(width, height))).toBe(type);
  });

  it.each([
    ['with a declaration', '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x">\n<!-- a -->\n<svg>'],
    ['at once', '<svg viewBox="0 0 1 1">'],
    ['after a byte order mark', '\ufeff<svg/>'.replace('/', ' ')],
  ])('detects an SVG that starts %s', (_case, text) => {
    expect(sniffImageType(new TextEncoder().encode(text))).toBe('image/svg+xml');
  });

  it.each([
    ['a page', '<!doctype html><html><body><svg></svg></body></html>'],
    ['a script', 'alert(1)'],
    ['PDF', '%PDF-1.7'],
    ['a video', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['sound in RIFF', 'RIFF\0\0\0\0WAVEfmt '],
    ['nothing', ''],
  ])('rejects %s', (_case, text) => {
    expect(sniffImageType(new TextEncoder().encode(text))).toBeNull();
  });
});

describe('readImageSize', () => {
  it.each(RASTERS)('reads the size of %s', (_name, make, type, width, height) => {
    expect(readImageSize(make(width, height), type)).toEqual({ width, height });
  });

  it.each(RASTERS)('returns null when %s ends too early', (_name, make, type, width, height) => {
    const whole = make(width, height);
    for (let length = 0; length < 6; length += 1) {
      expect(readImageSize(whole.subarray(0, length), type)).toBeNull();
    }
  });

  it.each(RASTERS)('never throws on damaged %s', (_name, make, type, width, height) => {
    const whole = make(width, height);
    for (let index = 0; index < whole.length; index += 1) {
      const damaged = whole.with(index, whole[index]! ^ 0xff);
      expect(() => readImageSize(damaged, type)).not.toThrow();
    }
  });

  it('returns null for an image without width or height', () => {
    expect(readImageSize(images.png(0, 10), 'image/png')).toBeNull();
  });
});
