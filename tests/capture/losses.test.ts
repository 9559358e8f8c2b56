import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from './kinds/both-doms';

// Pages on which a rule that is right elsewhere would take what belongs to the article.
const STEPS = [
  'Put everything into a bowl and knead it by hand into a smooth dough that no longer sticks.',
  'Roll it out on a floured board to the thickness of a finger and cut leaves out of it.',
  'Heat the oven well before you begin, because the sugar will otherwise stay on the tin.',
  'Bake each tray for a quarter of an hour, until the edges are brown and the middle gives a little.',
  'Let them cool on a rack and keep them in a tin, where they get better for a week.',
];
const LIST = `<ol>${STEPS.map((step) => `<li>${step}</li>`).join('')}</ol>`;
const BOX = `<div class="m">${STEPS.map((step) => `<p>${step}</p>`).join('')}</div>`;
const PICTURE = '<img src="/ovens.png" alt="A chart" width="600" height="400">';
const LAST = `<p>${STEPS.slice(0, 2).join(' ')} ${STEPS[2]}</p>`;
const entry = (inside: string) =>
  pageOf(
    `<div id="page"><div class="post"><h1>Almond leaves</h1><div class="entry">${inside}</div></div></div>`,
  );

const dated = (inside: string) =>
  entry(inside).replace(
    '</head>',
    '<meta property="article:published_time" content="2019-11-03"></head>',
  );

const CELLS = Array.from(
  { length: 30 },
  (_, at) => `<tr><td>${at}</td><td>${STEPS[at % 5]}</td></tr>`,
);
const ROWS = `<table><tbody>${CELLS.join('')}</tbody></table>`;
const TITLED = ROWS.replace('<tbody>', '<tbody><tr><th colspan="2">All trays</th></tr>');

const DOMS = [
  ['in the browser', inBrowser],
  ['on the server', onServer],
] as const;

