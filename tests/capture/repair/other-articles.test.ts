import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from '../kinds/both-doms';

const HOME = location.href;
const HERE = new URL('/stories/ice', HOME).href;
beforeAll(() => history.replaceState(null, '', HERE));
afterAll(() => history.replaceState(null, '', HOME));

const words = (name: string) =>
  Array.from(
    { length: 5 },
    (_, at) =>
      `<p>The ${name} story goes on here, with sentence number ${at}, which is long enough to count, and with another, shorter one. It ends with ${name}.</p>`,
  ).join('');

/** An article whose heading links to an address; null: it has none. */
const linked = (name: string, address: string | null) => {
  const heading = address === null ? name : `<a href="${address}">The ${name} title</a>`;
  return `<article><header><h1>${heading}</h1></header>${words(name)}</article>`;
};

/** An article whose own attribute has its address. */
const marked = (name: string, address: string) =>
  `<article data-url="${address}"><h2>The ${name} title</h2>${words(name)}</article>`;

/** The names of the stories that are kept. */
function storiesOf(body: string, keep: typeof inBrowser): readonly string[] {
  const { text } = keep(pageOf(`<main>${body}</main>`));
  return [...new Set([...text.matchAll(/The (\w+) story/g)].map(([, name = '']) => name))];
}

