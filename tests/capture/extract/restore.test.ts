import { describe, expect, it } from 'vitest';
import { captured, pageWith } from '../../support/article-pages';

/** Readability drops a box with a low-rated class regardless of its content. */
const dropped = (content: string): string => `<div class="meta scroll">${content}<hr></div>`;
const BETWEEN = `<p>${'What is between two paragraphs belongs to them. '.repeat(6)}</p>`;
const IMAGE = '<img src="/a.png" alt="A">';

const article = (html: string): HTMLElement =>
  captured(pageWith(`${BETWEEN}${html}${BETWEEN}`)).article;

describe('restoreDropped', () => {
  it.each([
    ['an image', IMAGE, 'img'],
    [
      'a figure with its caption',
      `<figure>${IMAGE}<figcaption>Of a leaf</figcaption></figure>`,
      'figcaption',
    ],
    ['an image that leads to a larger one', `<a href="/a-large.png">${IMAGE}</a>`, 'img'],
    ['code', '<pre><code>press(leaf)</code></pre>', 'pre code'],
    ['a table', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'td'],
    ['a formula', '<math><mi>x</mi></math>', 'math'],
    [
      'a film',
      '<iframe src="https://player.vimeo.com/video/12345" title="A leaf falls"></iframe>',
      'a[data-embed]',
    ],
  ])('restores %s', (_what, html, selector) => {
    const found = article(dropped(html));
    expect(found.querySelector(selector)).not.toBeNull();
    const order = [...found.querySelectorAll(`p,${selector}`)].map(({ localName }) => localName);
    expect(order.indexOf(selector.split(/[ [.]/)[0] ?? '')).not.toBe(0);
  });

  const box = (className: string, content: string): string =>
    `<div class="${className}">${content}</div>`;
  const text = box('text', BETWEEN.repeat(2));

  it.each([
    ['“Never.”', 'pull'],
    ['「けっして。」', 'x'],
  ])('restores a short sentence between two parts of a text: %s', (sentence, name) => {
    const found = article(`${text}${box(name, `<p>${sentence}</p>`)}${text}`);
    expect(found.textContent).toContain(sentence);
  });

  it.each([
    ['in a box with a link', '<p>They grow.</p><a href="/ferns">Ferns</a>', 'x'],
    ['in a box for something else', '<p>They grow.</p>', 'newsletter'],
    ['without an end', '<p>They grow</p>', 'x'],
  ])('leaves out a short line %s', (_case, content, name) => {
    expect(article(`${text}${box(name, content)}${text}`).textContent).not.toContain('They grow');
  });

  it('restores several that follow each other in their order between the same paragraphs', () => {
    const images = ['a', 'b', 'c'].map((name) => dropped(`<img src="/${name}.png" alt="${name}">`));
    const found = article(images.join(''));
    const order = [...found.querySelectorAll('p,img')].map((each) => each.getAttribute('alt'));
    expect(order).toEqual([null, null, 'a', 'b', 'c', null, null]);
  });

  it('restores so many blocks that checking them takes a bounded time', () => {
    const images = Array.from({ length: 310 }, (_, at) =>
      dropped(`<img src="/${at}.png" alt="A">`),
    );
    expect(article(images.join('')).querySelectorAll('img')).toHaveLength(300);
  });

  it.each([
    ['a small one', '<img src="/face.png" width="48" height="48">'],
    ['one in an advertisement', `<div class="ad-slot">${IMAGE}</div>`],
    ['one in a list of other articles', `<div class="related">${IMAGE}</div>`],
    ['one that leads to another page', `<a href="/other">${IMAGE}</a>`],
    ['one with a text of its own', `${IMAGE}<p>${'Subscribe to our letter. '.repeat(5)}</p>`],
    ['one that is shown twice', `${IMAGE}<hr></div>${BETWEEN}<div class="meta scroll">${IMAGE}`],
    ['one that is not shown', `<div hidden>${IMAGE}</div>`],
  ])('does not restore an image like %s', (_what, html) => {
    expect(article(dropped(html)).querySelector('img')).toBeNull();
  });

  it('restores a heading only together with the block after it', () => {
    const heading = '<h2 class="meta">What follows</h2>';
    expect(article(heading).querySelector('h2')?.textContent).toBe('What follows');
    const list = '<ul><li><a href="/1">One</a></li><li><a href="/2">Two</a></li></ul>';
    expect(article(dropped(`${heading}${list}`)).querySelector('h2')).toBeNull();
  });
});
