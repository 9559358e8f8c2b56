import { describe, expect, it } from 'vitest';
import { captureDocument } from '../../src/capture';

const paragraph = `<p>${'A sentence that says something, with a comma in it. '.repeat(8)}</p>`;

function page(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('captureDocument', () => {
  it('gives the article and leaves the document as it was', () => {
    const document = page(
      `<title>Fern notes</title><body><nav><a href="/">Home</a></nav><article><h1>Fern notes</h1>${paragraph.repeat(4)}</article>`,
    );
    const before = document.documentElement.outerHTML;

    const outcome = captureDocument(document, { selection: 'says something' });

    expect(outcome.kind).toBe('captured');
    if (outcome.kind !== 'captured') return;
    expect(outcome.capture.metadata.title).toBe('Fern notes');
    expect(outcome.capture.article?.html).toContain('A sentence that says something');
    expect(outcome.capture.article?.html).not.toContain('Home');
    expect(outcome.capture.excerpt).toBe('says something');
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('says that a page of raw XML is not for it', () => {
    const document = new DOMParser().parseFromString('<feed/>', 'application/xml');

    expect(captureDocument(document)).toMatchObject({
      kind: 'not-capturable',
      reason: 'not-html',
    });
  });
});
