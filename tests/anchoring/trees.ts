import fc from 'fast-check';
import type { TextIndex, TextSpan } from '../../src/anchoring';

/** Creates an element with the parser, as a server creates its root (protocol.md section 9.1). */
export function parseBody(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** Texts with white space and with characters that differ in code points and UTF-16 code units. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '한', ' ', '\n', '𝒳', '👩‍🚀', '🇫🇷', '\u00ad'),
  minLength: 1,
  maxLength: 8,
});

/** Markup that a parser reproduces unchanged: no `p` in a `p`, no bare text below the root. */
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc
      .tuple(fc.constantFrom('em', 'b', 'span', 'code'), fc.array(tie('inline'), { maxLength: 3 }))
      .map(([tag, children]) => `<${tag}>${children.join('')}</${tag}>`),
    fc.constantFrom('<br>', '<!-- note -->', '<img alt="">'),
    fc.tuple(text, text).map(([base, note]) => `<ruby>${base}<rt>${note}</rt></ruby>`),
  ),
}));

const content = fc.array(inline, { maxLength: 4 }).map((children) => children.join(''));
const block = fc.oneof(
  fc
    .tuple(fc.constantFrom('p', 'blockquote', 'h2', 'li'), content)
    .map(([tag, children]) => `<${tag}>${children}</${tag}>`),
  // A parser drops a line break after the tag.
  content.map((children) => `<pre>a${children}</pre>`),
  fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(content, { maxLength: 3 }))
    .map(
      ([tag, items]) => `<${tag}>\n${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`,
    ),
  fc
    .array(fc.tuple(content, content), { maxLength: 2 })
    .map((rows) => rows.map(([a, b]) => `<tr><th>${a}</th>\n<td>${b}</td></tr>`).join('\n'))
    .map((rows) => `<table><tbody>${rows}</tbody></table>`),
);

/** The HTML of an article: one section of blocks with white space between some of them. */
export const article = fc
  .array(fc.oneof({ weight: 4, arbitrary: block }, { weight: 1, arbitrary: fc.constant('\n') }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((blocks) => `<section>${blocks.join('')}</section>`);

/** Returns the text of a span without the white space between table cells, where no mark may be. */
export function markableText({ nodes, starts }: TextIndex, { start, end }: TextSpan): string {
  const parts = nodes.map((node, at) => {
    if (node.parentElement?.matches('table, tbody, tr') === true) return '';
    const from = starts[at] ?? 0;
    return node.data.slice(Math.max(0, start - from), Math.max(0, end - from));
  });
  return parts.join('');
}

/** Two positions in the article, in per cent of its text. */
export const places = fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }));

/** Returns the span between two positions, never splitting a character. */
export function spanBetween(text: string, [a, b]: readonly [number, number]) {
  const characters = [...text];
  const whole = (percent: number) =>
    characters.slice(0, Math.round((percent * characters.length) / 100)).join('').length;
  return { start: Math.min(whole(a), whole(b)), end: Math.max(whole(a), whole(b)) };
}
