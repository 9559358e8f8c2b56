import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSections } from '../../../src/capture/kinds/sections';
import { surveyPage } from '../../../src/capture/kinds/survey';
import { documentOf } from '../../support/article-pages';
import { declared, inBrowser, onServer, pageOf } from './both-doms';

const SENTENCE = 'The ferns by the north wall grow a hand each year and nobody waters them. ';
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const entry = (
  at: number,
) => `<div class="entry"><h3><a href="/page/${at}">Honey of the valley ${at}</a></h3>
  <p>Dark and heavy, from the ${at}th valley.</p><span>${at}0 €</span><p><a href="/buy/${at}">Read on</a></p><button>Add to cart</button></div>`;
const shelf = `<main><h1>The page</h1><p>Five keepers whom we know by name.</p>
  <div class="sort"><a href="?by=price">Price</a> <a href="?by=name">Name</a></div>
  ${numbers.map(entry).join('')}<div class="pages"><a href="?p=2">2</a> <a href="?p=2">Next</a></div></main>`;
const bare = numbers.map((at) => `<p><a href="/${at}">Entry number ${at}</a></p>`);

/** Pages that look like lists of links and are not. */
const TEXTS: Readonly<Record<string, string>> = {
  'questions with answers': numbers
    .map(
      (at) =>
        `<h3>May I bring dog ${at}?</h3><p>Yes, <a href="/dogs/${at}">dogs are welcome</a> on the deck.</p>`,
    )
    .join(''),
  'a glossary': `<dl>${numbers.map((at) => `<dt>Term ${at}</dt><dd>A part of a book, see <a href="/t/${at}">another</a>.</dd>`).join('')}</dl>`,
  'a timetable': `<table><tr><th>Ship</th><th>Leaves</th></tr>${numbers.map((at) => `<tr><td><a href="/ship/${at}">Ship ${at}</a></td><td>0${at}:10</td></tr>`).join('')}</table>`,
  'a table of results': `<table>${numbers.map((at) => `<tr><td>${at}.</td><td><a href="/club/${at}">Rowing club ${at}</a></td><td>7:0${at} min</td></tr>`).join('')}</table>`,
  'poems with links': numbers
    .map(
      (at) =>
        `<h3>Song ${at}</h3><p>The gull has a <a href="/w/${at}">room in the rain</a><br>and pays with a feather</p>`,
    )
    .join(''),
  'an article in entries with sources': numbers
    .map(
      (at) =>
        `<h2>${at}. The bell of the harbour</h2><p>${SENTENCE}</p><p>Source: <a href="https://a.example/${at}">The archive ${at}</a></p>`,
    )
    .join(''),
  'a short announcement with many links': `<p>The library is closed on Monday.</p><ul>${numbers.map((at) => `<li>Branch ${at}: <a href="/b/${at}">opening hours</a> of the week, telephone 0${at}</li>`).join('')}</ul>`,
  'one paragraph': `<p>${SENTENCE}</p>`,
  'lists of links below headings': `<h2>Boats</h2><ul>${bare.join('')}</ul><h2>Harbours</h2><ul>${bare.join('')}</ul>`,
};

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('in %s', (_, captured) => {
  const start = location.href;
  beforeEach(() => history.replaceState(null, '', '/shelf/honey'));
  afterEach(() => history.replaceState(null, '', start));

  it('keeps the text of a front page that says more than its list', () => {
    history.replaceState(null, '', '/');
    const page = `<main><h1>The page</h1><section><p>${SENTENCE.repeat(2)}</p></section>
      <section><p>${SENTENCE}</p></section>${numbers.map(entry).join('')}</main>`;
    const { text, capture } = captured(pageOf(page));
    expect(capture.report.warnings).not.toContain('no-article');
    expect(text).toContain(SENTENCE.trim());
  });

  it('keeps verses, which are more than the links above them', () => {
    const verses = numbers.map(
      (at) => `<p>The gull has ${at} rooms in the rain<br>and pays with a feather</p>`,
    );
    const links = `<div>${bare.slice(0, 3).join('')}</div>`;
    const { text, capture } = captured(
      pageOf(`<main><h1>The page</h1>${links}${verses.join('')}</main>`),
    );
    expect(capture.report.warnings).not.toContain('no-article');
    expect(text.match(/rooms in the rain/g)).toHaveLength(9);
  });

  it('keeps the entries of a list that have texts of their own, without buttons and paging', () => {
    const { article, text, capture } = captured(pageOf(`<nav><a href="/">Home</a></nav>${shelf}`));
    expect(capture.report).toMatchObject({
      kind: 'list',
      warnings: [],
    });
    expect([...article.querySelectorAll('h3 a')].map((link) => link.textContent)).toEqual(
      numbers.map((at) => `Honey of the valley ${at}`),
    );
    expect(text).toMatch(/^Five keepers/);
    expect(text).toMatch(/from the 9th valley\.\s*90 €$/);
    expect(text).not.toMatch(/Read on|Add to|Price|Next|Home|The page/);
  });

  it('keeps an author beside a date in each entry, and removes links to comments and tags', () => {
    const post = (
      at: number,
    ) => `<article class="post"><h2><a href="/p/${at}">What the tide left at ${at}</a></h2>
      <div class="by">3 May 2024 by <a href="/people/ada">Ada</a></div><p>${SENTENCE}</p>
      <footer><a rel="tag" href="/label/sea">Sea</a> <a href="/p/${at}#comments">${at} comments</a></footer></article>`;
    const { text } = captured(pageOf(`<main>${[1, 2, 3, 4].map(post).join('')}</main>`));
    expect(text.match(/3 May 2024 by Ada/g)).toHaveLength(4);
    expect(text).not.toMatch(/Sea|comments/);
  });

  it.each([
    ['a front page', '/', shelf, ''],
    ['results of a search', '/find?q=honey', shelf, ''],
    ['a page that says it has results', '/shelf/honey', shelf, declared('SearchResultsPage')],
    ['headlines alone', '/shelf/honey', bare.join(''), ''],
    [
      'headlines about a subject',
      '/tag/honey',
      `<h2>May</h2>${bare.join('')}<h2>June</h2>${bare.join('')}`,
      '',
    ],
  ])('says that %s has no article', (__, address, body, head) => {
    history.replaceState(null, '', address);
    const { capture } = captured(pageOf(body, head));
    expect(capture.article).toBeNull();
    expect(capture.report.warnings).toEqual(['no-article']);
  });

  it.each(Object.entries(TEXTS))('keeps all of %s', (__, body) => {
    const { text, capture } = captured(pageOf(`<main><h1>The page</h1>${body}</main>`));
    expect(capture.report.warnings).not.toContain('no-article');
    const whole = new DOMParser().parseFromString(body, 'text/html').body.textContent ?? '';
    expect(text.replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
  });

  it('keeps all sections of a page that has many short ones, with the questions of an accordion', () => {
    const section = (at: number) =>
      `<section class="part-${at}"><div><h2>Part ${at}</h2><p>We bring part ${at} to your own door each week, by boat if it has to be.</p>
      <a class="btn" href="/buy/${at}">Get it</a></div></section>`;
    const question = `<section><div class="item"><button aria-expanded="false">May we leave again?</button>
      <div><p>Yes, whenever you like.</p></div></div></section>`;
    const body = `<main><h1>The page</h1>${[1, 2, 3, 4, 5].map(section).join('')}${question}
      <div class="footer">All rights reserved</div></main>`;
    const { article, text } = captured(pageOf(body));
    expect([...article.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual(
      [1, 2, 3, 4, 5].map((at) => `Part ${at}`),
    );
    expect(text).toMatch(/May we leave again\?\s*Yes, whenever you like\.$/);
    expect(text).not.toMatch(/Get it|All rights/);
  });

  it.each([
    ['an item of a list', '<ul><li>$1</li></ul>'],
    ['a cell of a table', '<table><tr><td>$1</td></tr></table>'],
    ['a head of a table', '<table><tr><th>$1</th></tr></table>'],
    ['a term', '<dl><dt>$1</dt></dl>'],
    ['the description of a term', '<dl><dt>Map</dt><dd>$1</dd></dl>'],
  ])('keeps a link above its text in %s of a page of sections', (_, box) => {
    const section = (at: number) =>
      `<section><div><h2>Part ${at}</h2><p>We bring part ${at} to your own door each week, by boat.</p>
      ${box.replace('$1', `<a href="/map/${at}">Harbour ${at}</a><p>${SENTENCE}</p>`)}</div></section>`;
    const body = `<main><h1>The page</h1>${[1, 2, 3, 4, 5].map(section).join('')}</main>`;
    const { article } = captured(pageOf(body));
    expect([...article.querySelectorAll('a')].map((link) => link.textContent)).toEqual(
      [1, 2, 3, 4, 5].map((at) => `Harbour ${at}`),
    );
  });
});

describe('findSections', () => {
  const boxed = numbers.map((at) => `<section><h2>Part ${at}</h2><div>${SENTENCE}</div></section>`);
  const together = numbers.map((at) => `<h2>Part ${at}</h2><div>${SENTENCE}</div>`);

  it.each([
    ['a page with a box for each section', boxed, true],
    ['a page with all blocks of its text in one box, whatever their elements are', together, false],
  ])('knows if it finds sections in %s', (_case, parts, isFound) => {
    const root = surveyPage(documentOf(pageOf(`<main>${parts.join('')}</main>`)), location.href);
    expect(root !== null && findSections(root) !== null).toBe(isFound);
  });
});