describe.each([
  ['the browser', inBrowser],
  ['the server', onServer],
])('a page with several articles, in %s', (_where, keep) => {
  it.each([
    ['the first', [linked('first', HERE), linked('second', '/2'), linked('third', '/3')]],
    ['the second', [marked('first', '/1'), marked('second', HERE), marked('third', '/3')]],
    ['the last', [marked('first', '/1?a=2'), marked('last', `${HERE}#comments`)]],
  ])('gives %s, whose address is that of the page', (which, articles) => {
    expect(storiesOf(articles.join('<aside>More</aside>'), keep)).toEqual([which.slice(4)]);
  });

  it.each([
    ['one of them has no address', [linked('first', HERE), linked('second', null)]],
    [
      'they are answers with addresses of their own',
      [
        linked('first', HERE),
        `<article itemtype="https://schema.org/Answer"><a itemprop="url" href="/a/7">7</a>${words('second')}</article>`,
      ],
    ],
    ['they are entries with smaller headings', [linked('first', HERE), marked('second', '/2')]],
    [
      'they have types and pictures, and no addresses of pages',
      [
        `<article itemtype="https://schema.org/Question"><h1><a href="${HERE}">One</a></h1>${words('first')}</article>`,
        `<article itemtype="https://schema.org/Answer" data-background="/a.jpg">${words('second')}</article>`,
      ],
    ],
    [
      'all have the address of the page',
      [linked('first', `${HERE}#1`), linked('second', `${HERE}#2`)],
    ],
    ['one is below the page', [linked('first', HERE), marked('second', `${HERE}/post-2`)]],
  ])('is left as it is if %s', (_why, articles) => {
    expect(storiesOf(articles.join(''), keep)).toEqual(['first', 'second']);
  });

  const within = (tag: string, address: string, inside: string) =>
    `<${tag} class="story" data-url="${address}"><h1>A title</h1>${inside}</${tag}>`;
  const headed = (tag: string, name: string, address: string) =>
    linked(name, address).replaceAll('article>', `${tag}>`);

  it.each([
    [
      'sections with their address',
      [within('section', '/1', words('first')), within('section', HERE, words('own'))],
    ],
    [
      'boxes with their address',
      [within('div', HERE, words('own')), within('div', '/2', words('next'))],
    ],
    [
      'sections whose heading has the address',
      [headed('section', 'first', '/1'), headed('section', 'own', HERE)],
    ],
    [
      'boxes around an article with its address',
      [`<div>${marked('own', HERE)}</div>`, `<div>${marked('next', '/2')}</div>`],
    ],
  ])('gives the one that the address names if they are %s', (_how, articles) => {
    expect(storiesOf(articles.join('<p>More</p>'), keep)).toEqual(['own']);
  });

  const typed = (type: string, name: string, address: string) =>
    `<div itemscope itemtype="https://schema.org/${type}"><meta itemprop="mainEntityOfPage" content="${address}"><h1>The ${name} title</h1>${words(name)}</div>`;
  const addressed = (tag: string, attribute: string, name: string, address: string) =>
    `<${tag} ${attribute}="${address}"><h1>The ${name} title</h1>${words(name)}</${tag}>`;

  it.each([
    [
      'boxes of a type with their address',
      [typed('NewsArticle', 'own', HERE), typed('NewsArticle', 'next', '/2')],
    ],
    [
      'boxes of another type, in any order',
      [typed('BlogPosting', 'first', '/1'), typed('BlogPosting', 'own', HERE)],
    ],
    [
      'articles with their address under another name',
      [
        addressed('article', 'data-article-url', 'own', HERE),
        addressed('article', 'data-article-url', 'next', '/2'),
      ],
    ],
    [
      'articles with their canonical address',
      [
        addressed('article', 'data-canonical-url', 'first', '/1'),
        addressed('article', 'data-canonical-url', 'own', HERE),
      ],
    ],
    [
      'boxes with their address under another name',
      [
        addressed('div', 'data-post-url', 'own', HERE),
        addressed('div', 'data-post-url', 'next', '/2'),
      ],
    ],
  ])('gives the one that has the address of the page if they are %s', (_how, articles) => {
    expect(storiesOf(articles.join('<p>More</p>'), keep)).toEqual(['own']);
  });

  it.each([
    ['answers of a type', [typed('Question', 'first', HERE), typed('Answer', 'second', '/a/7')]],
    [
      'parts of which one has no address',
      [
        typed('NewsArticle', 'first', HERE),
        `<div itemscope itemtype="https://schema.org/NewsArticle"><h1>On</h1>${words('second')}</div>`,
      ],
    ],
    [
      'articles with the addresses of their pictures',
      [
        addressed('article', 'data-image-url', 'first', HERE),
        addressed('article', 'data-image-url', 'second', '/2.jpg'),
      ],
    ],
  ])('keeps all if they are %s', (_how, articles) => {
    expect(storiesOf(articles.join(''), keep)).toEqual(['first', 'second']);
  });

  const chapter = (name: string, heading: string) =>
    `<section id="${name}"><h2>${heading}</h2>${words(name)}</section>`;

  it.each([
    ['without addresses', [chapter('first', 'One'), chapter('second', 'Two')]],
    [
      'that link to themselves',
      [
        chapter('first', '<a href="#first">One</a>'),
        chapter('second', '<a href="#second">Two</a>'),
      ],
    ],
    [
      'of which one links to the page, and one to nothing',
      [chapter('first', `<a href="${HERE}">One</a>`), chapter('second', 'Two')],
    ],
    [
      'of which one links to the page, and one to another',
      [chapter('first', `<a href="${HERE}">One</a>`), chapter('second', '<a href="/2">Two</a>')],
    ],
    [
      'that link to what they tell about',
      [chapter('first', '<a href="/1">One</a>'), chapter('second', '<a href="/2">Two</a>')],
    ],
  ])('keeps all chapters of one article %s', (_how, chapters) => {
    const body = `<article data-url="${HERE}"><h1>The title</h1>${chapters.join('')}</article>`;
    expect(storiesOf(body, keep)).toEqual(['first', 'second']);
  });

  it('keeps an article whose buttons for sharing have its address', () => {
    const share = `<div data-url="${HERE}">Share</div>`;
    const body = `<div><div><h1>The title</h1>${share}${words('first')}</div><div><h2>On</h2>${words('second')}</div></div>`;
    expect(storiesOf(body, keep)).toEqual(['first', 'second']);
  });

  it('keeps what is said below the article, although each of it has an address', () => {
    const said = `<article><h2><a href="/said/1">Ada</a></h2>${words('other')}</article>`;
    const own = `<article><h1><a href="${HERE}">The own title</a></h1>${words('own')}${said}</article>`;
    expect(storiesOf(own + linked('next', '/next'), keep)).toEqual(
      expect.not.arrayContaining(['next']),
    );
    expect(storiesOf(own + linked('next', '/next'), keep)).toContain('own');
  });
});
