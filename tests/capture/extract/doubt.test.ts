import { describe, expect, it } from 'vitest';
import { cleanArticle } from '../../../src/capture/clean/clean-article';
import { type Doubt, doubtsAbout, findSitePart } from '../../../src/capture/extract/doubt';
import { keptLandmarks, markLandmarks } from '../../../src/capture/extract/landmarks';
import { findHeadline } from '../../../src/capture/extract/lead';

const TITLE = 'The rock';
const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was still dry.`;
const told = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `<p>${say(from + at)}</p>`).join('');
const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

/** Returns the doubts about the element with the id `article` as the article of a page. */
function doubts(body: string, { isShort = false, articleText = '' } = {}): Doubt[] {
  const document = new DOMParser().parseFromString(`<body>${body}`, 'text/html');
  const landmarks = markLandmarks(document);
  const sitePart = findSitePart(document, landmarks);
  const headline = findHeadline(landmarks, TITLE);
  const article = document.getElementById('article')!;
  const page = {
    url: 'https://rock.example/log',
    title: TITLE,
    siteName: '',
    authors: [],
    published: null,
    canonicalUrl: null,
    articleText,
  };
  const kept = keptLandmarks(article);
  const root = cleanArticle(article, page);
  return doubtsAbout({ article, kept, root, isShort }, { landmarks, sitePart, headline }, page);
}

const article = (html: string) => `<div id="article">${html}</div>`;

describe('the article that Readability has found', () => {
  it('is beyond doubt if it is all of the prose, below its headline', () => {
    expect(doubts(`<main><h1>${TITLE}</h1>${article(told(0, 6))}</main>`)).toEqual([]);
  });

  it.each<[Doubt, string, string]>([
    [
      'links',
      'much of it is links',
      article(
        `${told(0, 6)}<p>${many(30, (at) => `<a href="/y/${at}">all that he wrote in ${at}</a> and `)}</p>`,
      ),
    ],
    [
      'no-prose',
      'it has few sentences',
      article(told(0, 2) + many(40, (at) => `<p>Lamp and gull number ${at}</p>`)),
    ],
    [
      'replies',
      'much of it is replies',
      article(
        told(0, 1) +
          many(
            4,
            (at) => `<div class="r"><b>x</b><div>Ines, 3 May</div>${told(at + 9, at + 10)}</div>`,
          ),
      ),
    ],
    ['prose-left-out', 'the page has more prose', article(told(0, 4)) + told(10, 14)],
    [
      'marked-left-out',
      'the site has marked something else',
      `<div>${article(told(0, 6))}</div><article>${told(10, 12)}</article>`,
    ],
    [
      'marked-left-out',
      'most of it is outside of what the site has marked',
      article(`${told(0, 6)}<article>${told(10, 12)}</article>`),
    ],
    [
      'headline-elsewhere',
      'the headline follows it',
      `${article(told(0, 6))}<h1>${TITLE}</h1><p>Gulls</p>`,
    ],
    [
      'headline-elsewhere',
      'prose is between the headline and it',
      `<h1>${TITLE}</h1>${told(10, 13)}${article(told(0, 6))}`,
    ],
  ])('is in doubt (%s) if %s', (doubt, _why, body) => {
    expect(doubts(body)).toContain(doubt);
  });

  it('is in doubt if it is short', () => {
    expect(doubts(article(told(0, 2)), { isShort: true })).toEqual(['short']);
  });

  it.each([
    ['another text', told(50, 56)],
    ['a much shorter one', told(0, 5)],
  ])('is in doubt if the page gives %s as data', (_what, given) => {
    const articleText = given.replace(/<[^>]*>/g, ' ');
    expect(doubts(article(told(0, 20)), { articleText })).toContain('given-text-differs');
  });

  it('is beyond doubt if the page gives the start of it as data', () => {
    const articleText = `${told(0, 5).replace(/<[^>]*>/g, ' ')}…`;
    expect(doubts(article(told(0, 20)), { articleText })).toEqual([]);
  });
});
