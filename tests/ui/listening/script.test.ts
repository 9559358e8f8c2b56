import { describe, expect, it } from 'vitest';
import { createTextIndex } from '../../../src/anchoring';
import { createScript, type Script, type Sentence } from '../../../src/ui/listening/script';

function scriptOf(html: string, lang = 'en'): Script {
  document.body.innerHTML = `<div>${html}</div>`;
  const root = document.body.firstElementChild!;
  const fragmentOf = (link: Element) => /^#(.*)/.exec(link.getAttribute('href') ?? '')?.[1] ?? null;
  return createScript(createTextIndex(root), { lang, fragmentOf });
}

function* all(script: Script): Generator<Sentence> {
  for (let each = script.at(0); each !== null; each = script.beside(each, 1)) yield each;
}

const said = (html: string) =>
  [...all(scriptOf(html))].map(({ kind, text }) => (kind === 'text' ? text : kind));

describe('what is spoken of an article', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'ends a sentence with its block',
      '<h2>A part</h2><p>One</p><ul><li>first</li><li>second</li></ul>',
      ['A part', 'One', 'first', 'second'],
    ],
    ['joins links and emphasis', '<p>A <em>red</em> <a href="/x">leaf</a>.</p>', ['A red leaf.']],
    ['does not end a sentence with a line', '<p>A red\nleaf.</p>', ['A red leaf.']],
    ['joins the lines of a verse', '<p>A red<br>leaf.</p>', ['A red leaf.']],
    ['ends a sentence with an empty line', '<p>A red<br><br>leaf</p>', ['A red', 'leaf']],
    ['reads text that is in no paragraph', 'One<p>Two</p>Three', ['One', 'Two', 'Three']],
    [
      'names code and tables',
      '<pre>a b</pre><table><tr><td><p>x</p></td></tr></table>',
      ['code', 'table'],
    ],
    ['reads code in a sentence', '<p>Call <code>run</code> now.</p>', ['Call run now.']],
    ['skips empty code', '<p>One</p><pre> </pre>', ['One']],
    [
      'reads powers and skips readings',
      '<p>x<sup>2</sup> <ruby>木<rt>き</rt></ruby></p>',
      ['x2 木'],
    ],
    [
      'skips what is folded away',
      '<details><summary>More</summary><p>Hidden</p></details>',
      ['More'],
    ],
    [
      'skips the marks of notes and the notes',
      `<p>One<sup><a href="#n1">[1]</a></sup> two<a href="#n2"><sup>b</sup></a>.</p>
       <section><ol><li id="n1">A note. <a href="#r">↩</a></li></ol></section><p id="n2">Another</p><p>Three</p>`,
      ['One two.', 'Three'],
    ],
    [
      'reads links to other parts',
      '<p>See <a href="#part">part two</a> of <a href="#p3">3</a>.</p><h2 id="part">Part two</h2>',
      ['See part two of 3.', 'Part two'],
    ],
  ])('%s', (_, html, sentences) => {
    expect(said(html)).toEqual(sentences);
  });

  it('is the same backwards', () => {
    const script = scriptOf('<p>One. Two.</p><pre>x</pre><ul><li>Three. Four.</li></ul><p>…</p>');
    const forwards = [...all(script)];
    const backwards: Sentence[] = [];
    for (let each = forwards.at(-1) ?? null; each !== null; each = script.beside(each, -1)) {
      backwards.unshift(each);
    }
    expect(backwards).toEqual(forwards);
    expect(forwards).toHaveLength(5);
  });

  it('has the language of its part', () => {
    const script = scriptOf(
      '<p>One.</p><div lang="de"><p>Zwei.</p></div><p lang="nonsense!">Three.</p>',
    );
    expect([...all(script)].map(({ lang }) => lang)).toEqual(['en', 'de', 'en']);
  });

  it('keeps the order of the text where it is written from right to left', () => {
    const script = scriptOf('<p dir="rtl">مرحبا. Hello there. שלום לכם.</p>', 'ar');
    expect([...all(script)].map(({ text }) => text)).toEqual([
      'مرحبا.',
      'Hello there.',
      'שלום לכם.',
    ]);
  });
});

describe('an article of a million words', () => {
  const SENTENCE = 'The leaves fall slowly on the river. ';

  it('is read block by block', () => {
    const script = scriptOf(`<p>${SENTENCE.repeat(10)}</p>`.repeat(15_000));
    const start = performance.now();
    let sentence = script.at(0);
    for (let nth = 0; nth < 50 && sentence; nth += 1) sentence = script.beside(sentence, 1);
    // Of the whole text, it would take seconds.
    expect(performance.now() - start).toBeLessThan(300);
    expect(sentence?.text).toBe(SENTENCE.trim());
  });

  it('is read in parts if it is one block', () => {
    const script = scriptOf(`<p>${SENTENCE.repeat(150_000)}</p>`);
    const length = SENTENCE.length * 150_000;
    const start = performance.now();
    const last = script.at(length - 10);
    expect(last?.end).toBe(length - 1);
    let sentence = last;
    for (let nth = 0; nth < 800 && sentence; nth += 1) sentence = script.beside(sentence, -1);
    expect(sentence?.start).toBe(length - 801 * SENTENCE.length);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
