import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { markdownLink, markdownQuote } from '../../src/formats/markdown/copy-as-markdown';
import { bookmark } from './items';

const anyPage = fc.record({
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  title: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'a Bé漢\\{}"$&%#_~^,\n@=-') }),
  ),
});

describe('a page that is copied as Markdown', () => {
  it('is a link with its title and address', () => {
    expect(markdownLink(bookmark({ title: 'A [b] *c*', url: 'https://e.org/a_(b)?c=d e' }))).toBe(
      '[A \\[b\\] \\*c\\*](https://e.org/a_\\(b\\)?c=d%20e)',
    );
    expect(markdownLink({ title: 'A', url: 'javascript:alert(1)' })).toBe('A');
  });

  it('is a quote with a link to it', () => {
    expect(markdownQuote('One.\n\n# Two', bookmark())).toBe(
      '> One.\n>\n> \\# Two\n>\n> — [The harbour froze](https://example.org/harbour)',
    );
  });

  it('is a link that leads back to the address, with any title', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const [paragraph] = fromMarkdown(markdownLink(page)).children;
        const link =
          paragraph !== undefined && 'children' in paragraph ? paragraph.children[0] : null;
        expect(link).toMatchObject({ type: 'link' });
        if (link?.type !== 'link') return;
        expect(new URL(link.url).href).toBe(new URL(page.url).href);
        const text = link.children.map((child) => ('value' in child ? child.value : '?')).join('');
        expect(text).toBe(page.title.replace(/\s+/g, ' ').trim() || page.url);
      }),
    );
  });
});