describe.each(DOMS)('an article, captured %s', (_, captured) => {
  it.each([
    ['below a picture', `<h1>Trays</h1>${PICTURE}${ROWS}`],
    ['below paragraphs', `<h1>Trays</h1><p>${STEPS[0]}</p><p>${STEPS[2]}</p>${ROWS}`],
    ['in a figure with a picture', `<h1>Trays</h1><figure>${PICTURE}${ROWS}</figure>`],
    ['with a row across all columns', `<h1>Trays</h1>${PICTURE}${TITLED}`],
  ])('keeps the rows of a table of sentences %s', (_where, body) => {
    const { article } = captured(pageOf(`<main>${body}</main>`));
    expect(article.querySelectorAll('table tr:has(td + td)')).toHaveLength(30);
    expect(article.querySelectorAll('img')).toHaveLength(body.includes('<img') ? 1 : 0);
  });

  it('takes the text in a cell of a table that is the layout of its page', () => {
    const menu = '<td><p><a href="/a">Bakers and their ovens in the old town</a></p></td>';
    const body = `<table><tr>${menu}<td><h1>Leaves</h1>${BOX}${LAST}</td></tr></table>`;
    const { text, article } = captured(pageOf(body));
    expect(text).toContain(STEPS[4]);
    expect(text).not.toContain('old town');
    expect(article.querySelector('table')).toBeNull();
  });

  it.each([
    ['a list of things in one paragraph', '<p>You need:<br>300 g flour<br>200 g sugar</p>', LIST],
    ['lines before a box', '<p>Host: Hans Chapman</p><p>Place: Hall B, Main street 29</p>', BOX],
    [
      'a list and its heading before a box',
      '<h3>Tools</h3><ul><li>A bowl</li><li>A rack</li></ul>',
      BOX,
    ],
    ['a quote before a list', '<blockquote>My aunt baked them in May</blockquote>', LIST],
    ['a sentence with a link', '<p>It began with <a href="/aunt">a letter</a> from her.</p>', BOX],
  ])('keeps %s', (_what, before, body) => {
    const wanted = new DOMParser().parseFromString(before, 'text/html').body.textContent ?? '';
    const { text } = captured(entry(before + body));
    expect(text.replace(/\s/g, '')).toContain(wanted.replace(/\s/g, ''));
    expect(text).toContain(STEPS.at(-1));
  });

  it.each([
    ['after a box', '<p>Price: 12 crowns at the door</p>'],
    ['after a box with a link', '<p>Here is <a href="/a.mp3">the radio play</a> about it.</p>'],
  ])('keeps the last line %s', (_what, last) => {
    const wanted = last.replace(/<[^>]*>/g, '');
    expect(captured(entry(BOX + last)).text).toContain(wanted);
  });

  it.each([
    'Closing date: 03.11.2019',
    'Valid from 08.12.2018 to 07.12.2020',
    'Gültig ab 8. Dezember 2020',
    'Reference: 2022/15',
    'press release 48/2019',
  ])('keeps the first line %s', (line) => {
    expect(captured(dated(`<p>${line}</p>${BOX}`)).text).toContain(line);
  });

  it.each(['Closing date: 03.11.2019, 12:30', 'Next meeting on 5 March 2025, 18:30'])(
    'keeps the last line %s',
    (line) => {
      expect(captured(dated(`${BOX}<p>${line}</p>`)).text).toContain(line);
    },
  );

  it.each([
    'Freitag, 3. November 2019',
    '03.11.2019, 10:30 Uhr',
    'Posted on November 3, 2019 in the harbour',
    'Updated: 4 May 2021',
    '2019年11月3日',
  ])('loses its date line %s', (line) => {
    expect(captured(dated(`<p>${line}</p>${BOX}`)).text).not.toContain(line);
  });

  it.each([
    'On 3 November 2019 the bakers voted',
    'Am 3. November 2019 hat der Rat entschieden:',
    '3 November 2019 was the day',
    'On 3 November 2019 the bakers voted for a bigger oven.<sup>1</sup>',
    'The bakers voted on 3 November 2019 that the old oven stays [12]',
    'Updated rules apply from 3 November 2019',
    'Updated plans for the oven were shown on 3 November 2019',
    'Version 1.2 vom 3.11.2019',
    'Bulletin № 48/19 от 03.11.2019',
    '第48号 2019年11月3日',
  ])('keeps its first line although it has the day: %s', (line) => {
    const { article } = captured(dated(`<p>${line}</p>${BOX}`));
    expect(article.innerHTML).toContain(line);
  });

  it.each([
    'The vote on 3 November 2019 at 18:30 was the last of all',
    'Updated recipes and new ones will follow on 3 November 2019, 12:30',
  ])('keeps its last line although it has the day: %s', (line) => {
    expect(captured(dated(`${BOX}<p>${line}</p>`)).text).toContain(line);
  });

  it.each([
    'This article was last updated on 3 November 2019',
    'Publicado el 3 de noviembre de 2019 a las 10:30 horas',
    'Ann Lee, Harbour Press 3 November 2019 at 10:30 am',
    'Mis à jour le 3 novembre 2019 à 11h20',
    'November 3, 2019 - 5 min read',
  ])('loses the line of a template with its day: %s', (line) => {
    expect(captured(dated(`<p>${line}</p>${BOX}`)).text).not.toContain(line);
  });

  it.each([
    ['after a picture', `${PICTURE}<p>The number of ovens has doubled.</p>`],
    ['before a picture', `<p>The number of ovens has doubled.</p>${PICTURE}`],
    ['in no block', `${PICTURE}The number of ovens has doubled.`],
    ['without its drawing', '<p>The number of ovens has doubled.</p>'],
    [
      'with a table',
      `${PICTURE}<p>The number of ovens has doubled</p><table><tr><th>Year</th><th>Ovens</th></tr><tr><td>1965</td><td>12</td></tr></table>`,
    ],
  ])('keeps the line of a figure with a caption %s', (_what, inside) => {
    const figure = `<figure>${inside}<figcaption>Ovens in the town</figcaption></figure>`;
    const { article, text } = captured(entry(BOX + figure + LAST));
    expect(article.querySelector('figure')?.textContent).toContain('has doubled');
    expect(text.match(/has doubled/g)).toHaveLength(1);
  });

  it.each([
    ['a legend of paragraphs', `${PICTURE}<p>A – Door</p><p>B – Flue</p>`],
    ['a legend of boxes', `${PICTURE}<div>A – Door</div><div>B – Flue</div>`],
    ['a picture and its parts', `${PICTURE}<p>(a) in May</p>${PICTURE}<p>(b) in June</p>`],
    ['a song', '<p>Heave away<br>Haul away</p>'],
    ['a number', '<p>42 ovens came in May</p>'],
    ['a formula', '<p>E = mc²</p>'],
  ])('keeps %s in a figure with a caption', (_what, inside) => {
    const figure = `<figure>${inside}<figcaption>Ovens in the town</figcaption></figure>`;
    const { article } = captured(entry(BOX + figure + LAST));
    const plain = (text: string) => text.replace(/\s/g, '');
    const wanted = new DOMParser().parseFromString(inside, 'text/html').body.textContent ?? '';
    const found = plain(article.querySelector('figure')?.textContent ?? '');
    expect(found).toContain(plain(wanted));
    expect(found).toContain('Ovensinthetown');
  });

  it.each([
    '<p class="credit">Photo: Ann Lee, Harbour Press.</p>',
    '<p>Ann Lee, Harbour Press.</p>',
    '© Harbour Press',
  ])('loses the credit beside the caption of a figure: %s', (credit) => {
    const figure = `<figure>${PICTURE}${credit}<figcaption>Ovens in the town</figcaption></figure>`;
    expect(captured(entry(BOX + figure + LAST)).text).not.toContain('Harbour Press');
  });

  it.each([
    ['a list of files', ['/a/flour.pdf', '/a/sugar.pdf', '/a/ovens.pdf'], '<h3>To print</h3>'],
    ['a list of pages amid the text', ['/mill', '/quay', '/ovens-of-the-town'], ''],
    [
      'a list that a sentence announces',
      ['/mill', '/quay', '/ovens'],
      '<p>We have written about all of these before, at length:</p>',
    ],
  ])('keeps %s', (_what, links, before) => {
    const items = links.map(
      (href) => `<li><a href="${href}">The long history of what is at ${href}</a></li>`,
    );
    const { article } = captured(entry(`${BOX}${before}<ul>${items.join('')}</ul>${LAST}`));
    expect(article.querySelectorAll('li a')).toHaveLength(links.length);
  });

  it.each([
    [
      'the answers of toggles',
      `<div class="faq-toggle"><h3>Is it open?</h3><div>Yes, on Sundays</div></div><div class="faq-toggle"><h3>Is it far?</h3><div>No</div></div>`,
      ['Yes, on Sundays', 'No'],
    ],
    [
      'code of hidden tabs',
      `<div class="tab-pane"><pre><code>make leaves</code></pre></div><div class="tab-pane" style="display: none"><pre><code>bake leaves</code></pre></div>`,
      ['make leaves', 'bake leaves'],
    ],
    [
      'code of hidden panels',
      `<div class="box"><div class="tab-panel" hidden><pre>make leaves</pre></div><div class="tab-panel"><pre>bake leaves</pre></div></div>`,
      ['make leaves', 'bake leaves'],
    ],
  ])('keeps %s', (_what, inside, wanted) => {
    const { text } = captured(entry(`${BOX}${inside}${LAST}`));
    for (const one of wanted) expect(text).toContain(one);
  });

  it.each([
    ['of one box each', '<section><div class="c">', '</div></section>'],
    ['of their own names', '<section class="part">', '</section>'],
  ])('keeps the second of two short sections %s', (_what, open, close) => {
    const first = `${open}<h2>Dough</h2><p>${STEPS[0]} ${STEPS[1]}</p>${close}`;
    const second = `${open.replace('part', 'more')}<h2>Oven</h2><p>Bake them hot, and not for long.</p>${close}`;
    expect(captured(pageOf(`<div>${first}${second}</div>`)).text).toContain('Bake them hot');
  });

  it.each([
    ['in a paragraph', '<p class="subtitle">SUBTITLE</p>'],
    ['in a heading', '<h2>SUBTITLE</h2><div class="byline">By Ann Lee</div>'],
  ])('keeps a subtitle without a full stop %s', (_what, header) => {
    const subtitle = 'How a small bakery at the quay came to feed the whole town';
    const html = `<header class="entry-header"><h1>The page</h1>${header}</header>${BOX}`;
    const { text } = captured(pageOf(`<main>${html.replace('SUBTITLE', subtitle)}</main>`));
    expect(text).toContain(subtitle);
    expect(text).not.toContain('Ann Lee');
  });

  it.each([
    ['hidden', '<a href="#part-1">1</a><a href="#part-2">2</a>'],
    ['style="display: none"', '<a href="#part-1">1</a><a href="#part-2">2</a>'],
    ['aria-hidden="true"', '<a href="#part-1">1</a><a href="#part-2">2</a>'],
    ['hidden', '<button data-target="#part-2">Next</button>'],
  ])('has all parts of a text that is split, one of them with %s', (attribute, controls) => {
    const [first, second] = [STEPS.slice(0, 3), STEPS.slice(3)].map((part) => part.join(' '));
    const parts = `<section id="part-1"><p>${first}</p></section><section id="part-2" ${attribute}><p>${second}</p></section>`;
    expect(captured(pageOf(`<main>${parts}${controls}</main>`)).text).toContain(
      `${first}${second}`,
    );
  });

  it('has no section of labels beside its own', () => {
    const labels = '<section><h2>Contribute</h2><p>Use this text</p></section>';
    const own = `<section><h2>Dough</h2><p>${STEPS[0]} ${STEPS[1]}</p><p>${STEPS[2]}</p></section>`;
    expect(captured(pageOf(`<main>${own}${labels}</main>`)).text).not.toContain('Use this text');
  });

  it('keeps the word for an advertisement, and lines with an asterisk, in a list', () => {
    const html = entry(`<ul><li>* Flour of the mill</li><li>Werbung</li></ul>${BOX}`);
    expect(captured(html).text).toMatch(/Flour of the mill ?Werbung/);
  });

  it('still loses what a template puts around it', () => {
    const around = '<div class="crumb">Home › Baking › Leaves</div>';
    const { text } = captured(entry(`${around}${BOX}<div class="count">17 readers</div>`));
    expect(text).toContain(STEPS[0]);
    expect(text).not.toMatch(/Home|readers/);
  });

  it('loses the list of more episodes with its heading, and takes no button for an author', () => {
    const more = ['mill', 'quay'].map(
      (what) => `<li><a href="/e/${what}">Episode about the ${what} of the town</a></li>`,
    );
    const by =
      '<p class="byline">By <a rel="author" href="/u/ann">Ann Lee</a> <a rel="author" href="/f">Follow</a></p>';
    const html = entry(`${by}${BOX}<h2>More episodes</h2><ul>${more.join('')}</ul>`);
    const { text, capture } = captured(html);
    expect(text).not.toMatch(/episode/i);
    expect(capture.metadata.authors).toEqual(['Ann Lee']);
  });

  it('is the teaser of a page that asks for money, and not only its standfirst', () => {
    const standfirst = 'The baker of the mill closes after sixty years at the quay.';
    const teaser = `${STEPS[0]} ${STEPS[1]} ${STEPS[2]}`;
    const html = pageOf(
      `<main><header><h1>The mill</h1><div class="standfirst">${standfirst}</div></header><div class="text"><p>${teaser}</p></div></main>`,
      `<meta name="description" content="${standfirst}">`,
    );
    expect(captured(html).text).toContain(STEPS[2]);
  });

  it('keeps the text below a video, which is longer than its description', () => {
    const text = STEPS.map((step) => `<p>${step}</p>`).join('');
    const html = pageOf(
      `<main><h1>Almond leaves</h1><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><div class="about"><p>${STEPS[0]}</p></div><div class="more">${text}</div></main>`,
      `<meta property="og:type" content="video.other"><meta name="description" content="${STEPS[0]}">`,
    );
    expect(captured(html).text).toContain(STEPS.at(-1));
  });

  it('keeps its main part, whatever class this has', () => {
    const beside = `<div class="about"><p>${STEPS.slice(0, 3).join(' ')}</p></div>`;
    const html = entry(`${beside}<div class="print-only">${BOX}</div>`);
    expect(captured(html).text).toContain(STEPS.at(-1));
  });
});
