import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../../support/article-pages';

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
