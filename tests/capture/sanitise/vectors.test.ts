import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sanitiseArticle } from '../../../src/capture/index';
import { htmlOf, parsed } from '../../support/article-html';
import { dangersIn } from '../../support/dangers';
import { TOUCHES } from '../../support/touches';
import { XSS_VECTORS } from '../../support/xss-vectors';

const run = vi.fn();

/** The `window` of event handlers in HTML: jsdom's own, of which the global one is a copy. */
const pageWindow = (globalThis as unknown as { jsdom: { window: Record<string, unknown> } }).jsdom
  .window;

beforeEach(() => {
  run.mockReset();
  pageWindow.__xss = run;
});

afterEach(() => document.body.replaceChildren());

/** Shows the fragment in the document and dispatches all events that can reach an element. */
function showAndTouch(fragment: DocumentFragment): void {
  const article = document.createElement('article');
  article.append(document.importNode(fragment, true));
  document.body.append(article);
  for (const element of article.querySelectorAll('*')) {
    for (const type of TOUCHES) element.dispatchEvent(new Event(type, { cancelable: true }));
  }
}

describe('the test environment', () => {
  it('runs an event handler that was not removed', () => {
    const article = document.createDocumentFragment();
    article.append(...parsed('<p onclick="__xss()">x</p>').childNodes);
    showAndTouch(article);
    expect(run).toHaveBeenCalled();
    expect(dangersIn(parsed('<a href="java\nscript:x">x</a>'))).not.toEqual([]);
  });
});

describe('the sanitiser', () => {
  it('is tested with at least 150 different vectors', () => {
    expect(new Set(XSS_VECTORS.map(({ html }) => html)).size).toBeGreaterThanOrEqual(150);
    expect(new Set(XSS_VECTORS.map(({ name }) => name)).size).toBe(XSS_VECTORS.length);
  });

  it.each(XSS_VECTORS)('removes everything that runs in $name', ({ html }) => {
    const once = sanitiseArticle(html);
    expect(dangersIn(once)).toEqual([]);
    showAndTouch(once);
    expect(run).not.toHaveBeenCalled();
  });

  it.each(XSS_VECTORS)('removes everything that runs when $name is parsed again', ({ html }) => {
    const written = htmlOf(sanitiseArticle(html));
    for (const context of ['', '<svg>', '<math><mtext>', '<table><caption>', '<noscript>']) {
      const again = parsed(`${context}${written}`);
      expect(dangersIn(again).filter((danger) => danger !== '<noscript>')).toEqual(
        dangersIn(parsed(context)).filter((danger) => danger !== '<noscript>'),
      );
    }
    expect(dangersIn(sanitiseArticle(written))).toEqual([]);
  });

  it.each(XSS_VECTORS)(
    'removes everything that runs when $name is passed as elements',
    ({ html }) => {
      const fragment = document.createDocumentFragment();
      fragment.append(...parsed(`<p>before</p>${html}`).childNodes);
      expect(dangersIn(sanitiseArticle(fragment))).toEqual([]);
    },
  );
});
