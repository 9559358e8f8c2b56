import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sanitiseArticle } from '../../src/capture';
import { htmlOf, parsed } from '../support/article-html';
import { dangersIn } from '../support/dangers';
import { TOUCHES } from '../support/touches';
import { XSS_VECTORS } from '../support/xss-vectors';

const run = vi.fn();

/** What handlers in HTML see as `window`: jsdom's own, of which the test's is a copy. */
const pageWindow = (globalThis as unknown as { jsdom: { window: Record<string, unknown> } }).jsdom
  .window;

beforeEach(() => {
  run.mockReset();
  pageWindow.__xss = run;
});

afterEach(() => document.body.replaceChildren());

/** As a person would meet it: in the document, with all that can happen to an element. */
function showAndTouch(fragment: DocumentFragment): void {
  const article = document.createElement('article');
  article.append(document.importNode(fragment, true));
  document.body.append(article);
  for (const element of article.querySelectorAll('*')) {
    for (const type of TOUCHES) element.dispatchEvent(new Event(type, { cancelable: true }));
  }
}

describe('this test', () => {
  it('sees a handler run that nobody has taken away', () => {
    const article = document.createDocumentFragment();
    article.append(...parsed('<p onclick="__xss()">x</p>').childNodes);
    showAndTouch(article);
    expect(run).toHaveBeenCalled();
    expect(dangersIn(parsed('<a href="java\nscript:x">x</a>'))).not.toEqual([]);
  });
});

describe('the sanitiser', () => {
  it('is tried with at least 150 vectors, each of its own', () => {
    expect(new Set(XSS_VECTORS.map(({ html }) => html)).size).toBeGreaterThanOrEqual(150);
    expect(new Set(XSS_VECTORS.map(({ name }) => name)).size).toBe(XSS_VECTORS.length);
  });

  it.each(XSS_VECTORS)('leaves nothing that runs of $name', ({ html }) => {
    const once = sanitiseArticle(html);
    expect(dangersIn(once)).toEqual([]);
    showAndTouch(once);
    expect(run).not.toHaveBeenCalled();
  });

  it.each(XSS_VECTORS)('leaves nothing that wakes when parsed again of $name', ({ html }) => {
    const written = htmlOf(sanitiseArticle(html));
    for (const context of ['', '<svg>', '<math><mtext>', '<table><caption>', '<noscript>']) {
      const again = parsed(`${context}${written}`);
      expect(dangersIn(again).filter((danger) => danger !== '<noscript>')).toEqual(
        dangersIn(parsed(context)).filter((danger) => danger !== '<noscript>'),
      );
    }
    expect(dangersIn(sanitiseArticle(written))).toEqual([]);
  });

  it.each(XSS_VECTORS)('leaves nothing of $name when given as elements', ({ html }) => {
    const fragment = document.createDocumentFragment();
    fragment.append(...parsed(`<p>before</p>${html}`).childNodes);
    expect(dangersIn(sanitiseArticle(fragment))).toEqual([]);
  });
});
