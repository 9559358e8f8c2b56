import { describe, expect, it, vi } from 'vitest';
import { codeLanguage, repairCode } from '../../../src/capture/repair/code';
import { parsed } from '../../support/article-html';
import { captured, pageWith } from '../../support/article-pages';
import { inBrowser, onServer } from '../kinds/both-doms';

const blocks = (html: string): readonly HTMLPreElement[] => [
  ...captured(pageWith(html)).article.querySelectorAll('pre'),
];

describe('codeLanguage', () => {
  it.each([
    ['<pre><code class="language-rust">x</code></pre>', 'rust'],
    ['<pre class="lang-js">x</pre>', 'js'],
    ['<pre class="lang-C++">x</pre>', 'c++'],
    ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
    [
      '<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>',
      'python',
    ],
    ['<pre class="brush: java; gutter: false">x</pre>', 'java'],
    [
      '<div class="sourceCode"><pre class="sourceCode haskell"><code>x</code></pre></div>',
      'haskell',
    ],
    ['<pre><code class="hljs typescript">x</code></pre>', 'typescript'],
    [
      '<figure class="highlight ruby"><table><tr><td><pre>x</pre></td></tr></table></figure>',
      'ruby',
    ],
    ['<pre class="src src-emacs-lisp">x</pre>', 'emacs-lisp'],
    ['<pre data-lang="go">x</pre>', 'go'],
    ['<div data-language="css"><pre>x</pre></div>', 'css'],
    ['<pre class="wp-block-code"><code>x</code></pre>', null],
    ['<pre class="highlight"><code class="hljs plaintext">x</code></pre>', null],
    ['<pre class="code line-numbers">x</pre>', null],
    ['<div class="lang-en"><p>text</p><pre>x</pre></div>', null],
    ['<pre class="language-">x</pre>', null],
  ])('returns for %s the language %s', (html, language) => {
    const block = parsed(html).querySelector('pre');
    expect(block && codeLanguage(block, new Map())).toBe(language);
  });
});

