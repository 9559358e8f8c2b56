import { describe, expect, it } from 'vitest';
import { declared, inBrowser, onServer, pageOf } from './both-doms';

const SENTENCE = 'The ferns by the north wall grow a hand each year and nobody waters them. ';

const textsOf = (article: Element, selector: string) =>
  [...article.querySelectorAll(selector)].map((element) => element.textContent?.trim());

const post = (who: string, when: string, text: string) => `<div class="msg">
  <div class="side"><img src="/avatars/${who}.png" width="40" height="40"><a href="/people/${who}">${who}</a><span>Old hand</span></div>
  <div class="when">${when}</div><div class="text">${text}</div>
  <div class="signature">Sent from my garden</div><div class="votes">12 <button>Reply</button></div></div>`;

const thread = pageOf(`<nav><a href="/">All threads</a></nav><div class="thread">
  ${post('ada', '3 May 2024, 10:15', `<p>${SENTENCE}</p>`)}
  ${post('brin', '3 May 2024, 11:02', '<p>Mine too.</p>')}
  ${post('cole', '4 May 2024, 08:30', `<p>${SENTENCE}</p><pre>water = 0</pre>`)}
  </div><div class="similar"><a href="/t/8">Mosses and how to ask them</a></div>`);

const entry = (
  at: number,
) => `<li><h3><a href="/page/${at}">What the tide left at mark ${at}</a></h3>
  <p>A short excerpt of the page about mark ${at}.</p></li>`;
