import { describe, expect, it } from 'vitest';
import { articlePositionOf, createTextIndex } from '../../src/anchoring';
import { parseBody as parseWithoutBrowser } from '../../src/dom';
import { parseBody } from './trees';

const indexes = {
  browser: (html: string) => createTextIndex(parseBody(html)),
  // A `PageNode` has everything of `Node` that is used here.
  worker: (html: string) => createTextIndex(parseWithoutBrowser(html) as unknown as HTMLElement),
};

describe.each(Object.entries(indexes))('the pages of a document in a %s', (_, indexOf) => {
  const pageOf = (html: string, words: string): number | undefined => {
    const index = indexOf(html);
    const start = index.text.indexOf(words);
    expect(start).toBeGreaterThanOrEqual(0);
    return articlePositionOf(index, { start, end: start + words.length }).page;
  };

  const PAPER =
    '<h1>Ice</h1><p id="user-content-page-1">One goes <span id="user-content-page-2">on to two.</span></p>' +
    '<p>Still two.</p><p id="user-content-page-4">Four.</p><p id="user-content-page-3">A late note.</p>';

  it.each([
    ['Ice', 1],
    ['One', 1],
    ['goes on', 1],
    ['on to two', 2],
    ['Still', 2],
    ['Four', 4],
    ['late note', 4],
  ])('are those on which places begin: %s', (words, page) => {
    expect(pageOf(PAPER, words)).toBe(page);
  });

  it('are found by the marks of an article that is not shown yet', () => {
    expect(pageOf('<p id="page-1">One.</p><p id="page-12">Twelve.</p>', 'Twelve')).toBe(12);
  });

  it('are unknown where an article has no marks', () => {
    for (const id of [
      '',
      'page',
      'page-',
      'page-0',
      'page-x',
      'page-3a',
      'mypage-3',
      'page-1234567',
    ]) {
      expect(pageOf(`<p id="${id}">Ice.</p>`, 'Ice')).toBeUndefined();
    }
  });

  it('are found in a time that grows with the text and not with its highlights', () => {
    const html = Array.from({ length: 3000 }, (_, at) => `<p id="page-${at + 1}">Ice ${at}.</p>`);
    const index = indexOf(html.join(''));
    const started = performance.now();
    const pages = Array.from({ length: 3000 }, (_, at) => {
      const start = index.text.indexOf(`Ice ${at}.`);
      return articlePositionOf(index, { start, end: start + 3 }).page;
    });
    expect(pages).toEqual(Array.from({ length: 3000 }, (_, at) => at + 1));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
