import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from './kinds/both-doms';

// Structures of pages that people have reported about programs of this kind, with a text of our own.
const line = (topic: string) =>
  `<p>The ferry of the ${topic} leaves at nine, and it comes back before the bell of the chapel rings for supper. In winter it stays at the quay, because the ice would break its planks.</p>`;
const TEXT = ['mill', 'island', 'harbour', 'school', 'village', 'market'].map(line);
const [FIRST, LAST] = [TEXT.slice(0, 3).join(''), TEXT.slice(3).join('')];

const articleOf = (middle: string) =>
  pageOf(`<article><h1>The ferry</h1>${FIRST}${middle}${LAST}</article>`);
const DIALOG =
  '<div role="dialog" aria-modal="true"><h2>We value your privacy</h2><p>We and our partners store and access information on a device, such as cookies, and process personal data.</p></div>';
const page = pageOf(
  `<div id="app"><main><article><h1>The ferry</h1>${TEXT.join('')}</article></main></div>`,
);

const DOMS = [
  ['in the browser', inBrowser],
  ['on the server', onServer],
] as const;

describe.each(DOMS)('a page that people have reported, captured %s', (_, captured) => {
  it.each([
    ['aria-hidden', page.replace('id="app"', 'id="app" aria-hidden="true"')],
    ['inert and aria-hidden', page.replace('id="app"', 'id="app" inert aria-hidden="true"')],
    ['aria-hidden on its main part', page.replace('<main>', '<main aria-hidden="true">')],
  ])('has its text while a dialog is open: %s', (_what, html) => {
    const { text } = captured(html.replace('</body>', `${DIALOG}</body>`));
    for (const topic of ['mill', 'harbour', 'market']) expect(text).toContain(`of the ${topic}`);
    expect(text).not.toContain('partners');
  });

  const behind = (main: string, box: string) =>
    pageOf(`<main>${main}</main><div role="dialog" aria-modal="true">${box}</div>`);
  const [MILL = '', ISLAND = ''] = TEXT;
  const LAMPS = '<ul><li><a href="/1">Lamp 1</a></li><li><a href="/2">Lamp 2</a></li></ul>';
  it.each([
    [
      'a view of a photo',
      behind('<p>Photos of the bay.</p>', `<img src="/a.jpg">${MILL + ISLAND}`),
    ],
    [
      'a view of one product',
      behind(LAMPS, `<h2>The lamp</h2>${MILL + ISLAND}<input type="number"><button>Buy</button>`),
    ],
    ['a reader', behind(LAMPS, `<article><h1>The ferry</h1>${MILL + ISLAND}</article>`)],
  ])('has the text in the box over the page if it is %s', (_what, html) => {
    expect(captured(html).text).toMatch(/of the mill.*of the island/);
  });

  it.each([
    ['cookies', '<p>We and our partners store cookies and read them.</p>'],
    ['an address', '<p>Our partners write you a letter each week.</p><input type="email">'],
    ['a password', '<p>Our partners let you in.</p><form><input type="password"></form>'],
  ])('has no box over the page that asks for %s, although it is longer', (_what, box) => {
    const long = box.replace(/<p>.*<\/p>/, (text) => text.repeat(12));
    const { text } = captured(behind(`<article><h1>The ferry</h1>${MILL}</article>`, long));
    expect(text).toContain('of the mill');
    expect(text).not.toContain('partners');
  });

  it.each([
    ['between paragraphs', '<span>Anzeige</span>'],
    ['in small letters', '<small>- Publicité -</small>'],
    ['between lines', '<p>By nine.<br><span>Publicidad</span><br>By noon.</p>'],
    ['with more', '<div><div></div><span>Advertisement - Continue reading below</span></div>'],
  ])('has no mark of an advertisement that is a line of its own %s', (_what, html) => {
    const { text } = captured(articleOf(html));
    expect(text).toMatch(/of the harbour.*of the school/);
    expect(text).not.toMatch(/Anzeige|Publicité|Publicidad|Advertisement/);
  });

  it.each([
    'Reklame',
    'ANNONCE',
    'Sponsored',
    'Gesponsert',
    'Paid advertisement',
    'Article continues below advertisement',
    'Article continues below this advertisement',
    'Story continues below',
    'Advertisement — Story continues below',
    'โฆษณา',
  ])('has no line that says only %s', (mark) => {
    const html = `<p>${mark}</p><div class="slot"><div>${mark}</div></div>By nine.<br><span>${mark}</span>`;
    const { text } = captured(articleOf(html));
    expect(text).toMatch(/of the harbour.*of the school/);
    expect(text).not.toContain(mark);
  });

  it.each([
    '<p>Sponsored by the town of Wick</p>',
    '<p>The story continues below the bridge</p>',
    '<h3>Annonce</h3><p>The mayor had news.</p>',
    '<ul><li>Reklame</li><li>Posters</li></ul>',
  ])('has words about advertisements that say more or are a heading or an entry: %s', (html) => {
    const words = (/>([^<]+)</.exec(html)?.[1] ?? '').trim();
    expect(captured(articleOf(html)).text).toContain(words);
  });

  it('has the word for an advertisement in sentences, headings, lists and tables', () => {
    const html =
      '<h2><span>Anzeige</span></h2><p>One says <b>the</b> <span>Anzeige</span>.</p><p><b>The</b> <span>Anzeige</span> <i>again</i></p><ul><li><span>Anzeige</span></li></ul><table><tr><td><span>Anzeige</span></td><td>12</td></tr></table>';
    expect(captured(articleOf(html)).text.match(/Anzeige/g)).toHaveLength(5);
  });

  it('has the folded part below "read more"', () => {
    const more = `<div class="more" aria-hidden="true">${line('lighthouse')}</div>`;
    expect(captured(articleOf(more)).text).toContain('of the lighthouse');
  });

  it.each([
    ['ids', (n: number) => [`aria-controls="q${n}"`, `id="q${n}" hidden`] as const],
    ['their order', () => ['', 'hidden'] as const],
    ['a style', () => ['', 'style="display: none"'] as const],
    ['the search of the browser', () => ['', 'hidden="until-found"'] as const],
  ])('has the answers of an accordion, which are known by %s', (_what, marks) => {
    const questions = ['ice', 'fog', 'storm'].map((topic, n) => {
      const [button, box] = marks(n);
      return `<h3><button aria-expanded="false" ${button}>What about the ${topic}?</button></h3><div ${box}><p>With ${topic} it stays at the quay until noon.</p></div>`;
    });
    const { article } = captured(articleOf(questions.join('')));
    const found = [...article.querySelectorAll('h3')].map((heading) => [
      heading.textContent,
      heading.nextElementSibling?.textContent,
    ]);
    expect(found).toEqual(
      ['ice', 'fog', 'storm'].map((topic) => [
        `What about the ${topic}?`,
        `With ${topic} it stays at the quay until noon.`,
      ]),
    );
  });

  it.each([
    ['a clipped box', 'class="overflow-hidden text-sm"', 'At the quay, and from noon until dusk.'],
    ['a box that fades', 'class="transition-all overflow-hidden"', 'At the quay, until the bell.'],
    ['a few letters', 'id="answer" hidden', 'At noon.'],
  ])('has the answers of an accordion that are in %s', (_what, box, answer) => {
    const questions = ['ice', 'fog', 'storm'].map(
      (topic) =>
        `<div><h3><button aria-expanded="false">Where is it in ${topic}?</button></h3><div ${box}><p>${answer}</p></div></div>`,
    );
    const { text } = captured(articleOf(questions.join('')));
    for (const topic of ['ice', 'fog', 'storm']) {
      expect(text).toContain(`Where is it in ${topic}?`);
    }
    expect(text.split(answer)).toHaveLength(4);
  });

  it('has the panels of all tabs', () => {
    const panels = ['Rowers', 'Sailors', 'Walkers'].map(
      (who, n) =>
        `<div role="tabpanel" ${n > 0 ? 'hidden' : ''}><p>${who} pay one coin at the mill, and two coins when they come back after the bell.</p></div>`,
    );
    const { text } = captured(articleOf(`<div class="tabs">${panels.join('')}</div>`));
    expect(text).toMatch(/Rowers pay.*Sailors pay.*Walkers pay/);
  });

  it('has the cells of a table in a figure with a caption', () => {
    const table =
      '<figure><table><thead><tr><th>Year</th><th>Trips</th></tr></thead><tbody><tr><td>1965</td><td>311</td></tr></tbody></table><figcaption>Trips by year</figcaption></figure>';
    const { article } = captured(articleOf(table));
    const cells = [...article.querySelectorAll('figure :is(th,td)')];
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Year', 'Trips', '1965', '311']);
  });

  it.each([
    ['a class of their own', (words: string) => `<h1 class="header-anchor-post">${words}</h1>`],
    ['no class', (words: string) => `<h1>${words}</h1>`],
    ['a link as their words', (words: string) => `<h1><a href="#${words}">${words}</a></h1>`],
  ])('has sections with the headings of a title, which have %s', (_what, heading) => {
    const parts = TEXT.map((text, n) => `${heading(`Part ${n}`)}${text}${text}`);
    const html = pageOf(
      `<article><h1 class="post-header">The ferry</h1>${parts.join('')}</article>`,
    );
    const headings = [...captured(html).article.querySelectorAll('h1,h2')];
    expect(headings.map(({ textContent }) => textContent)).toEqual(TEXT.map((_, n) => `Part ${n}`));
    expect(headings.every(({ localName }) => localName === 'h2')).toBe(true);
  });
});
