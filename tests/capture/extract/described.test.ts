import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../../support/article-pages';

const LINES = ['“Is it dark?”', '“It is.”', '“Then light it.”', '“I have no match.”'];
const NOTICE =
  'This page uses cookies. If you go on, you agree to them, and find more in our notice.';

describe('a short text', () => {
  it('is found by the description of its page', () => {
    const { text } = captured(
      documentOf(`<title>The lamp</title>
        <meta name="description" content="${LINES.join(' ')}"><body>
        <main><aside><h1>The lamp</h1>${LINES.map((line) => `<p>${line}</p>`).join('')}</aside></main>
        <div class="notice"><p>${NOTICE}</p></div></body>`),
    );
    for (const line of LINES) expect(text).toContain(line);
    expect(text).not.toContain('cookies');
  });
});

describe('a thread that the page does not declare', () => {
  const reference = (n: number) =>
    `<li class="ref"><span class="author">Author ${n}</span> <span class="date">${2000 + n}-01-02</span>
      <div>A study of the lamp by the author with the number ${n}, printed in a journal. It is long.</div></li>`;

  it('is none if the text of the description is outside of it', () => {
    const abstract = 'We count the lamps of forty rocks and find that every second one is dark.';
    const { capture, text } = captured(
      documentOf(`<title>The lamp</title><meta name="description" content="${abstract}"><body>
        <div><h1>The lamp</h1><div class="abstract"><p>${abstract}</p></div>
        <ul>${[1, 2, 3, 4, 5, 6].map(reference).join('')}</ul></div></body>`),
    );
    expect(capture.report.kind).not.toBe('forum');
    expect(text).toContain(abstract);
  });
});
