import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../../support/article-pages';
import { declared, inBrowser, onServer, pageOf } from '../kinds/both-doms';

const say = (n: number) => `In year ${n} the keeper wrote that ${n} gulls had come to the rock.`;
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const NOTICE =
  '<p>Your browser is old. Please get another one to see the page as it is meant to be.</p>';

describe('the text that a page gives only as data', () => {
  it('is the article of a page without it', () => {
    const steps = [1, 2, 3, 4].map((n) => ({ '@type': 'HowToStep', text: say(n) }));
    const data = {
      '@type': 'HowTo',
      name: 'The log',
      description: `<p>${say(9)}</p>`,
      step: steps,
    };
    const { article, text } = captured(
      documentOf(`<title>The log</title>${jsonLd(data)}<body><div>${NOTICE}</div></body>`),
    );
    expect(text).toContain(say(9));
    expect([...article.querySelectorAll('ol > li')].map((entry) => entry.textContent)).toEqual(
      [1, 2, 3, 4].map(say),
    );
    expect(text).not.toContain('browser');
  });

  it('completes a recipe whose page does not have the ingredients', () => {
    const ingredients = ['200 g flour', '1 egg', '3 spoons of sugar'];
    const data = { '@type': 'Recipe', name: 'A cake', recipeIngredient: ingredients };
    const { article } = captured(
      documentOf(`<title>A cake</title>${jsonLd(data)}<body><article><h1>A cake</h1>
        ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `<p>${say(n)}</p>`).join('')}</article></body>`),
    );
    expect([...article.querySelectorAll('ul > li')].map((entry) => entry.textContent)).toEqual(
      ingredients,
    );
  });

  it('adds nothing to an article that has it', () => {
    const texts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(say);
    const page = (head: string) =>
      captured(
        documentOf(
          `<title>The log</title>${head}<body><article>${texts.map((text) => `<p>${text}</p>`).join('')}</article></body>`,
        ),
      ).text;
    const data = { '@type': 'Article', headline: 'The log', articleBody: texts.join('\n') };
    expect(page(jsonLd(data))).toBe(page(''));
  });
});

const LEAD =
  'For a hundred years nobody has counted the birds of the lighthouse as carefully as he.';
/** Sentences that share no phrase. */
const BODY = [
  'Every morning he climbed to the gallery before the lamp went out, with a slate under his arm.',
  'Gulls came first, and after them the terns that nest below the landing in the month of May.',
  'Nothing of this was asked of him by the office, which paid for oil and for a coat each year.',
  'His daughter copied the slates into books when the winter storms kept both of them indoors.',
  'These books lay in a chest until the tower was sold, and the buyer gave them to the museum.',
  'Scholars who opened the chest found numbers for ten thousand mornings without a single gap.',
  'A chart of them hangs in the hall today, where children look for the day of their birthday.',
  'Next spring a second keeper will begin to count again, this time with a camera on the rail.',
];
const NOTE =
  'Readers in town can buy the printed issue at every kiosk that has a green sign in front.';
const dataOf = (lines: readonly string[]) =>
  declared('NewsArticle', { headline: 'The keeper', articleBody: lines.join('\n') });
const describedBy = (text: string) => `<meta name="description" content="${text}">`;
const times = (text: string, words: string) => text.split(words).length - 1;

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('an article that its page gives only as data, in %s', (_, page) => {
  it.each([
    ['below the headline', `<article><h1>The keeper</h1><p>${LEAD}</p></article>`, ''],
    [
      'in the header of the page',
      `<header><h1>The keeper</h1><h2>${LEAD}</h2></header><main><p>${NOTE}</p></main>`,
      '',
    ],
    [
      'by which the page describes itself',
      `<article><h1>The keeper</h1><div class="byline">By Ada Lamp</div><figure><img src="/a.jpg" alt=""></figure><div class="s">${LEAD}</div></article>`,
      describedBy(LEAD),
    ],
  ])('keeps its lead %s', (_where, body, head) => {
    const { text } = page(pageOf(body, head + dataOf(BODY)));
    expect(text.startsWith(LEAD)).toBe(true);
    for (const line of BODY) expect(text).toContain(line);
    expect(text).not.toContain(NOTE);
  });

  it('has its lead once if the data have it, too', () => {
    const body = `<article><h1>The keeper</h1><p>${LEAD}</p></article>`;
    const { text } = page(pageOf(body, describedBy(LEAD) + dataOf([LEAD, ...BODY])));
    expect(times(text, LEAD)).toBe(1);
    expect(text).toContain(BODY[7]);
  });

  it.each(['By Ada Lamp, in the harbour', 'Published on 3 May 2024 at 10:30', 'Read in 4 minutes'])(
    'has no lead in the line "%s"',
    (line) => {
      const body = `<article><h1>The keeper</h1><p>${line}</p></article>`;
      const { text } = page(pageOf(body, dataOf(BODY)));
      expect(text.startsWith(BODY[0] ?? '')).toBe(true);
      expect(text).not.toContain(line);
    },
  );
});
