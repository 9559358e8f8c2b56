import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAnyPage } from '../../../server/extraction/reading/read-page';

const read = (bytes: Uint8Array) =>
  readAnyPage({
    url: 'https://harbour.example/a.pdf',
    bytes,
    contentType: 'application/pdf',
    findsMain: true,
  });

/** Writes a PDF with these objects. The first one is the catalogue. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const push = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    push(
      Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        Buffer.from(object),
        Buffer.from('\nendobj\n'),
      ]),
    );
  }
  const start = at;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

const streamOf = (text: string): Buffer => {
  const data = deflateSync(text);
  return Buffer.concat([
    Buffer.from(`<</Length ${data.length}/Filter/FlateDecode>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
};

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const linesOf = (lines: readonly string[]) =>
  `BT /F 12 Tf 14 TL 72 500 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;

/** Writes a PDF with one content for all pages. `more` stands in the catalogue and in each page. */
function pages(count: number, content: string, catalogue = '', page = ''): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(' ');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    FONT,
    streamOf(content),
    ...Array.from(
      { length: count },
      () =>
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents 4 0 R${page}>>`,
    ),
  ]);
}

describe('a hostile PDF', () => {
  it('has only as many pages read as are kept, and says that its end is missing', async () => {
    const { article } = await read(
      pages(10_000, linesOf(['The harbour froze in January,', 'and stayed so.'])),
    );
    expect(article?.wordCount).toBeGreaterThan(3_000 * 5);
    expect(article?.wordCount).toBeLessThan(3_001 * 9);
    expect(article?.html).toContain('Its end is missing here');
  });

  it('with a million glyphs on a page is read as far as it is bounded', async () => {
    const line = 'x '.repeat(50);
    // All of it is on the page.
    const content = linesOf(new Array(20_000).fill(line)).replace('12 Tf 14 TL', '1 Tf 0.03 TL');
    const { article } = await read(pages(1, content));
    expect(article?.wordCount).toBeGreaterThan(10_000);
  });

  it('with a million lines at one place is read in bounded time', async () => {
    const content = `BT /F 12 Tf ${'1 0 0 1 72 720 Tm (a) Tj '.repeat(300_000)}ET`;
    const { article } = await read(pages(1, content));
    expect(article?.wordCount).toBeGreaterThan(0);
  });

  it('runs no script and leads to no file and no program', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
    const links =
      '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 600 800]/A<</S/URI/URI(javascript:alert\\(1\\))>>>><</Type/Annot/Subtype/Link/Rect[0 0 600 800]/A<</S/Launch/F(/bin/sh)>>>>]';
    const { article } = await read(
      pages(1, linesOf(['<script>harm\\(\\)</script> The harbour & "the boats"']), script, links),
    );
    expect(article?.html).toContain(
      '&lt;script&gt;harm()&lt;/script&gt; The harbour &amp; "the boats"',
    );
    expect(article?.html).not.toMatch(/<script|javascript:|bin\/sh/);
  });

  it('whose pages contain themselves is damaged, or ends', async () => {
    const looped = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 3/Kids[2 0 R 2 0 R 2 0 R]>>',
    ]);
    expect((await read(looped)).article).toBeNull();
  });

  it.each([
    ['only its mark', Buffer.from('%PDF-1.7')],
    ['an empty catalogue', pdfOf(['<<>>'])],
    ['objects that are no objects', pdfOf(['(', '<<', '[[[['])],
    [
      'a place of its table far beyond its end',
      Buffer.from('%PDF-1.4\nstartxref\n999999999999\n%%EOF'),
    ],
    ['a stream that is not compressed as it says', pages(1, 'x').fill(0xff, 200, 260)],
  ])('with %s has no article, and says why', async (_, bytes) => {
    const { article, pdfError } = await read(bytes);
    expect(article).toBeNull();
    expect(pdfError).toMatch(/^(?:damaged|scan)$/);
  });
});