describe('repairCode', () => {
  it.each([
    ['spans', '<pre><code><span>a</span> <span><b>b</b></span>\n<i>c</i></code></pre>', 'a b\nc'],
    ['line breaks', '<pre>a<br>b<br>c</pre>', 'a\nb\nc'],
    ['lines as boxes', '<pre><div>a</div><div>b</div><div></div><div>c</div></pre>', 'a\nb\nc'],
    ['lines as items', '<pre><ol><li>a</li><li>b</li></ol></pre>', 'a\nb'],
    ['lines by class', '<pre><span class="line">a</span><span class="line">b</span></pre>', 'a\nb'],
    [
      'lines by class and breaks',
      '<pre><span class="line">a</span>\n<span class="line">b</span></pre>',
      'a\nb',
    ],
    ['a button', '<pre><button>Copy</button>a</pre>', 'a'],
    ['a gutter', '<pre><span class="gutter">1\n2</span>a\nb</pre>', 'a\nb'],
    [
      'numbers',
      '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>',
      'a\nb',
    ],
    ['tabs and indents', '<pre>if x:\n\tif y:\n        z</pre>', 'if x:\n\tif y:\n        z'],
    [
      'markup as text',
      '<pre>&lt;p class="x"&gt;&amp;amp;&lt;/p&gt;</pre>',
      '<p class="x">&amp;</p>',
    ],
  ])('extracts the text of a code block with %s', (_what, html, text) => {
    expect(blocks(html).map((block) => block.textContent)).toEqual([text]);
  });

  const lines = (number: (at: number) => string): string =>
    ['if (a)', '  b = 2', 'end'].map((line, at) => `${number(at + 1)}${line}\n`).join('');
  const three = '1\n2\n3';
  const NONE = 'white-space:pre;-webkit-user-select:none;user-select:none;color:#7f7f7f';
  it.each([
    [
      'beside each line, by a class',
      `<pre class="chroma"><code>${lines((n) => `<span class="ln">${n}</span>`)}</code></pre>`,
    ],
    [
      'beside each line, by a style',
      `<pre>${lines((n) => `<span style="${NONE}">${n}</span>`)}</pre>`,
    ],
    [
      'beside each line, by an attribute',
      `<pre>${lines((n) => `<i data-line="${n}">${n}</i>`)}</pre>`,
    ],
    ['that link to their line', `<pre>${lines((n) => `<a href="#code-${n}">${n}</a>`)}</pre>`],
    [
      'with a full stop, by a class of an editor',
      `<pre>${lines((n) => `<span class="LineNr">${n}.</span>`)}</pre>`,
    ],
    ['without a name', `<pre>${lines((n) => `<b class="x">${n}</b>`)}</pre>`],
    [
      'as a column with names',
      `<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>${three}</pre></div></td><td class="code"><pre>${lines(() => '')}</pre></td></tr></table>`,
    ],
    [
      'as a column with styles',
      `<div style="color:#fff"><table><tr><td style="padding:0"><pre><code>${three}\n</code></pre></td><td><pre>${lines(() => '')}</pre></td></tr></table></div>`,
    ],
    [
      'as a box beside it',
      `<div><div>${[1, 2, 3].map((n) => `<a data-n="${n}">${n}</a>`).join('')}</div><pre>${lines(() => '')}</pre></div>`,
    ],
    [
      'as a block beside its box',
      `<div><pre>${three}</pre><div><pre>${lines(() => '')}</pre></div></div>`,
    ],
  ])('leaves out line numbers %s, in both DOMs', (_what, html) => {
    const wanted = [lines(() => '').trim()];
    const page = pageWith(html).documentElement.outerHTML;
    for (const { article } of [inBrowser(page), onServer(page)]) {
      const found = [...article.querySelectorAll('pre')];
      expect(found.map(({ textContent }) => textContent?.trim())).toEqual(wanted);
      expect(article.textContent).not.toMatch(/1\s*2\s*3/);
    }
  });

  const mi = (text: string) => `<span class="mi">${text}</span>`;
  it.each([
    [
      'numbers',
      `<pre class="line-numbers"><code class="line-numbers">${three}</code></pre>`,
      three,
    ],
    ['highlighted numbers', `<pre>${mi('1')}\n${mi('2')}\n${mi('3')}</pre>`, three],
    ['numbered values', `<pre>${mi('1')} apple\n${mi('2')} pear</pre>`, '1 apple\n2 pear'],
    [
      'numbers with line numbers',
      `<pre><i class="ln">1</i>10\n<i class="ln">2</i>20</pre>`,
      '10\n20',
    ],
    [
      'a prompt that cannot be selected',
      `<pre><span style="user-select: none">$ </span>ls</pre>`,
      '$ ls',
    ],
    [
      'numbers in one line',
      `<pre>box-shadow: ${mi('0')} ${mi('1')}<b>px</b> ${mi('2')}<b>px</b> black;</pre>`,
      'box-shadow: 0 1px 2px black;',
    ],
    ['a number with a link', '<pre>f(<a href="/p/5">5</a>)</pre>', 'f(5)'],
    ['numbers of other lines', `<pre>f(${mi('1')},\n  ${mi('2')})\n</pre>`, 'f(1,\n  2)\n'],
  ])('keeps code that consists of %s', (_what, html, text) => {
    expect(blocks(html).map((block) => block.textContent)).toEqual([text]);
  });

  it('keeps the output of numbers before other code', () => {
    const html = `<p>Out:</p><pre>${three}</pre><pre>a\nb\nc</pre>`;
    expect(blocks(html).map((block) => block.textContent)).toEqual([three, 'a\nb\nc']);
  });

  it.each([
    [
      'the input of an example',
      '<table><tr><th>Input</th><th>Output</th></tr><tr><td><pre>5</pre></td><td><pre>120</pre></td></tr></table>',
      '5',
    ],
    ['other numbers above', '<div><pre>1 2</pre><pre>3</pre></div>', '1 2'],
  ])('keeps %s, which is no line number', (_what, html, text) => {
    expect(blocks(html)[0]?.textContent).toBe(text);
  });

  it('joins rows with line numbers into one block', () => {
    const row = (line: string, index: number) =>
      `<tr><td class="blob-num" data-line-number="${index}"></td><td class="blob-code"><span>${line}</span></td></tr>`;
    const html = `<table class="highlight">${['a {', '  b', '}'].map(row).join('')}</table>`;
    expect(blocks(html).map((block) => block.textContent)).toEqual(['a {\n  b\n}']);
  });

  it('keeps the id and the language of a code block', () => {
    const [block] = blocks('<pre id="listing"><code class="language-rust">x</code></pre>');
    expect(block?.id).toBe('user-content-listing');
    expect(block?.dataset.language).toBe('rust');
  });

  it.each([
    [
      'the name of the language',
      '<pre id="a"><div><div>python<button>Copy code</button></div><div><code class="language-python">print(1)\n</code></div></div></pre>',
    ],
    ['a file name', '<pre id="a"><span>src/a.py</span><div><code>print(1)\n</code></div></pre>'],
  ])('leaves out %s above code that has a box of its own in its block', (_what, html) => {
    const [block] = blocks(html);
    expect(block?.textContent).toBe('print(1)\n');
    expect(block?.id).toBe('user-content-a');
  });

  it.each([
    ['beside code without a box', '<pre>$ <code>ls</code></pre>', '$ ls'],
    [
      'around a link',
      '<pre>see <a href="/x"><code>foo()</code></a> for more</pre>',
      'see foo() for more',
    ],
    [
      'in two pieces of code',
      '<pre><div><code>a</code></div><div><code>b</code></div></pre>',
      'a\nb',
    ],
    [
      'of more than a label',
      '<pre><span>These words are the output that the command below has given.</span><div><code>ls</code></div></pre>',
      'These words are the output that the command below has given.\nls',
    ],
  ])('keeps text %s', (_what, html, text) => {
    expect(blocks(html).map((block) => block.textContent?.trim())).toEqual([text]);
  });

  it('leaves a preformatted block with illustrated text unchanged', () => {
    const [block] = blocks('<pre>A poem <img src="/a.png" alt=""> with a picture</pre>');
    expect(block?.querySelector('img')).not.toBeNull();
  });
});

