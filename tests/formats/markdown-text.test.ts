import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';
import { markdownOf } from '../../src/formats';
import { bookmark } from './items';

/** An element with its text, as a reader shows it. */
interface Part {
  readonly html: string;
  readonly text: string;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const word = fc
  .string({
    unit: fc.constantFrom(...'aB1*_`#+-.![]()<>&\\=|~:"é漢😀'),
    minLength: 1,
    maxLength: 8,
  })
  .map((text): Part => ({ html: escaped(text), text }));

const joined = (tag: string, parts: readonly Part[], between = ''): Part => ({
  html: `<${tag}>${parts.map(({ html }) => html).join(between)}</${tag}>`,
  text: parts.map(({ text }) => text).join(between),
});

const inline: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: word },
  fc
    .tuple(fc.constantFrom('em', 'strong', 'code', 'span', 'kbd'), word)
    .map(([tag, part]) => joined(tag, [part])),
  word.map(({ html, text }) => ({ html: `<a href="https://example.org/">${html}</a>`, text })),
);

const line = (tag: string) =>
  fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => joined(tag, parts, ' '));

const block: fc.Arbitrary<Part> = fc.oneof(
  ...['p', 'h2', 'h4', 'blockquote'].map(line),
  fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(line('li'), { minLength: 1, maxLength: 3 }))
    .map(([tag, items]) => ({
      html: joined(tag, items).html,
      text: items.map(({ text }) => text).join(' '),
    })),
  word.map(({ html, text }) => ({ html: `<pre><code>${html}\n</code></pre>`, text })),
);

/** Returns the text of Markdown as a program shows it that knows CommonMark. */
function shown(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if (!('children' in node)) return ' ';
  const isLine = node.type === 'paragraph' || node.type === 'heading';
  const texts = node.children.map((child) => shown(child));
  return isLine || 'url' in node ? texts.join('') : texts.join(inBlock(node) ? ' ' : '');
}

const inBlock = ({ type }: Nodes): boolean =>
  ['root', 'blockquote', 'list', 'listItem'].includes(type);

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

it('shows the text of any article after it was read again as CommonMark', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const html = blocks.map((part) => part.html).join('');
      const { text } = markdownOf({
        bookmark: bookmark(),
        article: { html, leadImage: null, leadInText: null },
        hasFrontMatter: false,
        hasHeading: false,
        images: new Map(),
      });
      // Strikethrough and tables are not CommonMark: their escapes are.
      expect(plain(shown(fromMarkdown(text)))).toBe(
        plain(blocks.map((part) => part.text).join(' ')),
      );
    }),
  );
});
