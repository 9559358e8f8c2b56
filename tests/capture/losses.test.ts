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
const entry = (inside: string) =>
  pageOf(
    `<div id="page"><div class="post"><h1>Almond leaves</h1><div class="entry">${inside}</div></div></div>`,
  );

const DOMS = [
  ['in the browser', inBrowser],
  ['on the server', onServer],
] as const;

describe.each(DOMS)('an article, captured %s', (_, captured) => {
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

  it('is the teaser of a page that asks for money, and not only its standfirst', () => {
    const standfirst = 'The baker of the mill closes after sixty years at the quay.';
    const teaser = `${STEPS[0]} ${STEPS[1]} ${STEPS[2]}`;
    const html = pageOf(
      `<main><header><h1>The mill</h1><div class="standfirst">${standfirst}</div></header><div class="text"><p>${teaser}</p></div></main>`,
      `<meta name="description" content="${standfirst}">`,
    );
    expect(captured(html).text).toContain(STEPS[2]);
  });

  it('keeps lists and headings after pictures', () => {
    const pictures = ['mill', 'quay', 'oven', 'rack', 'tin'].map(
      (what) =>
        `<figure class="shot"><img src="/${what}.jpg" width="600" height="400"><figcaption>The ${what}</figcaption></figure>`,
    );
    const after = ['Flour', 'Sugar', 'Heat', 'Time'].map(
      (what) =>
        `<h3>${what}</h3><ul><li>Enough ${what.toLowerCase()} for two trays, weighed on the old scales</li><li>No more ${what.toLowerCase()} than that</li></ul>`,
    );
    const { text } = captured(
      pageOf(
        `<main><h1>Leaves</h1><p>${STEPS.slice(0, 2).join(' ')}</p>${pictures.join('')}${after.join('')}</main>`,
      ),
    );
    for (const what of ['Flour', 'Time']) expect(text).toContain(what);
    expect(text).toContain('Enough heat');
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
