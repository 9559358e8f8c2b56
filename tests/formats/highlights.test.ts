import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { addressOfFile } from '../../src/domain/added-file';
import { type HighlightedPage, highlightsToMarkdown } from '../../src/formats';

const ADDED = addressOfFile('ab'.repeat(32), 'ice.pdf');

const page = (parts: Partial<HighlightedPage> = {}): HighlightedPage => ({
  title: 'Ice',
  url: 'https://example.org/ice',
  highlights: [],
  ...parts,
});

/** Returns the text of a node as a reader shows it. */
const textOf = (node: Nodes): string => {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
};

/** Returns the kind and the text of each block. */
const blocks = ({ children }: Root) => children.map((node) => [node.type, textOf(node)]);

describe('highlights as Markdown', () => {
  it('have a heading that links to the page, and each quote with its note below it', () => {
    const highlights = [
      { quote: 'The harbour froze.', note: 'When?\n\nIn *January*.' },
      { quote: 'Boats stood in the ice.', note: '' },
    ];
    expect(highlightsToMarkdown(page({ title: 'Ice [1]', highlights }))).toBe(
      [
        '# [Ice \\[1\\]](https://example.org/ice)',
        '> The harbour froze.',
        'When?',
        'In \\*January\\*.',
        '> Boats stood in the ice.\n',
      ].join('\n\n'),
    );
  });

  it('have the page of their document at the end of the quote, if it is known', () => {
    const highlights = [
      { quote: 'The harbour froze.', note: 'When?', page: 3 },
      { quote: 'Boats stood in the ice.', note: '', page: null },
    ];
    expect(highlightsToMarkdown(page({ title: '', url: ADDED, highlights }))).toBe(
      '# ice.pdf\n\n> The harbour froze.\n>\n> — page 3\n\nWhen?\n\n> Boats stood in the ice.\n',
    );
  });

  it.each(['- one', '+ one', '* one', '1. one', '1) one', '# one', '> one', '---', '~~~', '| a |'])(
    'keep a quote that begins like markup: %s',
    (quote) => {
      const tree = fromMarkdown(
        highlightsToMarkdown(page({ highlights: [{ quote, note: quote }] })),
      );
      expect(blocks(tree).slice(1)).toEqual([
        ['blockquote', quote],
        ['paragraph', quote],
      ]);
    },
  );

  it('have the address as the heading of a page without a title, and no link that runs scripts', () => {
    expect(highlightsToMarkdown(page({ title: ' ' }))).toBe('# <https://example.org/ice>\n');
    expect(highlightsToMarkdown(page({ url: 'javascript:alert(1)' }))).toBe('# Ice\n');
  });

  it('are the same quotes and notes when a Markdown parser reads them', () => {
    const markup = fc.constantFrom(...'\\`*_{}[]()<>#+-.!|~=&;:/"\'1 a\u00e9\u05d0\u{1f600}');
    const words = fc
      .array(fc.oneof(markup, fc.string({ unit: 'grapheme', maxLength: 3 })), { minLength: 1 })
      // The quote of a highlight is one line.
      .map((parts) =>
        parts
          .join('')
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim(),
      )
      .filter((text) => text !== '');
    const highlight = fc.record({ quote: words, note: fc.oneof(fc.constant(''), words) });
    fc.assert(
      fc.property(words, fc.array(highlight, { maxLength: 4 }), (title, highlights) => {
        const tree = fromMarkdown(highlightsToMarkdown(page({ title, highlights })));
        expect(blocks(tree)).toEqual([
          ['heading', title],
          ...highlights.flatMap(({ quote, note }) => [
            ['blockquote', quote],
            ...(note === '' ? [] : [['paragraph', note]]),
          ]),
        ]);
      }),
      { numRuns: 500 },
    );
  });
});
