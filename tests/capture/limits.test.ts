import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../support/article-pages';
import { onServer, pageOf } from './kinds/both-doms';

const SENTENCE = 'Ferns grow where little light falls, and they have done so for very long times. ';
const LIMITS = { elements: 1000, textLength: 100_000, depth: 100, nestedText: 10_000_000 };

const page = (body: string) => documentOf(`<title>Ferns</title><body><article>${body}</article>`);
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${index}. ${SENTENCE.repeat(3)}</p>`).join('');

describe('a page within the limits', () => {
  it('is captured completely', () => {
    const { capture } = captured(page(paragraphs(20)), { limits: LIMITS });
    expect(capture.report.warnings).toEqual([]);
  });
});

describe('a page beyond the limits', () => {
  it('is kept from its start and reported when it has too many elements', () => {
    const { capture, text } = captured(page(paragraphs(3000)), { limits: LIMITS });
    expect(capture.report.warnings).toEqual(['document-cut']);
    expect(text).toContain('0. Ferns');
    expect(text).toContain('300. Ferns');
    expect(text).not.toContain('2000. Ferns');
  });

  it('is kept from its start if it is one figure of 10 MB', { tags: ['full'] }, () => {
    const row = `<tr><td>${SENTENCE}</td><td>x</td></tr>`;
    const rows = row.repeat(10_000_000 / row.length);
    const { capture, text } = onServer(pageOf(`<figure><table>${rows}</table></figure>`));
    expect(capture.report.warnings).toEqual(['document-cut']);
    expect(text).toContain(SENTENCE.trim());
  });

  it('ends with a note after a whole paragraph when it has too much text', () => {
    const cutNote = () => 'It was longer.';
    const { article, capture } = captured(page(paragraphs(600)), { limits: LIMITS, cutNote });
    expect(capture.report.warnings).toEqual(['document-cut']);
    const [last, note] = [...article.querySelectorAll('p')].slice(-2);
    expect(last?.textContent).toMatch(/^\d+\. (Ferns grow .* very long times\. ){3}$/);
    expect(note?.outerHTML).toBe('<p dir="auto"><em>It was longer.</em></p>');
    expect(article.lastElementChild?.contains(note ?? null)).toBe(true);
  });

  it('ends after a whole paragraph when it has too many elements', () => {
    const linked = `<p>${`<a href="/fern">${SENTENCE}</a>, <b>and</b> so on. `.repeat(2)}</p>`;
    const { article } = captured(page(`${paragraphs(3)}${linked.repeat(400)}`), { limits: LIMITS });
    const last = [...article.querySelectorAll('p')].at(-2);
    expect(last?.querySelectorAll('b')).toHaveLength(2);
    expect(last?.textContent).toMatch(/so on\. $/);
  });

  it('ends after a whole word when it has a single paragraph', () => {
    const { capture, text } = captured(page(`<p>${'ferns '.repeat(40_000)}</p>`), {
      limits: LIMITS,
    });
    expect(text.slice(0, text.indexOf(' This page is longer'))).toMatch(/ ferns$/);
    expect(capture.report.warnings).toEqual(['document-cut']);
    expect(capture.article?.textLength).toBeGreaterThan(99_000);
    expect(capture.article?.textLength).toBeLessThanOrEqual(100_100);
  });

  it('never ends inside a character when its text has no spaces', () => {
    const { text } = captured(page(`<p>x${'🌿'.repeat(60_000)}</p>`), { limits: LIMITS });
    expect(text).toMatch(/^x🌿+This page is longer/u);
  });

  it('may be less deep the more text it has', () => {
    const nested = (depth: number, length: number) =>
      page(`${'<div><span>'.repeat(depth / 2)}<p>${SENTENCE.repeat(length / 80)}</p>`);
    const warningsOf = (document: Document) =>
      captured(document, { limits: { ...LIMITS, nestedText: 1_000_000 } }).capture.report.warnings;
    expect(warningsOf(nested(50, 8_000))).toEqual([]);
    expect(warningsOf(nested(50, 80_000))).toEqual(['document-flattened']);
  });

  it('loses levels but no text when it is too deep', () => {
    const deep = `${'<div><span>'.repeat(300)}${paragraphs(5)}`;
    const { capture, text } = captured(page(deep), { limits: LIMITS });
    expect(capture.report.warnings).toEqual(['document-flattened']);
    for (let index = 0; index < 5; index += 1) expect(text).toContain(`${index}. Ferns`);
  });

  it('keeps the data for metadata but no scripts', () => {
    const data = '{"@type":"Article","headline":"On ferns","author":{"name":"Ann Lee"}}';
    const document = documentOf(
      `<head><title>x</title><script type="application/ld+json">${data}</script></head>
       <body><script>${'x'.repeat(200_000)}</script>${paragraphs(2000)}</body>`,
    );
    const { capture } = captured(document, { limits: LIMITS });
    expect(capture.metadata.authors).toEqual(['Ann Lee']);
    expect(capture.article?.html).not.toContain('xxx');
  });

  it('keeps its shadow roots as far as the limits allow', () => {
    const { text } = captured(
      page(`<x-note><template shadowrootmode="open"><p>In the shade. ${SENTENCE.repeat(3)}</p>
        <slot></slot>${paragraphs(1200)}</template><p>Slotted. ${SENTENCE.repeat(3)}</p></x-note>`),
      { limits: LIMITS },
    );
    expect(text.slice(0, 1000)).toMatch(/^In the shade\..*Slotted\..*0\. Ferns/);
  });

  it('keeps the content of a component whose shadow root is beyond the limits', () => {
    const { text } = captured(
      page(`<x-note><template shadowrootmode="open"><slot></slot></template>
        <p>Slotted. ${SENTENCE.repeat(3)}</p></x-note>${paragraphs(1200)}`),
      { limits: LIMITS },
    );
    expect(text.slice(0, 100)).toMatch(/^Slotted\./);
  });
});
