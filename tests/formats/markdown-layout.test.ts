import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ExportedBookmark, type MarkdownLayout, writeMarkdown } from '../../src/formats';
import { bookmark } from './items';

/** Writes bookmarks without an article in a layout. */
const written = (layout: MarkdownLayout, ...bookmarks: readonly Partial<ExportedBookmark>[]) => {
  async function* items() {
    for (const fields of bookmarks) {
      yield { bookmark: bookmark(fields), loadArticle: async () => null };
    }
  }
  return new Response(writeMarkdown(items(), { layout })).text();
};

/** The YAML at the top, and the Markdown below it. */
function partsOf(text: string) {
  const [, top = '', below = ''] = /^---\n(.*?\n)---\n\n(.*)$/s.exec(text) ?? [];
  return { properties: parse(top) as Record<string, unknown>, below };
}

const noteOf = (note: string) => (note === '' ? '' : `> ${note}\n`);
const textOf = (markdown: string): string => {
  const [heading] = fromMarkdown(markdown).children;
  const children = heading !== undefined && 'children' in heading ? heading.children : [];
  expect(heading).toMatchObject({ type: 'heading', depth: 1 });
  return children.map((child) => ('value' in child ? child.value : '?')).join('');
};

describe('the parts of a Markdown file beside its text', () => {
  it('are the known values as YAML, and the title', async () => {
    const fields = { title: 'A: "b" # c', labels: ['x', '*y*'], published: null, note: '' };
    const { properties, below } = partsOf(await written('properties', fields));
    const { url, domain, authors } = bookmark();
    expect(properties).toEqual({
      title: 'A: "b" # c',
      saved: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      website: domain,
      source: url,
      authors,
      labels: ['x', '*y*'],
    });
    expect(below).toBe('# A: "b" # c\n');
  });

  it('are the title and its source, where somebody has chosen that', async () => {
    const fields = {
      title: 'A *b* #',
      url: 'https://e.org/a_(b)',
      siteName: 'The *Site*',
      authors: ['Ann', 'Bo'],
      published: '2024-05-06T10:00:00Z',
      note: 'For Eve.',
    };
    expect(await written('heading', fields)).toBe(
      `# A \\*b\\* \\#\n\n[The \\*Site\\*](https://e.org/a_\\(b\\)) · Ann, Bo · 2024-05-06\n\n${noteOf('For Eve.')}`,
    );
    const unknown = { title: 'A', url: 'https://e.org/', domain: 'e.org', siteName: ' ', note: '' };
    expect(await written('heading', { ...unknown, authors: [], published: null })).toBe(
      '# A\n\n[e.org](https://e.org/)\n',
    );
  });

  it('are none, where somebody has chosen that, but a note stays', async () => {
    expect(await written('text', { note: 'For Eve.' })).toBe(noteOf('For Eve.'));
  });

  it('are no YAML in a file with several texts', async () => {
    const text = await written(
      'properties',
      { title: 'A', note: '' },
      { title: 'B', note: 'Mine.' },
    );
    expect(text).toBe(`# A\n\n${'-'.repeat(36)}\n\n# B\n\n> Mine.\n`);
  });

  it('keep every title and every value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 3 }),
        async (title, labels) => {
          const { properties, below } = partsOf(
            await written('properties', { title, labels, note: title }),
          );
          const shown = title.replace(/\s+/g, ' ').trim() || bookmark().url;
          expect(properties.title).toBe(shown);
          expect(properties.labels ?? []).toEqual(labels);
          expect(textOf(below)).toBe(shown);
        },
      ),
      {
        examples: [
          ['#', []],
          ['a ##', []],
          ['1. a', []],
          ['\\#', []],
          ['a\\', []],
          ['==', []],
        ],
      },
    );
  });
});