const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(at)).join('');

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('in %s', (_, captured) => {
  it('keeps the posts of a thread in order, each with its author and time', () => {
    const { article, text, capture } = captured(thread);
    expect(capture.report.kind).toBe('forum');
    expect(textsOf(article, 'p:has(strong)')).toEqual([
      'ada · 3 May 2024, 10:15',
      'brin · 3 May 2024, 11:02',
      'cole · 4 May 2024, 08:30',
    ]);
    expect(text).toMatch(/nobody waters.*Mine too\..*nobody waters.*water = 0/);
  });

  it('drops votes, reply buttons, signatures, portraits and other threads', () => {
    const { article, text } = captured(thread);
    expect(article.querySelector('img')).toBeNull();
    expect(text).not.toMatch(/Reply|12|Old hand|Sent from|Mosses|All threads/);
  });

  it('leaves an article with comments an article', () => {
    const comments = ['a', 'b', 'c'].map((who) =>
      post(who, '3 May 2024, 10:15', `<p>${SENTENCE}</p>`),
    );
    const page =
      pageOf(`<div><h1>The page</h1><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p></div>
      <div class="thread">${comments.join('')}</div>`);
    expect(captured(page).capture.report.kind).toBe('article');
  });

  it('says that an article may be the wrong text if the page has a much longer one', () => {
    const other = (at: number) =>
      `<p>We and our ${at} partners store information on a device, such as identifiers, and process data, such as addresses, in order to select content and to measure it, as described below.</p>`;
    const others = Array.from({ length: 8 }, (_, at) => other(at)).join('');
    const page = (rest: string, head: string, length: number) =>
      pageOf(
        `<div class="page"><article><h1>The page</h1><div class="copy">${`<p>${SENTENCE.repeat(2)}</p>`.repeat(length)}</div></article></div>
        <div class="layer"><div class="box"><h2>Your choices</h2>${rest}</div></div>`,
        `<meta name="author" content="Ada Byrne">${head}`,
      );
    const warningsOf = (rest: string, head = '', length = 2) =>
      captured(page(rest, head, length)).capture.report.warnings;
    expect(warningsOf(others)).toEqual(['not-readable']);
    expect(warningsOf(other(1))).toEqual([]);
    // A page that declares an article and has long texts is measured only if its article is short.
    const article = '<meta property="og:type" content="article">';
    expect(warningsOf(others, article)).toEqual(['not-readable']);
    expect(warningsOf(others.repeat(5), article, 10)).toEqual(['not-readable']);
    expect(warningsOf(other(1), article, 10)).toEqual([]);
  });

  it('keeps the accepted answer where it is and marks it', () => {
    const answer = (
      who: string,
      text: string,
      role: string,
    ) => `<div class="answer" itemprop="${role}" itemscope
      itemtype="https://schema.org/Answer"><div class="body"><p>${text}</p></div>
      <a class="user" href="/users/${who}">${who}</a> <time datetime="2024-05-04">4 May 2024</time></div>`;
    const page =
      pageOf(`<div itemscope itemtype="https://schema.org/QAPage"><div class="question"><h1>The page</h1>
      <div class="body"><p>${SENTENCE}</p></div><a class="user" href="/users/ada">ada</a><time>3 May 2024</time></div>
      <div>${answer('brin', `First. ${SENTENCE}`, 'suggestedAnswer')}${answer('cole', `Second. ${SENTENCE}`, 'acceptedAnswer')}</div></div>`);
    const { article, capture } = captured(page);
    expect(capture.report.kind).toBe('questions');
    expect(textsOf(article, 'p:has(strong)')).toEqual([
      'ada · 3 May 2024',
      'brin · 4 May 2024',
      'cole ✓ · 4 May 2024',
    ]);
  });

  it('keeps a post with the answers of its author, without those of others', () => {
    const one = (
      who: string,
      text: string,
    ) => `<div class="note"><a class="author" href="/@${who}">${who}</a>
      <div class="text"><p>${text}</p></div><img src="/media/${text.length}.jpg" width="800" height="600">
      <time datetime="2024-05-03T10:00:00Z">3 May</time></div>`;
    const posts = `${one('ada', SENTENCE)}${one('ada', 'And one more thing.')}${one('brin', 'Indeed so.')}`;
    const { article, text, capture } = captured(pageOf(posts, declared('SocialMediaPosting')));
    expect(capture.report.kind).toBe('post');
    expect(text).toContain('And one more thing.');
    expect(text).not.toContain('Indeed so.');
    expect(article.querySelectorAll('img')).toHaveLength(2);
  });

  it.each([
    ['results of a search', `<main><h1>Results</h1><ul>${entries(5)}</ul></main>`],
    [
      'links and nothing else',
      Array.from({ length: 9 }, (_, at) => `<p><a href="/${at}">Entry number ${at}</a></p>`).join(
        '',
      ),
    ],
  ])('says that a page has no article when it has %s', (__, body) => {
    const head =
      '<meta property="og:image" content="https://a.example/share.png"><meta name="description" content="Twice a day">';
    const { capture } = captured(pageOf(body, head));
    expect(capture.article).toBeNull();
    expect(capture.report).toMatchObject({
      kind: 'list',
      warnings: ['no-article'],
    });
    expect(capture.metadata).toMatchObject({
      description: 'Twice a day',
      imageUrl: 'https://a.example/share.png',
    });
  });

  it('keeps the text of a list of links when a person asks for it', () => {
    const page = pageOf(`<nav><a href="/">Home</a></nav><main><ul>${entries(5)}</ul></main>`);
    const { capture, text } = captured(page, { way: 'text' });
    expect(text).toContain('A short excerpt of the page about mark 4.');
    expect(text).not.toContain('Home');
    expect(capture.report).toMatchObject({ kind: 'list', warnings: [] });
  });

  it.each([
    ['it has a text before them', `<p>${SENTENCE.repeat(8)}</p><ul>${entries(5)}</ul>`, ''],
    ['it says that it is an article', `<ul>${entries(5)}</ul>`, declared('NewsArticle')],
  ])('keeps the article of a page of links when %s', (__, body, head) => {
    expect(captured(pageOf(body, head)).capture.article).not.toBeNull();
  });

  it('keeps all pictures of a gallery with their captions', () => {
    const pictures = [1, 2, 3, 4, 5].map(
      (at) => `<div class="tile"><a href="/full/${at}.jpg"><img src="/small/${at}.jpg"
      width="600" height="400"></a><p>${at} / 5</p><p>Tile ${at} of the roof.</p></div>`,
    );
    const { article, capture, text } = captured(
      pageOf(`<h1>The page</h1><div>${pictures.join('')}</div>`),
    );
    expect(capture.report.kind).toBe('gallery');
    expect(textsOf(article, 'figure:has(img) figcaption')).toEqual(
      [1, 2, 3, 4, 5].map((at) => `Tile ${at} of the roof.`),
    );
    expect(text).not.toContain('/ 5');
  });

  it('does not take a few of the pictures of a page for a gallery', () => {
    const tile = (at: number) =>
      `<div class="tile"><img src="/${at}.jpg" width="600" height="400"></div>`;
    const teaser = (at: number) =>
      `<div class="teaser"><a href="/page/${at}"><img src="/t${at}.jpg"></a></div>`;
    const page = (teasers: number) =>
      pageOf(`<div>${[1, 2, 3, 4].map(tile).join('')}</div>
        <div>${Array.from({ length: teasers }, (__, at) => teaser(at)).join('')}</div>`);
    expect(captured(page(2)).capture.report.kind).toBe('gallery');
    expect(captured(page(9)).capture.report.kind).not.toBe('gallery');
  });

  it('shows the poster of a video and its description', () => {
    const head = declared('VideoObject', {
      name: 'The page',
      description: SENTENCE,
      thumbnailUrl: 'https://a.example/poster.jpg',
    });
    const body = `<div id="player"></div><h1>The page</h1><div class="about"><p>${SENTENCE}</p><p>Filmed in May.</p></div>
      <ul>${entries(4)}</ul><div class="comments"><p>First! ${SENTENCE}</p></div>`;
    const { article, text, capture } = captured(pageOf(body, head));
    expect(capture.report.kind).toBe('video');
    expect(article.querySelector('a[data-embed="video"] img')?.getAttribute('src')).toBe(
      'https://a.example/poster.jpg',
    );
    expect(text).toMatch(/nobody waters them\. ?Filmed in May\.$/);
  });

  it('keeps the text of a page that declares a video and has none', () => {
    const head = declared('VideoObject', { name: 'The page' });
    const { text } = captured(pageOf(`<article><p>${SENTENCE.repeat(8)}</p></article>`, head));
    expect(text).toContain(SENTENCE.trim());
  });

  it('keeps the description and the properties of a product without reviews and recommendations', () => {
    const card = (at: number) =>
      `<div class="card"><a href="/p/${at}"><img src="/p/${at}.jpg">Trowel number ${at}</a> 9 €</div>`;
    const body = `<main><h1>The page</h1><div class="price">12 €</div><form><label>Count</label><select><option>1</option></select></form>
      <p>${SENTENCE}</p><table><tr><th>Weight</th><td>610 g</td></tr><tr><th>Length</th><td>255 mm</td></tr></table>
      <section><h2>Opinions</h2><div itemprop="review"><p>It arrived sharp. ${SENTENCE}</p></div></section>
      <section><h2>Others bought</h2>${card(1)}${card(2)}${card(3)}</section></main>`;
    const { article, text, capture } = captured(pageOf(body, declared('Product')));
    expect(capture.report.kind).toBe('product');
    expect(textsOf(article, 'td')).toEqual(['610 g', '255 mm']);
    expect(text).toContain('12 €');
    expect(text).not.toMatch(/Opinions|sharp|Others|Trowel|The page/);
  });

  it('keeps the properties of a product that has no sentences', () => {
    const rows = ['Weight', 'Length', 'Height'].map(
      (name) => `<tr><th>${name}</th><td>61 mm</td></tr>`,
    );
    const body = `<nav><a href="/">All tools</a></nav><main><h1>The page</h1><table>${rows.join('')}</table></main>`;
    const { text } = captured(pageOf(body, declared('Product')));
    expect(text).toBe('Weight61 mmLength61 mmHeight61 mm');
  });

  it('makes lists of the ingredients and steps of a recipe', () => {
    const items = ['two eggs', 'a leek', 'some salt'];
    const body = `<article><h1>The page</h1><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p>
      <div class="box">${items.map((item) => `<label><input type="checkbox"><span itemprop="recipeIngredient">${item}</span></label>`).join('')}</div>
      <ol itemprop="recipeInstructions"><li>Boil the leek.</li><li>Add the eggs.</li></ol>
      <div itemprop="aggregateRating">4.8 of 5</div></article>`;
    const { article, text, capture } = captured(pageOf(body, declared('Recipe')));
    expect(capture.report.kind).toBe('recipe');
    expect(textsOf(article, 'ul li')).toEqual(items);
    expect(textsOf(article, 'ol li')).toEqual(['Boil the leek.', 'Add the eggs.']);
    expect(text).not.toContain('4.8 of 5');
  });

  it('has the ingredients of a recipe once if its text has them, too', () => {
    const items = ['two eggs', 'a leek', 'some salt and a bit of pepper'];
    const body = `<article><h1>The page</h1><p>${SENTENCE.repeat(4)}</p>
      <ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul><p>${SENTENCE.repeat(4)}</p></article>
      <div class="sidebar">${items.map((item) => `<span itemprop="recipeIngredient">${item}</span>`).join('')}</div>`;
    const { text } = captured(pageOf(body, declared('Recipe')));
    expect(text.split('a leek')).toHaveLength(2);
  });

  it('keeps the lists of a recipe that only their names tell, and no marked review', () => {
    const list = (name: string, ...lines: readonly string[]) =>
      `<aside class="${name}"><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></aside>`;
    const review = `<div itemprop="review"><p>It was too salty. ${SENTENCE.repeat(3)}</p></div>`;
    const body = `<article><h1>The page</h1><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p></article>
      ${list('recipe-ingredients', 'two eggs', 'a leek from the garden', 'some salt')}
      ${list('recipe-instructions', 'Boil the leek in water.', 'Add the eggs.')}<section>${review.repeat(5)}</section>`;
    const { article, text } = captured(pageOf(body, declared('Recipe')));
    expect(textsOf(article, 'li')).toHaveLength(5);
    expect(text).not.toContain('salty');
  });

  it('keeps the short text of a recipe below which many readers wrote marked reviews', () => {
    const review = `<div itemprop="review"><p>It was too salty. ${SENTENCE.repeat(3)}</p></div>`;
    const steps = '<ol itemprop="recipeInstructions"><li>Boil the leek.</li></ol>';
    const body = `<article><h1>The page</h1><p>A soup for cold days. ${SENTENCE}</p>${steps}</article>
      <section>${review.repeat(25)}</section>`;
    const { text } = captured(pageOf(body, declared('Recipe')));
    expect(text).toContain('A soup for cold days.');
    expect(text).toContain('Boil the leek.');
    expect(text).not.toContain('salty');
  });
});
