import { describe, expect, it } from 'vitest';
import { showHiddenParts } from '../../../src/capture/extract/parts';
import { captured, documentOf } from '../../support/article-pages';

const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was still dry. `;
const part = (n: number, attributes = '', text = say(n).repeat(2)) =>
  `<section id="part-${n}" ${attributes}><p>${text}</p></section>`;
const NUMBERS = [1, 2, 3].map((n) => `<a href="#part-${n}">${n}</a>`).join('');

/** Returns the number of parts that are shown. */
function shown(body: string): number {
  const document = new DOMParser().parseFromString(`<body>${body}`, 'text/html');
  const hidden = () =>
    document.querySelectorAll('section[hidden],section[style],[aria-hidden]').length;
  const before = hidden();
  expect(showHiddenParts(document)).toBe(hidden() < before);
  return before - hidden();
}

describe('the hidden parts of a split text', () => {
  it.each(['hidden', 'style="display: none"', 'aria-hidden="true"'])(
    'are shown when they are hidden with %s and turned by numbers',
    (attribute) => {
      expect(shown(part(1) + part(2, attribute) + part(3, attribute) + NUMBERS)).toBe(2);
    },
  );

  it('are shown when each part has a link to the next one', () => {
    const next = (n: number) => `${say(n).repeat(2)}<a href="#part-${n + 1}">Weiter</a>`;
    expect(shown(part(1, '', next(1)) + part(2, 'hidden', next(2)) + part(3, 'hidden'))).toBe(2);
  });

  it.each([
    [
      'tabs with names',
      `${part(1) + part(2, 'hidden')}<a href="#part-1">Use</a><a href="#part-2">Size</a>`,
    ],
    ['without controls', part(1) + part(2, 'hidden')],
    ['when all are hidden', part(1, 'hidden') + part(2, 'hidden') + NUMBERS],
    [
      'copies of the visible part',
      part(1, '', say(9).repeat(2)) + part(2, 'hidden', say(9).repeat(2)) + NUMBERS,
    ],
    ['with little text', part(1) + part(2, 'hidden', 'Ask us.') + NUMBERS],
  ])('stay hidden: %s', (_what, html) => {
    expect(shown(html)).toBe(0);
  });

  it('are in the article, in the order of the page', () => {
    const { text } = captured(
      documentOf(`<title>The rock</title><body><main><h1>The rock</h1>${part(1)}${part(2, 'hidden')}
        ${part(3, 'hidden')}${NUMBERS}</main>`),
    );
    expect(text.indexOf(say(1))).toBeLessThan(text.indexOf(say(2)));
    expect(text.indexOf(say(2))).toBeLessThan(text.indexOf(say(3)));
  });
});
