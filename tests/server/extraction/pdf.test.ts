import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnyPage } from '../../../server/extraction/reading/read-page';
import { openHtml } from '../../../src/capture/open-html';
import { DOCUMENTS, proseOf, type Section } from './fixtures/pdf/prose';

const bytesOf = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', 'pdf', `${name}.pdf`));

const read = (bytes: Uint8Array, contentType = 'application/pdf') =>
  readAnyPage({
    url: 'https://harbour.example/papers/winter.pdf',
    bytes,
    contentType,
    findsMain: true,
  });

const blocksIn = (html: string) =>
  [...openHtml(html, 'https://harbour.example/').document.querySelectorAll('h2,h3,h4,p,li')].map(
    ({ localName, textContent }) => [localName, textContent ?? ''] as const,
  );

const wordsOf = (sections: readonly Section[]) =>
  sections
    .flatMap(({ heading, paragraphs, entries }) => [heading, ...paragraphs, ...entries])
    .join(' ')
    .split(' ');

/** Returns the part of the wanted words that are in the text in their order. */
function inOrder(wanted: readonly string[], found: readonly string[]): number {
  let last = new Array<number>(found.length + 1).fill(0);
  for (const word of wanted) {
    const next = [0];
    for (const [at, other] of found.entries())
      next.push(word === other ? (last[at] ?? 0) + 1 : Math.max(last[at + 1] ?? 0, next[at] ?? 0));
    last = next;
  }
  return (last.at(-1) ?? 0) / wanted.length;
}

const NAMES = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];

describe('the text of a PDF', () => {
  it.each(NAMES)('is in order, in paragraphs and under its headings: %s', async (name) => {
    const { article, metadata, pdfError } = await read(bytesOf(name));
    expect(pdfError).toBeNull();
    const sections = proseOf(name);
    const blocks = blocksIn(article?.html ?? '');
    const text = blocks.map(([, text]) => text).join(' ');
    expect(inOrder(wordsOf(sections), text.split(' '))).toBeGreaterThanOrEqual(0.98);

    const found = new Set(blocks.map(([, text]) => text));
    const paragraphs = sections.flatMap(({ paragraphs }) => paragraphs);
    const whole = paragraphs.filter((paragraph) => found.has(paragraph));
    expect(whole.length / paragraphs.length).toBeGreaterThanOrEqual(0.95);

    const headings = blocks.filter(([element]) => element.startsWith('h'));
    expect(headings.map(([, text]) => text.replace(/^\d+\.? /, ''))).toEqual(
      sections.map(({ heading }) => heading),
    );
    expect(metadata.title).toMatch(/^A harbour in /);
  });

  it('has no headers, footers and numbers of pages', async () => {
    const { article } = await read(bytesOf('latex-heads'));
    const texts = blocksIn(article?.html ?? '').map(([, text]) => text);
    expect(texts.filter((text) => /^\d+$|HARBOUR|^A harbour in/.test(text))).toEqual([]);
    const printed = await read(bytesOf('chromium-print'));
    expect(printed.article?.text).not.toContain('harbour.example');
  });

  it('has an anchor where each page begins', async () => {
    const { article } = await read(bytesOf('latex-columns'));
    const anchors = [...(article?.html ?? '').matchAll(/id="[^"]*(page-\d+)"/g)];
    expect(anchors.map(([, name]) => name)).toEqual(['page-1', 'page-2', 'page-3', 'page-4']);
  });

  it('has the authors and the date of its first page', async () => {
    const { metadata } = await read(bytesOf('latex-article'));
    expect(metadata).toMatchObject({
      title: 'A harbour in article',
      authors: ['Ada Quist', 'Bo Lindqvist'],
      published: '2021-03-03',
    });
  });
});

describe('a PDF without text', () => {
  it('that asks for a password says so', async () => {
    expect(await read(bytesOf('locked'))).toMatchObject({ article: null, pdfError: 'encrypted' });
  });

  it('is read if it only forbids printing', async () => {
    const { article } = await read(bytesOf('not-to-print'));
    expect(article?.wordCount).toBeGreaterThan(1000);
  });

  it('says that it is a scan', async () => {
    expect(await read(bytesOf('scan'))).toMatchObject({ article: null, pdfError: 'scan' });
  });

  it('says that it is damaged', async () => {
    const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 'x')]);
    expect(await read(broken)).toMatchObject({ article: null, pdfError: 'damaged' });
  });

  it('is read as far as it came if its end is missing', async () => {
    const bytes = bytesOf('groff');
    const { article, pdfError } = await read(bytes.subarray(0, bytes.length - 30));
    expect(pdfError).toBeNull();
    expect(article?.wordCount).toBeGreaterThan(1000);
  });

  it('that is a page of HTML is read as one', async () => {
    const { article, pdfError } = await read(
      Buffer.from('<title>Sign in</title><p>Sign in to read the paper about the harbour.'),
    );
    expect(pdfError).toBeNull();
    expect(article?.html).toContain('Sign in to read');
  });
});
