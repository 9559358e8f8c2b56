import { describe, expect, it } from 'vitest';
import { highestScore, modelPage, scoreArticle } from '../../../src/capture/extract/page-model';

const URL = 'https://rock.example/log';
const FACTS = {
  url: URL,
  title: 'The lamp on the rock',
  siteName: '',
  authors: [],
  canonicalUrl: null,
  published: null,
  articleText: '',
};

const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was dry.`;
const told = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `<p>${say(from + at)}</p>`).join('');

/** Returns the scores of articles on a page, from 0 to 1. */
function scores(body: string, articles: readonly string[], articleText = ''): number[] {
  const document = new DOMParser().parseFromString(`<body>${body}`, 'text/html');
  const model = modelPage(document, { ...FACTS, articleText });
  return articles.map((html) => {
    const article = new DOMParser().parseFromString(`<div>${html}</div>`, 'text/html').body;
    return scoreArticle(article, model, URL);
  });
}

/** Expects the first article to have a clearly higher score than the second. */
function expectFirst([first = 0, second = 0]: readonly number[]): void {
  expect(first).toBeGreaterThan(second * 1.15);
}

const POST = `<div><h1>The lamp on the rock</h1>${told(0, 5)}</div>`;

describe('the score of an article', () => {
  it('is higher with all of the text than with a part of it', () => {
    expectFirst(scores(POST, [told(0, 5), told(0, 2)]));
  });

  it('is higher without links', () => {
    const link = (at: number) => `<ul><li><a href="/a">More about the ${at} gulls</a></li></ul>`;
    const links = Array.from({ length: 20 }, (_, at) => link(at)).join('');
    expectFirst(scores(POST + links, [told(0, 5), told(0, 5) + links]));
  });

  it.each([
    ['a box that is named for something else', `<div class="sidebar">${told(10, 15)}</div>`],
    ['a part of the page around it', `<aside>${told(10, 15)}</aside>`],
    ['another article', `<div><h1>Another lamp</h1>${told(10, 15)}</div>`],
    [
      'teasers',
      [10, 11, 12, 13]
        .map((n) => `<div><h3><a href="/${n}">Gulls</a></h3>${told(n, n + 1)}</div>`)
        .join(''),
    ],
    [
      'replies',
      [10, 11, 12, 13]
        .map((n) => `<div><b>x</b><div>Ines, 3 May</div>${told(n, n + 1)}</div>`)
        .join(''),
    ],
  ])('is higher without %s', (_what, other) => {
    expectFirst(scores(POST + other, [told(0, 5), told(0, 5) + other]));
  });

  it('is higher with the text that the page gives as data than with a longer one', () => {
    const given = [0, 1, 2, 3, 4, 5].map(say).join(' ');
    expectFirst(scores(told(0, 20), [told(0, 6), told(0, 20)], given));
  });

  it('ignores the start of a text that the page gives as data', () => {
    const start = `${[0, 1, 2, 3, 4].map(say).join(' ')}…`;
    expectFirst(scores(told(0, 20), [told(0, 20), told(0, 5)], start));
  });

  it('is as high for lines that repeat themselves as for the same lines once', () => {
    const refrain = '<p>And the lamp was dry, and the gulls were white.</p>';
    const [many = 0, once = 0] = scores(POST + refrain.repeat(50), [
      told(0, 5) + refrain.repeat(50),
      told(0, 5) + refrain.repeat(2),
    ]);
    expect(many).toBe(once);
  });

  it('counts a text once that an article has twice', () => {
    expectFirst(scores(POST, [told(0, 5), told(0, 5) + told(0, 5)]));
  });

  it('is never above the highest score of the page', () => {
    const page = `${POST}<aside>${told(10, 20)}</aside>${'<p>A label</p>'.repeat(9)}`;
    const document = new DOMParser().parseFromString(page, 'text/html');
    const highest = highestScore(modelPage(document, FACTS));
    const unknown = [0, 9].map((from) => told(from, from + 60).replaceAll('year', 'month'));
    const articles = [told(0, 5), told(0, 3), told(0, 15), told(10, 20), page, ...unknown];
    for (const score of scores(page, articles)) expect(score).toBeLessThanOrEqual(highest);
    expect(highest).toBeLessThan(1);
  });
});