/** The lines of a program in the order in which an editor may have made their boxes. */
const PROGRAM = [
  'def press(n):',
  '    for leaf in range(n):',
  '        print(leaf)',
  '',
  '    return n',
];
const SHUFFLED = [2, 0, 4, 1, 3];
const each = (of: (line: string, at: number) => string): string => PROGRAM.map(of).join('');

const EDITORS = {
  'CodeMirror 5': `<div class="CodeMirror"><div><textarea></textarea></div><div class="CodeMirror-lines"><div class="CodeMirror-measure"><pre>x</pre></div><div class="CodeMirror-code">${each(
    (line, at) =>
      `<div style="position:relative"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">${at + 1}</div></div><pre class=" CodeMirror-line "><span>${line || '\u200b'}</span></pre></div>`,
  )}</div></div></div>`,
  'CodeMirror 6': `<div class="cm-editor"><div class="cm-gutters" aria-hidden="true">${each(
    (_line, at) => `<div class="cm-gutterElement">${at + 1}</div>`,
  )}</div><div class="cm-content" role="textbox" contenteditable="true" data-language="python">${each(
    (line) => `<div class="cm-line">${line || '<br>'}</div>`,
  )}</div></div>`,
  Monaco: `<div class="monaco-editor" data-mode-id="python"><div class="margin">${each(
    (_line, at) => `<div style="top:${at * 19}px"><div class="line-numbers">${at + 1}</div></div>`,
  )}</div><div class="view-lines">${SHUFFLED.map(
    (at) =>
      `<div class="view-line" style="top:${at * 19}px;height:19px"><span>${PROGRAM[at]?.replaceAll(' ', '\xa0')}</span></div>`,
  ).join('')}</div></div>`,
  Ace: `<div class="ace_editor"><textarea></textarea><div class="ace_gutter">${each(
    (_line, at) => `<div class="ace_gutter-cell">${at + 1}</div>`,
  )}</div><div class="ace_text-layer">${SHUFFLED.map(
    (at) =>
      `<div class="ace_line_group" style="height: 16px; top: ${at * 16}px"><div class="ace_line">${PROGRAM[at]}</div></div>`,
  ).join('')}</div></div>`,
};

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
])('the code of an editor, captured %s', (_, capture) => {
  const TEXT = '<p>The leaves of the fern are pressed one by one, and each is counted twice.</p>';

  it.each(Object.entries(EDITORS))('is one block with its lines in order: %s', (_name, editor) => {
    const { article, text } = capture(`<article>${TEXT.repeat(4)}${editor}${TEXT}</article>`);
    const found = [...article.querySelectorAll('pre')];
    expect(found.map(({ textContent }) => textContent)).toEqual([PROGRAM.join('\n')]);
    expect(text).not.toMatch(/twice\. ?1/);
  });

  it('has the language that the editor says', () => {
    const languages = Object.values(EDITORS).map((editor) =>
      capture(`<article>${TEXT.repeat(4)}${editor}</article>`)
        .article.querySelector('pre')
        ?.getAttribute('data-language'),
    );
    expect(languages).toEqual([null, 'python', 'python', null]);
  });

  it('is no block if the editor is empty', () => {
    const editor = '<div class="cm-editor"><div class="cm-line"><br></div></div>';
    expect(
      capture(`<article>${TEXT.repeat(4)}${editor}</article>`).article.innerHTML,
    ).not.toContain('<pre');
  });
});

/** Repairs the code of an element without the other steps of a capture. */
const repairIn = (root: Element): void =>
  repairCode({
    root,
    document,
    find: (tag: string) => [...root.querySelectorAll(tag)],
    onRepaired: () => {},
  } as never);

describe('repairCode with many code blocks', () => {
  it('searches the elements around each block only once', () => {
    const root = document.createElement('div');
    root.innerHTML = `<div>${'<div><pre>x</pre></div><pre>y</pre>'.repeat(50)}</div>`;
    const box = root.firstElementChild!;
    const looks = vi.spyOn(box, 'querySelectorAll');
    repairIn(root);
    expect(root.querySelectorAll('pre > code')).toHaveLength(100);
    expect(looks).toHaveBeenCalledOnce();
  });

  it('joins the blocks of one table into one block with a line for each cell', () => {
    const cells = ['a', '', 'b\n', 'c'].map((text) => `<tr><td class="code">${text}</td></tr>`);
    const root = document.createElement('div');
    root.innerHTML = `<table>${cells.join('')}</table>`;
    repairIn(root);
    expect(root.textContent).toBe('a\nb\nc');
  });
});
