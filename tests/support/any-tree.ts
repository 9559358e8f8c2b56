import fc from 'fast-check';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';
const XLINK = 'http://www.w3.org/1999/xlink';

const ELEMENTS: readonly (readonly [namespace: string | null, name: string])[] = [
  ...['p', 'div', 'a', 'img', 'h1', 'h2', 'li', 'dd', 'dt', 'ul', 'table', 'td', 'SCRIPT', 'svg'],
].map((name) => [HTML, name] as const);
const FOREIGN: typeof ELEMENTS = [
  [SVG, 'svg'],
  [SVG, 'g'],
  [SVG, 'a'],
  [SVG, 'linearGradient'],
  [SVG, 'script'],
  [SVG, 'foreignObject'],
  [SVG, 'p'],
  [MATHML, 'math'],
  [MATHML, 'mi'],
  [MATHML, 'mtext'],
  [MATHML, 'mglyph'],
  [MATHML, 'annotation-xml'],
  ['http://evil.example/', 'p'],
  [null, 'p'],
];

const ATTRIBUTES: readonly (readonly [namespace: string | null, name: string])[] = [
  ...['href', 'HREF', 'src', 'SRC', 'onclick', 'ONCLICK', 'onError', 'id', 'title', 'class', 'is'],
  ...['style', 'width', 'srcdoc', 'data-x', 'cite', 'fill', 'alt', 'rel'],
].map((name) => [null, name] as const);
const NAMESPACED: typeof ATTRIBUTES = [
  [XLINK, 'href'],
  [XLINK, 'xlink:href'],
  [XLINK, 'title'],
  ['http://evil.example/', 'onclick'],
  ['http://evil.example/', 'x:onclick'],
];
const VALUES = [
  ...['', '#a', 'a b', 'https://example.org/a', 'javascript:__xss()', ' java\nscript:__xss()'],
  ...['data:text/html,x', 'data:image/png;base64,AAAA', 'x-y', '</style><img src=x>', '-->', '1'],
  ...['url(#a)', 'url(//evil.example)', 'childNodes', 'localName', '"><script>__xss()</script>'],
];

type Step = (parent: Node, document: Document, isCustomised: boolean) => void;

const attribute = fc.tuple(
  fc.constantFrom(...ATTRIBUTES, ...NAMESPACED),
  fc.constantFrom(...VALUES),
);

const step = fc.letrec<{ node: Step }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom('word ', '<b>', '-->', ']]>', '</p>', '&lt;').map(
      (text): Step =>
        (parent, document) =>
          void parent.appendChild(document.createTextNode(text)),
    ),
    fc.constantFrom('', 'x', '<img src=x onerror=__xss()>', '[if IE]>').map(
      (text): Step =>
        (parent, document) =>
          void parent.appendChild(document.createComment(text)),
    ),
    fc
      .tuple(
        fc.constantFrom(...ELEMENTS, ...FOREIGN),
        fc.boolean(),
        fc.uniqueArray(attribute, { maxLength: 3, selector: ([[, name]]) => name.toLowerCase() }),
        fc.array(tie('node'), { maxLength: 4 }),
      )
      .map(([[namespace, name], isOne, attributes, children]): Step => {
        return (parent, document, isCustomised) => {
          const element = document.createElementNS(
            namespace,
            name,
            isOne && isCustomised ? { is: 'x-y' } : undefined,
          );
          for (const [[of, key], value] of attributes) element.setAttributeNS(of, key, value);
          for (const child of children) child(element, document, isCustomised);
          parent.appendChild(element);
        };
      }),
  ),
})).node;

/** Makes a tree. With `isCustomised` some of its elements are customised ones (`is`). */
type MakeTree = (document: Document, isCustomised: boolean) => DocumentFragment;

/**
 * Generates functions that make a tree as a script can: with elements where no parser puts them,
 * names in upper case, and attributes with namespaces.
 */
export const anyTree = fc.array(step, { maxLength: 5 }).map(
  (steps): MakeTree =>
    (document, isCustomised) => {
      const fragment = document.createDocumentFragment();
      for (const add of steps) add(fragment, document, isCustomised);
      return fragment;
    },
);
