import { describe, expect, it } from 'vitest';
import { isSmallPart } from '../../../src/capture/extract/extract';
import { surveyPage } from '../../../src/capture/kinds/survey';

const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was dry.`;
const text = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `<p>${say(from + at)}</p>`).join('');
const comment = (at: number) => `<li class="c"><div>Ada, 3 May 2024</div>${text(at, 2)}</li>`;
const comments = [60, 70, 80, 90, 100, 110, 120].map(comment).join('');
const teaser = (at: number) =>
  `<div class="t"><h3><a href="/${at}">Year ${at}</a></h3>${text(at, 2)}</div>`;
const teasers = [20, 30, 40, 50, 130].map(teaser).join('');

/** In letters. */
const SHORT = 150;

describe('an article that is a small part of its page', () => {
  it.each([
    ['the page has much more text', `<h1>The rock</h1>${text(1, 20)}`, true],
    [
      'most of the text is in a box with a strange name',
      `<div class="sidebar">${text(1, 20)}</div>`,
      true,
    ],
    ['the page is short', text(1, 9), false],
    ['the rest are comments', `${text(1, 2)}<div id="comments">${text(30, 30)}</div>`, false],
    ['the rest is a question', `${text(1, 2)}<div class="cookie-box">${text(30, 30)}</div>`, false],
    ['the rest are replies without such a name', `${text(1, 2)}<ol>${comments}</ol>`, false],
    ['the rest are teasers', `${text(1, 2)}<div>${teasers}</div>`, false],
    ['the rest is around the text', `${text(1, 2)}<aside>${text(30, 30)}</aside>`, false],
  ])('is recognised: %s', (_, body, expected) => {
    const document = new DOMParser().parseFromString(`<body>${body}`, 'text/html');
    const root = surveyPage(document, 'https://rock.example/log');
    expect(root && isSmallPart(SHORT, root)).toBe(expected);
  });
});
