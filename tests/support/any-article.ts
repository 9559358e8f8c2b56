import fc from 'fast-check';
import { XSS_VECTORS } from './xss-vectors';

const TAGS = [
  ...[
    'p',
    'div',
    'a',
    'img',
    'table',
    'tr',
    'td',
    'ul',
    'li',
    'pre',
    'code',
    'b',
    'i',
    'span',
    'h2',
  ],
  ...['svg', 'path', 'title', 'desc', 'foreignObject', 'style', 'script', 'math', 'mi', 'mtext'],
  ...['mglyph', 'annotation-xml', 'noscript', 'template', 'form', 'input', 'select', 'option'],
  ...['textarea', 'iframe', 'details', 'summary', 'figure', 'figcaption', 'x-y', 'button', 'xmp'],
];
const NAMES = [
  'href',
  'src',
  'id',
  'onclick',
  'onerror',
  'style',
  'class',
  'title',
  'fill',
  'd',
  'alt',
];
const VALUES = [
  ...[
    '#a',
    'a',
    'javascript:__xss()',
    'https://example.org/a?b#c',
    'url(#a)',
    'url(//evil.example)',
  ],
  ...[
    'data:image/png;base64,AAAA',
    'data:text/html,x',
    '</style><img src=x onerror=__xss()>',
    '-->',
  ],
  ...['language-js', ' \u0001javascript:x', 'mailto:a@example.org', '<b>', '&lt;', '__proto__'],
];

const attribute = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES))
  .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`);
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '<!--',
    '-->',
    '</p>',
    '</math>',
    '</svg>',
    '<br>',
    ']]>',
    'word ',
    '&lt;img&gt;',
  ),
);

const markup = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    text,
    fc.constantFrom(...XSS_VECTORS.map(({ html }) => html).filter((html) => html.length < 500)),
    fc
      .tuple(
        fc.constantFrom(...TAGS),
        fc.array(attribute, { maxLength: 3 }),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.boolean(),
      )
      .map(([tag, attributes, children, isClosed]) => {
        const end = isClosed ? `</${tag}>` : '';
        return `<${tag}${attributes.join('')}>${children.join('')}${end}`;
      }),
  ),
})).node;

/** Generates articles with any markup, hostile and broken. */
export const anyArticle = fc.array(markup, { maxLength: 5 }).map((nodes) => nodes.join(''));
