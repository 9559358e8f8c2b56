import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  DEFAULT_TEMPLATE_TEXT,
  type ExportedBookmark,
  MAX_TEMPLATE_LENGTH,
  markdownOf,
  PLACEHOLDERS,
  parseTemplate,
} from '../../src/formats';
import { bookmark } from './items';

/** Fills a template for a bookmark whose article is `html`. */
function filled(template: string, with_: Partial<ExportedBookmark> = {}, html = '<p>Text</p>') {
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return markdownOf({
    bookmark: bookmark(with_),
    article: { html, leadImage: null, leadInText: null },
    hasFrontMatter: true,
    hasHeading: true,
    images: new Map(),
    template: parsed.value,
  }).text;
}

const problemsOf = (template: string) => {
  const parsed = parseTemplate(template);
  return parsed.ok
    ? []
    : parsed.error.map(({ kind, line, column, found }) => `${line}:${column} ${kind} ${found}`);
};

describe('a template of Markdown', () => {
  it('replaces names by values, as Markdown below the front matter', () => {
    const text =
      '# {{title}}\n\nFrom [{{ site }}]({{source}}), {{authors}}. #a\n\n{{text}}\n\n-- {{labels}}';
    expect(
      filled(text, { title: 'A *b* #', url: 'https://e.org/a_(b)', labels: ['x', '*y*'] }),
    ).toBe(
      '# A \\*b\\* \\#\n\nFrom [Example](https://e.org/a_%28b%29), Ann Author. #a\n\nText\n\n-- x, \\*y\\*\n',
    );
  });

  it('has values as YAML in the front matter, and other lines as they are', () => {
    const text =
      '---\ntags: [a, b]\nkind: {{description}}\nlabels: {{labels}}\nby: {{authors}}\nkept: {{archived}}\n---\n{{text}}';
    const written = filled(text, { description: 'a: "b" # c', isArchived: true });
    expect(parse(written.split('\n---\n')[0] ?? '')).toEqual({
      tags: ['a', 'b'],
      kind: 'a: "b" # c',
      labels: ['ice', 'to read'],
      by: ['Ann Author'],
      kept: 'yes',
    });
    expect(written).toMatch(/---\n\nText\n$/);
  });

  it('leaves out lines whose values are all unknown, and the empty lines between them', () => {
    const text = 'A\n\n{{description}}\n\n{{site}} {{description}}\n\n{{text}}\n\nEnd\n';
    expect(filled(text, { description: '', siteName: '' })).toBe('A\n\nText\n\nEnd\n');
    expect(filled(text, { description: '' }, '')).toBe('A\n\nExample \n\nEnd\n');
    expect(filled('---\ndate: {{published}}\n---\n{{text}}', { published: null })).toBe(
      '---\n---\n\nText\n',
    );
  });

  it.each<[string, string, readonly string[]]>([
    [
      'an unknown name',
      '{{title}}\n x {{titel}} {{}}\n{{text}}',
      ['2:4 unknown-name {{titel}}', '2:14 unknown-name {{}}'],
    ],
    ['a name without an end', '{{text}}\n{{title', ['2:1 not-closed {{title']],
    ['a name within a value', '---\na: x {{title}}\n---\n{{text}}', ['2:6 not-a-value {{title}}']],
    ['a name as a key', '---\n{{title}}: a\n---\n{{text}}', ['2:1 not-a-value {{title}}: a']],
    [
      'the article in the front matter',
      '---\na: {{text}}\n---\n{{text}}',
      ['2:4 text-not-alone {{text}}'],
    ],
    ['the article within a line', '> {{text}}', ['1:3 text-not-alone {{text}}']],
    ['the article twice', '{{text}}\n{{text}}', ['2:1 text-not-alone {{text}}']],
    ['no article', '# {{title}}', ['1:1 no-text ']],
    ['no end of the front matter', '---\na: b\n\n{{text}}', ['1:1 front-not-closed ---']],
    ['too many characters', 'a'.repeat(MAX_TEMPLATE_LENGTH + 1), ['1:1 too-long ']],
  ])('is refused with its place for %s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('is refused or filled, whatever it is', () => {
    const piece = fc.constantFrom(
      ...[...PLACEHOLDERS.map((name) => `{{${name}}}`), '{{', '}}', '{', '---', '\n', '\r\n'],
      ...['a: ', '# ', '> ', ' ', 'x', ':', "'", '"'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        if (problemsOf(text).length > 0) return;
        expect(filled(text)).toContain('Text');
      }),
    );
  });

  it('keeps every title as the text of a heading', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const written = filled('# {{title}}\n\n{{text}}', { title });
        const [heading] = fromMarkdown(written).children;
        expect(heading).toMatchObject({ type: 'heading', depth: 1 });
        const children = heading !== undefined && 'children' in heading ? heading.children : [];
        const text = children.map((child) => ('value' in child ? child.value : '?')).join('');
        expect(text).toBe(title.replace(/\s+/g, ' ').trim() || bookmark().url);
      }),
      { examples: [['#'], ['a ##'], ['1. a'], ['\\#'], ['a\\'], ['=='], ['+ a'], ['&amp;']] },
    );
  });

  it('is accepted in its original form', () => {
    expect(problemsOf(DEFAULT_TEMPLATE_TEXT)).toEqual([]);
  });
});
