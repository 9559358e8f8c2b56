import { describe, expect, it } from 'vitest';
import type { ImportedHighlight } from '../../../src/formats';
import { importedArticle } from '../../../src/transfer/import-article';

const highlight = (quote: string): ImportedHighlight => ({
  quote,
  prefix: '',
  suffix: '',
  note: '',
  color: null,
  created: null,
});

const made = (html: string, quotes: readonly string[] = []) =>
  importedArticle({
    url: 'https://example.org/a/b',
    lang: 'en',
    html,
    highlights: quotes.map(highlight),
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
});
