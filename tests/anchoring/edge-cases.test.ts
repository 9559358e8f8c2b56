import { describe, expect, it } from 'vitest';
import {
  anchorHighlight,
  anchorHighlights,
  anchorInRoots,
  createTextIndex,
  findTextRoots,
  indexText,
  positionOf,
  quoteOf,
  rangeOfSpan,
  resolveSpan,
  runAtOnce,
  runInSlices,
  serialiseSpan,
  spanOfRange,
  type TextIndex,
} from '../../src/anchoring';
import { parseBody } from './trees';

const indexOf = (html: string) => createTextIndex(parseBody(html));

function spanOfWords(index: TextIndex, words: string) {
  const start = index.text.indexOf(words);
  expect(start).toBeGreaterThanOrEqual(0);
  return { start, end: start + words.length };
}

/** Returns the text that is found for `words` of one page in another, and how sure it is. */
function foundIn(before: string, words: string, after: string) {
  const [old, now] = [indexOf(before), indexOf(after)];
  const span = spanOfWords(old, words);
  const found = anchorHighlight(now, {
    quote: quoteOf(old, span),
    position: positionOf(old, span),
  });
  if (found.kind === 'detached') return found.kind;
  return `${found.kind}: ${now.text.slice(found.span.start, found.span.end)}`;
}

const filler = 'Nobody alive could remember that the harbour had ever been frozen before. ';

