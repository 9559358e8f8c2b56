// @module-tag full
import { describe, expect, it } from 'vitest';
import { readPage } from '../../../server/extraction/reading/read-page';
import { CAPTURE_LIMITS } from '../../../src/capture/limits';

const LINE = 'The keeper wrote down each ship that passed before the lamp was lit.';
const BYTES = 10_000_000;
const PICTURE = '<img src="/ship.jpg" alt="A ship" width="600" height="400">';

/** A page of 10 MB that is one figure. */
function pageOf(part: (at: number) => string, end = ''): Uint8Array {
  const parts = ['<!doctype html><title>The ships</title><figure>', PICTURE];
  for (let length = 0, at = 0; length < BYTES; at += 1) {
    const next = part(at);
    length += next.length;
    parts.push(next);
  }
  return Buffer.from(`${parts.join('')}${end}</figure>`);
}

const read = (bytes: Uint8Array) =>
  readPage({ url: 'https://ships.example/', contentType: 'text/html', bytes, findsMain: true });

const elementsIn = (html: string) => html.split(/<[a-z]/).length - 1;

// tests/capture/work.test.ts has the bound for the work.
describe('a page of 10 MB that is one figure', () => {
  it.each([
    ['lines', (at: number) => `<p>${at} ${LINE}</p>`, '', '<p>7 The'],
    [
      'a caption',
      (at: number) => `${at ? '' : '<figcaption>'}${at} ${LINE}<br>`,
      '</figcaption>',
      '>7 The',
    ],
    [
      'rows',
      (at: number) => `${at ? '' : '<table>'}<tr><td>${at}<td>${LINE}</tr>`,
      '</table>',
      '<td>7</td><td>The',
    ],
    ['one text', (at: number) => `${at} ${LINE} `, '', '. 7 The'],
  ])(
    'of %s is read within the bounds, and its report says that it was cut',
    (_, part, end, has) => {
      const { article, report } = read(pageOf(part, end));
      const html = article?.html ?? '';
      expect(html).toContain('<img');
      expect(html).toContain(has);
      expect(elementsIn(html)).toBeLessThanOrEqual(CAPTURE_LIMITS.elements);
      expect(html.length).toBeLessThan(1.1 * CAPTURE_LIMITS.textLength);
      expect(report.warnings).toEqual(['document-cut']);
    },
  );

  it('of pictures has no text, and its report says that there is no article', () => {
    const { report } = read(pageOf((at) => PICTURE.replace('ship', `ship-${at}`)));
    expect(report.warnings).toEqual(['document-cut', 'not-readable']);
  });
});
