// @module-tag full
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declared, onServer, pageOf } from './both-doms';

const SENTENCE = 'The ferns by the north wall grow a hand each year and nobody waters them. ';

const comment = (at: number): string => `<div class="comment" data-depth="${at % 3}">
  <a class="author" href="/user/u${at % 9}">u${at % 9}</a> <time datetime="2024-05-03T10:00:00Z">May</time>
  <div class="text"><p>${at}. ${SENTENCE}</p></div></div>`;

const many = (times: number, part: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => part(at)).join('');

const section = (at: number): string =>
  `<section><div><h2>Part ${at} of the garden</h2></div><div><p>${SENTENCE}</p></div></section>`;

// The time is proportional to the length. Comparing all parts of one with one another takes minutes.
describe('a long page', () => {
  const start = location.href;
  beforeEach(() => history.replaceState(null, '', '/garden/ferns'));
  afterEach(() => history.replaceState(null, '', start));

  it.each([
    ['replies', many(1_500, comment), '1499. The ferns', declared('DiscussionForumPosting')],
    ['comments', many(1_500, comment), '1499. The ferns', ''],
    [
      'rows with links',
      `<table>${many(2_000, (at) => `<tr class="r"><td>${at}</td><td><a href="/${at}">The fern of ${at}</a></td><td>${at}</td><td>and more words of it</td></tr>`)}</table>`,
      'The fern of 1999',
      '',
    ],
    [
      'links in a line',
      `<main><h1>Garden</h1>${many(200, section)}<div>${many(10_000, (at) => `<a href="/${at}">x</a> `)}</div></main>`,
      'Part 199 of the garden',
      '',
    ],
    [
      'captions in a line',
      `<article>${many(9, (at) => `<p>${at}. ${SENTENCE.repeat(3)}</p>`)}<p>${many(10_000, (at) => `<span class="caption">A fern, ${at}</span>`)}</p></article>`,
      '8. The ferns',
      '',
    ],
    [
      'boxes of one name',
      `<article>${many(8_000, (at) => `<div class="line">Line ${at}. ${SENTENCE}</div>`)}</article>`,
      'Line 7999.',
      '',
    ],
  ])('of %s is captured', (_, body, last, head) => {
    expect(onServer(pageOf(body, head)).text).toContain(last);
  });
});