describe('a highlight', () => {
  it.each<[string, string, string, string?]>([
    ['in right-to-left text', '<p>שלום עולם וברוכים הבאים לכולם</p>', 'עולם וברוכים הבאים'],
    [
      'with direction marks',
      '<p>abc \u200fשלום\u200e עולם\u2068!\u2069 def</p>',
      'שלום\u200e עולם\u2068',
    ],
    ['in text without spaces', '<p>吾輩は猫である。名前はまだ無い。</p>', '名前はまだ無い'],
    ['in Hangul', '<p>나는 고양이다. 이름은 아직 없다.</p>', '이름은 아직 없다'],
    ['over ruby', '<p>私は<ruby>漢字<rt>かんじ</rt></ruby>が好きです。</p>', '漢字かんじが好き'],
    ['in the text of ruby', '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>の</p>', 'かん'],
    [
      'with joined emoji',
      '<p>A family 👨‍👩‍👧‍👦 and a flag 🇫🇷 went home.</p>',
      '👨‍👩‍👧‍👦 and a flag 🇫🇷',
    ],
    ['with a variation selector', '<p>I love ❤️ and 𝒳 in text.</p>', '❤️ and 𝒳'],
    ['with lone surrogates', '<p>Broken \ud83d text \udc4d here.</p>', '\ud83d text \udc4d'],
    ['with marks of Indic scripts', '<p>नमस्ते दुनिया, कैसे हैं आप</p>', 'दुनिया, कैसे'],
    ['across cells', '<table><tr><td>one cell</td><td>two cells</td></tr></table>', 'cell' + 'two'],
    ['across items', '<ul><li>first item</li><li>second item</li></ul>', 'itemsecond'],
    ['in code', '<pre><code>if (a) {\n    return b;\n}</code></pre>', '{\n    return b;'],
    ['over a footnote number', '<p>A claim<sup>12</sup> that is new.</p>', 'claim12 that'],
    ['in formulas', '<p>As <math><mi>x</mi><mo>=</mo><mn>1</mn></math> we see.</p>', 'x=1 we'],
    ['in a drawing', '<svg><text>label one</text></svg><p>Text.</p>', 'label one'],
    ['in text that can not be selected', '<p>a <i style="user-select:none">no</i> b</p>', 'a no b'],
    ['of one character', '<p>First, second.</p>', ','],
    ['at the start and the end', '<p>Everything</p>', 'Everything'],
  ])('%s is at its place', (_, html, words) => {
    const root = parseBody(`<section>${html}</section>`);
    const index = createTextIndex(root);
    const span = spanOfWords(index, words);
    const range = rangeOfSpan(index, span)!;
    expect(spanOfRange(index, range)).toEqual(span);
    const selectors = serialiseSpan(index, span);
    expect(selectors.ok && resolveSpan(index, selectors.value)).toEqual({ ok: true, value: span });
    const found = anchorHighlight(index, {
      quote: quoteOf(index, span),
      position: positionOf(index, span),
    });
    expect(found).toMatchObject({ kind: 'sure', how: 'position', span });
  });

  it.each<[string, string, string, string]>([
    [
      'ligatures and full width letters',
      `<p>${filler}The ofﬁcial Ｗｏｒｄ of the harbour.</p>`,
      'ofﬁcial Ｗｏｒｄ of',
      `<p>${filler}The official Word of the harbour.</p>`,
    ],
    [
      'a dotted capital',
      `<p>${filler}The city of İSTANBUL is far away.</p>`,
      'city of İSTANBUL is',
      `<p>${filler}The city of istanbul is far away.</p>`,
    ],
    [
      'a final sigma',
      `<p>${filler}Ο ΟΔΥΣΣΕΥΣ ΚΑΙ Η ΠΗΝΕΛΟΠΗ έφυγαν.</p>`,
      'ΟΔΥΣΣΕΥΣ ΚΑΙ Η ΠΗΝΕΛΟΠΗ',
      `<p>${filler}Ο Οδυσσευς και η Πηνελοπη έφυγαν.</p>`,
    ],
    [
      'breaks and optional breaks',
      `<p>${filler}The lamps<br>were lit in every<wbr> window.</p>`,
      'lampswere lit in every',
      `<p>${filler}The lamps were lit in\nevery\u200b window.</p>`,
    ],
    [
      'composed and decomposed letters',
      `<p>${filler}Le café était très éloigné.</p>`,
      'café était très',
      `<p>${filler}${'Le café était très éloigné.'.normalize('NFD')}</p>`,
    ],
  ])('is found through %s', (_, before, words, after) => {
    expect(foundIn(before, words, after)).toMatch(/^sure: /);
  });

  it.each<[string, string, string]>([
    ['the other copy', '<p>Seen: the ferry at the landing stage. Nobody was on it.</p>', 'unsure'],
    ['a similar place', '<p>Photo: the ferries at the landing stages.</p>', 'unsure'],
    ['nothing', '', 'detached'],
  ])('whose place a person refused is found at %s, if that is there', (_, other, kind) => {
    const index = indexOf(`<p>Photo: the ferry at the landing stage.</p>${filler}${other}`);
    const span = spanOfWords(index, 'the ferry at the landing stage');
    const quote = quoteOf(index, span);
    const wanted = { quote, position: positionOf(index, span), refused: [quote] };
    const found = anchorHighlight(index, wanted);
    expect(found.kind).toBe(kind);
    if (found.kind !== 'detached') expect(found.span.start).toBeGreaterThan(span.end);
  });

  it('keeps voicing marks apart, which change a word', () => {
    const before = `<p>${filler}かきくけこさしすせそたちつてと</p>`;
    const after = `<p>${filler}がぎぐげござじずぜぞだぢづでど</p>`;
    expect(foundIn(before, 'きくけこさしす', after)).toBe('detached');
  });

  it('leaves a long insertion out of its parts', () => {
    const old = indexOf(`<p>${filler}The children skated to the lighthouse and back home.</p>`);
    const advertisement = 'Advertisement: the best skates of the town, now at half of their price.';
    const now = indexOf(
      `<p>${filler}The children skated <b>${advertisement}</b> to the lighthouse and back home.</p>`,
    );
    const span = spanOfWords(old, 'The children skated to the lighthouse and back');
    const found = anchorHighlight(now, { quote: quoteOf(old, span) });
    const texts =
      found.kind === 'detached'
        ? []
        : found.parts.map((part) => now.text.slice(part.start, part.end));
    expect(found.kind).toBe('sure');
    expect(texts).toEqual(['The children skated', 'to the lighthouse and back']);
  });

  it('that is not displayed loses against a copy that is', () => {
    const copy = '<p>The ferryman waited for the thaw in his boat.</p>';
    const root = parseBody(`<div hidden>${copy}</div>${copy}`);
    const index = createTextIndex(root);
    const quote = { exact: 'ferryman waited for the thaw', prefix: 'The', suffix: 'in his boat.' };
    const isHidden = (node: Text) => node.parentElement?.closest('[hidden]') !== null;
    expect(anchorHighlight(index, { quote })).toMatchObject({ kind: 'unsure' });
    const [shown] = runAtOnce(anchorHighlights(index, [{ quote }], { isHidden }));
    expect(shown).toMatchObject({
      kind: 'sure',
      span: { start: index.text.lastIndexOf('ferryman') },
    });
  });

  it('has selectors and a place in an XHTML document, also among elements with a prefix', () => {
    const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg">
      <body><s:svg><s:text>A drawing</s:text></s:svg><p>The <em>harbour</em> froze.</p></body></html>`;
    const { documentElement } = new DOMParser().parseFromString(xhtml, 'application/xhtml+xml');
    const index = createTextIndex(documentElement.querySelector('body')!);
    const span = spanOfWords(index, 'harbour froze');
    const selectors = serialiseSpan(index, span);
    expect(selectors).toMatchObject({ value: { start_selector: 'p[1]/em[1]', start_offset: 0 } });
    expect(selectors.ok && resolveSpan(index, selectors.value)).toEqual({ ok: true, value: span });
    const html = indexOf('<p>The harbour froze.</p>');
    expect(anchorHighlight(html, { quote: quoteOf(index, span) })).toMatchObject({ kind: 'sure' });
  });

  it('is found in a form whose fields have the names of properties', () => {
    const names = [
      'firstChild',
      'nextSibling',
      'parentNode',
      'nodeType',
      'localName',
      'childNodes',
    ];
    const fields = names.map((name) => `<input name="${name}">`).join('');
    const root = parseBody(`<section><form>${fields}<p>Some words here.</p></form></section>`);
    const index = createTextIndex(root);
    const span = spanOfWords(index, 'words');
    const selectors = serialiseSpan(index, span);
    expect(selectors.ok && selectors.value.start_selector).toBe('section[1]/form[1]/p[1]');
    expect(selectors.ok && resolveSpan(index, selectors.value)).toEqual({ ok: true, value: span });
  });
});

describe('an element that is not part of the text', () => {
  const isNotice = (element: Element) => element.matches('.notice');

  it('is not read, and a quote around it has none of its words', () => {
    const root = parseBody('<p>The harbour <b class="notice">An image</b> froze.</p>');
    const index = createTextIndex(root, isNotice);
    expect(index.text).toBe('The harbour  froze.');
    expect(quoteOf(index, { start: 4, end: 18 }).exact).toBe('harbour froze');
    expect(index.spanOf(root.querySelector('b')!.firstChild!)).toBeNull();
  });

  it('does not move a range when it was added after the text was read', () => {
    const root = parseBody('<p>One <i></i>two.</p><p>Three.</p>');
    const index = createTextIndex(root, isNotice);
    const notice = root.ownerDocument.createElement('b');
    notice.className = 'notice';
    notice.textContent = 'An image';
    const [first, second] = [...root.querySelectorAll('p')];
    first!.querySelector('i')!.replaceWith(notice);
    const ends = { startContainer: first!, startOffset: 1, endContainer: second!, endOffset: 1 };
    const span = spanOfRange(index, ends)!;
    expect(index.text.slice(span.start, span.end)).toBe('two.Three.');
  });
});

describe('the roots of a page', () => {
  it('are the page, its open shadow roots and the frames that it may read', () => {
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow of the lighthouse.</p>';
    const closed = document.createElement('div');
    closed.attachShadow({ mode: 'closed' }).innerHTML = '<p>Hidden in the cellar.</p>';
    const frame = document.createElement('iframe');
    document.body.replaceChildren('On the page itself.', host, closed, frame);
    frame.contentDocument!.body.textContent = 'In a frame of the page.';
    const roots = runAtOnce(findTextRoots(document.body));
    const indexes = roots.map((root) => createTextIndex(root));
    expect(indexes.map(({ text }) => text)).toEqual([
      'On the page itself.',
      'In the shadow of the lighthouse.',
      'In a frame of the page.',
    ]);
    const exact = 'shadow of the lighthouse';
    const wanted = [exact, 'frame of the page.', 'page itself. In the shadow'].map((words) => ({
      quote: { exact: words, prefix: words === exact ? 'In the ' : 'In a ', suffix: '' },
    }));
    const found = runAtOnce(anchorInRoots(indexes, wanted));
    expect(found.map((each) => (each.kind === 'sure' ? each.index.root : each.kind))).toEqual([
      roots[1],
      roots[2],
      // No quote extends over two roots.
      'unsure',
    ]);
    document.body.replaceChildren();
  });

  it('have the text of a slot in the page, and what stands there without it in the shadow root', () => {
    const host = document.createElement('div');
    host.innerHTML = '<p>The ferryman waited for the thaw.</p>';
    host.attachShadow({ mode: 'open' }).innerHTML =
      '<h2>The news of the day</h2><slot></slot><slot name="none">Nobody has written more.</slot>';
    document.body.replaceChildren(host);
    const indexes = runAtOnce(findTextRoots(document.body)).map((root) => createTextIndex(root));
    expect(indexes.map(({ text }) => text)).toEqual([
      'The ferryman waited for the thaw.',
      'The news of the dayNobody has written more.',
    ]);
    document.body.replaceChildren();
  });

  it('make a highlight unsure that is in two of them', () => {
    const text = 'The ferryman waited for the thaw in his boat.';
    const indexes = [indexOf(`<p>${text}</p>`), indexOf(`<div><p>${text}</p></div>`)];
    const quote = { exact: 'ferryman waited for the thaw', prefix: 'The', suffix: 'in his boat.' };
    expect(runAtOnce(anchorInRoots(indexes, [{ quote }]))).toMatchObject([{ kind: 'unsure' }]);
  });

  it('make a highlight unsure whose position is right in two of them', () => {
    const text = '<p>The ferryman waited for the thaw in his boat.</p>';
    const indexes = [indexOf(text), indexOf('<p>Another text.</p>'), indexOf(text)];
    const span = spanOfWords(indexes[0]!, 'ferryman waited');
    const wanted = { quote: quoteOf(indexes[0]!, span), position: positionOf(indexes[0]!, span) };
    expect(runAtOnce(anchorInRoots(indexes, [wanted]))).toMatchObject([
      { kind: 'unsure', how: 'position', index: indexes[0] },
    ]);
    expect(runAtOnce(anchorInRoots(indexes.slice(1), [wanted]))).toMatchObject([
      { kind: 'sure', how: 'position' },
    ]);
  });
});

describe('the many roots of a page', () => {
  const contexts = {
    prefix: 'Some words that stand before it. ',
    suffix: ' Others stand after it.',
  };
  const wanted = Array.from({ length: 500 }, (_, at) => ({
    quote: { exact: `The passage with number ${at} of the long story ends here.`, ...contexts },
  }));
  const main = indexOf(
    wanted.map(({ quote }) => `<p>${quote.prefix}${quote.exact}${quote.suffix}</p>`).join(''),
  );

  it('cost little if they are too short for a highlight', () => {
    const replies = Array.from({ length: 100 }, () => indexOf('<p>A reply.</p>'));
    const timeOf = (indexes: readonly TextIndex[]) => {
      const start = process.threadCpuUsage();
      expect(runAtOnce(anchorInRoots(indexes, wanted))).toHaveLength(wanted.length);
      const { user, system } = process.threadCpuUsage(start);
      return user + system;
    };
    timeOf([main]);
    expect(timeOf([main, ...replies])).toBeLessThan(5 * timeOf([main]));
  });

  it('are all found, in the order of the page', { tags: ['full'] }, () => {
    const hosts = document.createDocumentFragment();
    for (let count = 0; count < 150_000; count += 1) {
      const host = document.createElement('p');
      host.attachShadow({ mode: 'open' });
      hosts.append(host);
    }
    document.body.replaceChildren(hosts);
    const roots = runAtOnce(findTextRoots(document.body));
    expect(roots).toHaveLength(150_001);
    expect(roots.at(-1)).toBe(document.body.lastElementChild?.shadowRoot);
    document.body.replaceChildren();
  });
});

describe('the search for the roots of a page', () => {
  it('can be interrupted every few hundred nodes', () => {
    document.body.innerHTML = '<p>leaf</p>'.repeat(1000);
    expect([...findTextRoots(document.body)].length).toBeGreaterThan(5);
    document.body.replaceChildren();
  });
});

describe('a damaged highlight of a long text', () => {
  const words = Array.from({ length: 25_000 }, (_, at) => ((at * 0x9e3779b1) >>> 0).toString(36));
  const index = indexOf(`<p>${words.join(' ')}</p>`);

  it('is found by a search for it alone', () => {
    expect(index.text.length).toBeGreaterThan(180_000);
    for (const at of [0, 5_000, 12_000, 24_000]) {
      const passage = words.slice(at, at + 16);
      const span = spanOfWords(index, passage.join(' '));
      const exact = passage.map((word, nth) => (nth % 8 === 4 ? 'changed' : word)).join(' ');
      const found = anchorHighlight(index, { quote: { ...quoteOf(index, span), exact } });
      expect(found).toMatchObject({ kind: 'sure', how: 'similar', span });
    }
  });
});

describe('runInSlices', () => {
  const root = parseBody(`<section>${`<p>${filler}</p>`.repeat(3000)}</section>`);

  it('stops for the page whenever a slice is over', async () => {
    let [clock, sliceStart, longest, slices] = [0, 0, 0, 0];
    const options = {
      // Each look at the clock is a millisecond.
      now: () => (clock += 1),
      yieldToPage: async () => {
        longest = Math.max(longest, clock - sliceStart);
        slices += 1;
        sliceStart = clock;
      },
      sliceMs: 4,
    };
    const index = await runInSlices(indexText(root), options);
    expect(index?.text).toBe(createTextIndex(root).text);
    expect(slices).toBeGreaterThan(2);
    expect(longest).toBeLessThanOrEqual(6);
  });

  it('returns null after its signal was aborted', async () => {
    const stop = new AbortController();
    const options = {
      now: () => performance.now(),
      yieldToPage: async () => stop.abort(),
      sliceMs: 0,
      signal: stop.signal,
    };
    expect(await runInSlices(indexText(root), options)).toBeNull();
  });
});
