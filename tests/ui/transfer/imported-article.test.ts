import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportedHighlight, ImportedRange } from '../../../src/formats/imports/imported';
import { importedArticle } from '../../../src/transfer/import-article';

const highlight = (quote: string, range?: ImportedRange): ImportedHighlight => ({
  quote,
  ...(range !== undefined && { range }),
  prefix: '',
  suffix: '',
  note: '',
  color: null,
  created: null,
});

const made = (html: string, quotes: readonly (string | ImportedHighlight)[] = []) =>
  importedArticle({
    url: 'https://example.org/a/b',
    lang: 'en',
    html,
    highlights: quotes.map((each) => (typeof each === 'string' ? highlight(each) : each)),
  });

describe('an article of another program', () => {
  it('is sanitised, and its addresses become absolute', async () => {
    const article = await made(
      '<p onclick="alert(1)">A <a href="../c">link</a>.</p><script>alert(2)</script>' +
        '<p><img src="/lamp.png" alt="Lamp" onerror="alert(3)"></p><a href="javascript:alert(4)">x</a>',
    );
    expect(article?.article.html).not.toMatch(/alert|script|onclick|onerror/);
    expect(article?.article.html).toContain('href="https://example.org/c"');
    expect(article?.article.images).toEqual([
      { url: 'https://example.org/lamp.png', width: null, height: null },
    ]);
    expect(article?.article.wordCount).toBe(3);
  });

  it('is none if it has no text', async () => {
    expect(await made('<script>alert(1)</script>')).toBe(null);
    expect(await made('<p><img src="/a.png"></p>')).toBe(null);
    expect(await made('')).toBe(null);
  });

  it('has the places of its highlights, across elements and with other white space', async () => {
    const found = await made('<p>One <b>lamp\nshines</b> on the page.</p><p>One lamp is off.</p>', [
      'lamp shines on',
      'words that are nowhere in this text',
    ]);
    expect(found?.places).toHaveLength(2);
    expect(found?.places[0]).toMatchObject({
      quote: { exact: 'lamp shines on', prefix: 'One ', suffix: ' the page.One lamp is off.' },
    });
    expect(found?.places[1]).toBe(null);
  });

  it('has no place for a quote of which there are two equal copies', async () => {
    const found = await made('<p>The lamp.</p><p>The lamp.</p>', ['The lamp.']);
    expect(found?.places).toEqual([null]);
  });

  const LAMPS =
    '<h2>Room</h2><p>A desk. <b>😀 The lamp.</b> A chair. The lamp.</p><script>x()</script>' +
    '<div><p>The lamp. It is green.</p></div>';
  const rangeAt = (path: string, startOffset: number): ImportedRange => ({
    start: path,
    startOffset,
    end: path,
    endOffset: startOffset + 'The lamp.'.length,
  });

  it.each([
    ['/p[1]/b[1]', 3, 'Room A desk. 😀 '],
    ['/p[1]', 30, 'Room A desk. 😀 The lamp. A chair. '],
    ['/div[1]/p[1]', 0, 'Room A desk. 😀 The lamp. A chair. The lamp.'],
  ])('has a repeated quote where the other program had it, at %s', async (path, at, prefix) => {
    const found = await made(LAMPS, [highlight('The lamp.', rangeAt(path, at))]);
    const before = (found?.places[0]?.quote.prefix ?? 'none').replace(/\s+/g, '');
    expect(before).toBe(prefix.replace(/\s+/g, ''));
  });

  it.each([
    ['another text there', rangeAt('/p[1]', 2)],
    ['no such element', rangeAt('/p[7]', 0)],
    ['no path', rangeAt('', 0)],
    ['an offset behind the end', rangeAt('/p[1]', 1e9)],
  ])('has no place for a repeated quote with %s', async (_, range) => {
    const found = await made(LAMPS, [highlight('The lamp.', range)]);
    expect(found?.places).toEqual([null]);
  });

  it('has each quote at its own place, in any article of repeated lines', async () => {
    const lines = fc.array(fc.constantFrom('Tea is green.', 'The lamp.', 'A 😀 chair.'), {
      minLength: 2,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(), async (texts, number) => {
        // Numbers make the lines differ in what surrounds them.
        const html = texts.map((text, at) => `<p>${at}</p><p>${text}</p>`).join('\n');
        const at = number % texts.length;
        const quote = texts[at] ?? '';
        const path = `/p[${2 * at + 2}]`;
        const range = { start: path, startOffset: 0, end: path, endOffset: quote.length };
        const found = await made(html, [highlight(quote, range)]);
        expect(found?.places[0]?.quote.prefix.trimEnd().split(/\D+/).at(-1)).toBe(String(at));
      }),
      { numRuns: 30 },
    );
  });
});
