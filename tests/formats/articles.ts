import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** A valid article with all kinds of elements. */
export const RICH_ARTICLE = `<section lang="en">
<h2 id="top">Heading</h2>
<p>Text with <em>emphasis</em>, <strong>weight</strong>, <code>code &amp; more</code>, a
<a href="https://example.org/?a=1&amp;b=2" title="There">link</a>, a <a href="#note">note</a>,
H<sub>2</sub>O, <kbd>Ctrl</kbd>, <q>words</q> and <time datetime="2026-01-02">today</time>.<br>A line.</p>
<p id="note">A <rd-annotation id="annotation-A" data-annotation-id-value="A" data-annotation-color="red">marked</rd-annotation><rd-annotation data-annotation-id-value="A" data-annotation-note="" title="First line
second line" data-annotation-color="red"></rd-annotation> word.</p>
<blockquote cite="https://example.org/q"><p>Quoted.</p></blockquote>
<ul><li>One</li><li><p>Two</p><ol start="3" reversed type="a"><li value="7">Three</li></ol></li></ul>
<dl><dt>Term</dt><dd>Meaning</dd></dl>
<table><caption>Numbers</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col">A</th><th>B</th></tr></thead>
<tbody><tr><td colspan="2">1 | 2</td></tr><tr><td rowspan="1">3</td><td><p>4</p></td></tr></tbody></table>
<figure><img src="https://example.org/a.png" alt="A boat" width="10" height="20"><figcaption>The boat.</figcaption></figure>
<pre data-language="js"><code>if (a &lt; b) {
  go();
}</code></pre>
<details open><summary>More</summary><p>Hidden.</p></details>
<p><math display="block" alttext="\\frac{1}{2}"><mfrac><mn>1</mn><mn>2</mn></mfrac><mo stretchy="false">=</mo><msup><mi mathvariant="normal">x</mi><mn>2</mn></msup></math></p>
<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby> <bdo dir="rtl">abc</bdo></p>
<hr>
</section>`;

/** Markup that the sanitiser accepts and strict readers do not. */
export const HOSTILE_ARTICLE = `<section><p>
<span><div>A block in a line</div></span> <em>and <ul><li>a list</li></ul> in emphasis</em>
<h2>Heading <div>with a block</div><ul><li>and a list</li></ul></h2>
<ul>text<p>not an item</p><li>item</li></ul><ul></ul><ol> </ol>
<dl><dd>first</dd><dt>last</dt></dl><dl></dl><dl><div><dt>a</dt><dd>b</dd></div></dl>
<table><tbody></tbody></table><table><tr></tr></table>
<table><tfoot><tr><td headers="gone" colspan="0">1</td></tr></tfoot><thead><tr><th scope="x" abbr="y">2</th></tr></thead><caption>late</caption><caption>twice</caption></table>
<figure><figcaption>one</figcaption><p>x</p><figcaption>two</figcaption></figure>
<figure></figure><details>no summary</details><a href="https://example.org"><details><summary>in a link</summary></details></a>
<a href="javascript:alert(1)">script</a> <a href="#missing">nowhere</a> <a href="https://[bad">bad</a>
<a href="https://example.org/a b|c?d={e}&amp;f=%zz#g#h">odd</a> <a id="x" href="relative">relative</a><a href="#x">to x</a>
<a href="https://example.org/"><p>block in a link</p><rd-annotation data-annotation-note="" title="In a link"></rd-annotation></a>
<i id="x">same id</i><i id="with space">id</i><a href="#with%20space">to it</a><a href="#%">per cent</a>
<img src="gone.png"><img src="gone.png" alt="described"><img width="10%" height="auto">
<li>alone</li><dt>alone</dt><figcaption>alone</figcaption><summary>alone</summary><rt>alone</rt>
<ruby>no reading</ruby><ruby><rt>only reading</rt></ruby><bdo>no direction</bdo>
<time>whenever</time><data>no value</data><q cite=":::">cited</q><ins datetime="x">in</ins>
<span lang="xx-not-a-lang-tag-at-all-really-not">lang</span><span dir="sideways" title="a&#1;b">dir</span>
<math><mfrac><mn>1</mn></mfrac></math><math><p>text in a formula</p></math><math><mi>x<b>y</b></mi></math><math></math>
<svg viewBox="0 0 1 1"><path d="M0 0"/><text>drawn</text></svg><custom-element>unknown</custom-element>
<wbr><hr><font color="red">old</font><center>centred</center><u>u</u><s>s</s>\u0000\u0001\ufffe
<pre>text<p>in pre</p><code><div>block in code</div></code></pre>${'<blockquote>'.repeat(300)}deep${'</blockquote>'.repeat(300)}
${'<b>'.repeat(300)}bold${'</b>'.repeat(300)}</p></section>`;

/** Returns the words of an article's texts, for each text separately. */
export function wordsOf(html: string): readonly string[] {
  const words: string[] = [];
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html).childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('value' in node) words.push(...(node.value.match(/[a-z]{3,}/gi) ?? []));
    else if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return words;
}
