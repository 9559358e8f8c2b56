import { describe, expect, it, vi } from 'vitest';
import { codeLanguage, repairCode } from '../../../src/capture/repair/code';
import { parsed } from '../../support/article-html';
import { captured, pageWith } from '../../support/article-pages';

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

  it('leaves a preformatted block with illustrated text unchanged', () => {
    const [block] = blocks('<pre>A poem <img src="/a.png" alt=""> with a picture</pre>');
    expect(block?.querySelector('img')).not.toBeNull();
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
