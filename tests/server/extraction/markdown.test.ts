import { describe, expect, it } from 'vitest';
import { MAX_MARKDOWN_LENGTH } from '../../../server/extraction/reading/open-markdown';
import { readPage } from '../../../server/extraction/reading/read-page';

const read = (text: string, contentType = 'text/markdown; charset=utf-8') =>
  readPage({
    url: 'https://a.org/docs/read-me.md',
    bytes: Buffer.from(text),
    contentType,
    findsMain: true,
  });

describe('a page of Markdown', () => {
  it.each(['text/markdown', 'text/x-markdown; charset=utf-8'])('is read: %s', (contentType) => {
    const { metadata, article, links } = read(
      `[![badge](b.svg)](https://ci.org)

# The *harbour*

Boats are [listed](../boats.md "all") in a **table**, see https://b.org/x. Not a link: notes.md.

| Name | Length |
|------|-------:|
| Ann  | 12     |

## Later

1. ~~one~~
2. \`two\`

\`\`\`js
const a = "<b>";
\`\`\`
`,
      contentType,
    );
    expect(metadata.title).toBe('The harbour');
    const { html = '' } = article ?? {};
    expect(html).toContain('<strong>table</strong>');
    expect(html).toMatch(/<td[^>]*>Ann<\/td>/);
    expect(html).toContain('<h2');
    expect(html).toMatch(/<li>\s*<(s|del)>one/);
    expect(html).toContain('const a = "&lt;b&gt;";');
    const addresses = links.map(({ url }) => url);
    expect(addresses).toContain('https://a.org/boats.md');
    expect(addresses).toContain('https://b.org/x');
    expect(html).not.toContain('>notes.md</a>');
  });

  it('keeps the ticks of tasks, at each depth and in each kind of list', () => {
    const { article } = read(
      '# Boats\n\n- [x] Paint the boat\n  1. [ ] Buy **red** paint\n- [X] Mend the net\n- [ ]nothing\n\n[x] is no task.',
    );
    const text = (article?.html ?? '').replace(/<[^>]*>/g, '');
    expect(text).toContain('☑ Paint the boat');
    expect(text).toContain('☐ Buy red paint');
    expect(text).toContain('☑ Mend the net');
    expect(text).toContain('[ ]nothing');
    expect(text).toContain('[x] is no task.');
  });

  it('keeps the text after the name of an element that a parser does not read, and between lines', () => {
    const { article } = read('Use the <title> element in `<title>`.\n\nA second paragraph.');
    expect(article?.html).toContain('&lt;title&gt; element');
    expect(article?.html).toContain('A second paragraph.');
    const ruled = read('---\n\nThe first paragraph.\n\n---\n\nThe second paragraph.').article;
    expect(ruled?.html).toContain('The first paragraph.');
  });

  it.each([
    [
      '---\ntitle: "A day: by the sea"\ndate: 2020-01-02\n---\n\n## Other\n\nText',
      'A day: by the sea',
    ],
    ["---\r\ntitle: 'Sea'\r\n---\r\nText", 'Sea'],
    ['---\ndate: 2020\n---\n\n## Sea\n\nText', 'Sea'],
    ['Text without a heading', 'read-me'],
    ['---\n\n# Sea\n\nText below a rule', 'Sea'],
    ['<h1 align="center">Sea</h1>\n\nText', 'Sea'],
  ])('has a title: %j', (text, title) => {
    const { metadata, article } = read(text);
    expect(metadata.title).toBe(title);
    expect(article?.text).toContain('Text');
    expect(article?.text).not.toContain('date');
  });

  it('keeps no harmful HTML', () => {
    const { article } = read(
      'Hello <img src=x onerror="harm()"><script>harm()</script> [a](javascript:harm())\n\n<iframe src="https://b.org"></iframe><b onclick="harm()">bold</b>',
    );
    expect(article?.html).toContain('bold');
    expect(article?.html).not.toMatch(/harm\(\)"|<script|<iframe/);
    expect(article?.html).not.toContain('href="javascript:');
  });

  it.each(['*a_', '**a*', '>', '- ', '1. ', '[', '![', '[a](<', 'http://a(', '|a', '`a``', '~~a'])(
    'ends where its parts cannot be matched: %s',
    (part) => {
      expect(() => read(part.repeat(200_000 / part.length))).not.toThrow();
    },
  );

  it('is plain text when it is very long', () => {
    const { article } = read('*a* '.repeat(MAX_MARKDOWN_LENGTH / 4 + 1));
    expect(article?.html).toContain('<pre><code>*a* *a*');
  });
});
