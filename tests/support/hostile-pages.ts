/** A page that tries to make a capture slow, wrong or impossible. */
export interface HostileDocument {
  /** A description for the name of a test. */
  readonly is: string;
  readonly build: (document: Document) => void;
  /** Text that the capture must contain. */
  readonly keeps: string;
}

const SENTENCE =
  'Every leaf in this garden is counted at night, and in the morning one is missing. ';
const PARAGRAPHS = `<p>${SENTENCE.repeat(5)}</p>`.repeat(8);
const KEPT = 'Every leaf in this garden is counted at night';

const page = (is: string, html: () => string, head = ''): HostileDocument => ({
  is,
  build: (document) => {
    document.head.innerHTML = `<title>Garden</title>${head}`;
    document.body.innerHTML = html();
  },
  keeps: KEPT,
});

const article = (middle: string): string =>
  `<article>${PARAGRAPHS}${middle}${PARAGRAPHS}</article>`;

/** DOM properties that a form or a document shadows with its elements of that name. */
const CLOBBERED = [
  ...['children', 'childNodes', 'attributes', 'nodeName', 'nodeType', 'localName', 'tagName'],
  ...['parentNode', 'parentElement', 'firstChild', 'nextSibling', 'firstElementChild', 'className'],
  ...[
    'id',
    'style',
    'textContent',
    'innerHTML',
    'querySelectorAll',
    'getAttribute',
    'hasAttribute',
  ],
  ...['removeAttribute', 'remove', 'replaceWith', 'append', 'matches', 'closest', 'contains'],
];
const CLOBBERED_DOCUMENT = [
  ...['body', 'head', 'documentElement', 'cloneNode', 'createTreeWalker', 'createElement', 'URL'],
  ...['baseURI', 'title', 'contentType', 'querySelector', 'querySelectorAll', 'getElementById'],
  ...[
    'getElementsByTagName',
    'implementation',
    'importNode',
    'createDocumentFragment',
    'firstChild',
  ],
  ...['defaultView', 'nodeType', 'forms', 'images', 'scripts', 'documentURI', 'createRange'],
];

/** Without the limits of a capture each of these would take very long or block the tab. */
export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  page('a form whose fields are named like the DOM', () => {
    const fields = CLOBBERED.map((name) => `<input name="${name}">`).join('');
    return `<form id="f">${fields}${article('')}<img id="parentNode" name="children"></form>`;
  }),
  page('a document whose images are named like its own properties', () => {
    const images = CLOBBERED_DOCUMENT.map((name) => `<img name="${name}" id="${name}">`).join('');
    return `${images}<form name="currentScript"></form>${article('')}`;
  }),
  page(
    'based on a javascript: address',
    () => article('<p><a href="next">Next</a><img src="leaf.png" alt=""></p>'),
    '<base href="javascript:alert(1)//"><base href="data:text/html,x" target="_top">',
  ),
  {
    is: 'thousands of elements deep',
    build: (document) => {
      // From the innermost outwards: jsdom walks all ancestors of each element that is inserted.
      let outer: HTMLElement = document.createElement('div');
      outer.innerHTML = PARAGRAPHS;
      for (let depth = 0; depth < 6000; depth += 1) {
        const inner = outer;
        outer = document.createElement(depth % 3 === 2 ? 'span' : 'div');
        outer.append(inner);
      }
      document.body.append(outer);
    },
    keeps: KEPT,
  },
  {
    is: 'shadow roots in shadow roots',
    build: (document) => {
      document.body.innerHTML = article('<div id="nest"></div>');
      let inner: Element | ShadowRoot = document.getElementById('nest') as Element;
      for (let depth = 0; depth < 200; depth += 1) {
        const host: Element = inner.appendChild(document.createElement('x-nest'));
        inner = host.attachShadow({ mode: 'open' });
      }
    },
    keeps: KEPT,
  },
  page('one image with a set of sizes as long as a book', () =>
    article(`<img srcset="${'a'.repeat(200_000)}${','.repeat(200_000)} 1x" src="leaf.png">`),
  ),
  page('one class as long as a book', () =>
    article(`<pre class="${'language '.repeat(50_000)}"><code>leaf</code></pre>`),
  ),
  page('attributes that no script could set', () =>
    article('<x-card @click="a" :b="c" [d]="e" *f="g" h<i="j"><p>leaf</p></x-card><p "=x>leaf</p>'),
  ),
  page('a title in its picture of itself', () =>
    article('<svg><title>Not the title</title><path d="M0 0"/></svg>'),
  ),
  page('notes that lead to each other', () =>
    article(
      '<p id="a"><a href="#b">1</a></p><p id="b"><a href="#a">2</a><a href="#%E0%A4%A">3</a></p>',
    ),
  ),
  page('data that is no JSON', () => article(''), '<script type="application/ld+json">{]</script>'),
];
