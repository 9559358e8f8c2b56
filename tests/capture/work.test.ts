import { afterEach, describe, expect, it } from 'vitest';
import { readMetadata } from '../../src/capture/metadata/read-metadata';
import { openHtml } from '../../src/capture/open-html';
import { PageElement } from '../../src/dom';
import { onServer, pageOf } from './kinds/both-doms';

const LINE = 'The keeper wrote down each ship that passed before the lamp was lit. ';
/** The members that read a text, or the elements in another one. */
const COUNTED = [
  'textContent',
  'querySelectorAll',
  'matches',
  'contains',
  'children',
  'childElementCount',
];

/** Where the method is defined: on the class or on one that it extends. */
function ownerOf(name: string): object {
  let owner: object = PageElement.prototype;
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner;
}

/** Counts the text and the elements that are read from the nodes of the server's DOM. */
function countWork(): { readonly done: () => number } {
  let work = 0;
  const stops = COUNTED.map((name) => {
    const owner = ownerOf(name);
    const before = Object.getOwnPropertyDescriptor(owner, name);
    const counted = (value: unknown): unknown => {
      const size = typeof value === 'string' || Array.isArray(value) ? value.length : value;
      work += 1 + (typeof size === 'number' ? size : 0);
      return value;
    };
    Object.defineProperty(owner, name, {
      ...before,
      ...(before?.get
        ? {
            get(this: object): unknown {
              return counted(before.get?.call(this));
            },
          }
        : {
            value(this: object, ...args: unknown[]): unknown {
              return counted(before?.value.apply(this, args));
            },
          }),
    });
    return () => before && Object.defineProperty(owner, name, before);
  });
  restore = () => {
    for (const stop of stops) stop();
  };
  return { done: () => work };
}

let restore = () => {};
afterEach(() => restore());

describe('the work for a page', () => {
  const post = (at: number) => `<div class="post"><a class="user" href="/u/${at}">user ${at}</a>
    <time>3 May 2024</time><div class="text"><p>${at} ${LINE}</p></div></div>`;
  const entry = (at: number) =>
    `<li><h3><a href="/page/${at}">Ship number ${at} of the night</a></h3><p>Short.</p></li>`;
  const FIGURE = '<figure><img src="/ship.jpg" width="600" height="400">';
  const picture = (at: number) =>
    `<div class="tile"><img src="/${at}.jpg" width="600" height="400"><p>Ship ${at}.</p></div>`;

  it.each([
    ['paragraphs', (at: number) => `<p>${at} ${LINE}</p>`],
    ['line breaks', (at: number) => `${at} ${LINE}<br><br>`],
    ['posts', post],
    [
      'replies to posts',
      (at: number) => post(at).replace('class="post"', `class="post" data-depth="${at % 4}"`),
    ],
    [
      'replies to one post',
      (at: number) =>
        post(at).replace('class="post"', `class="post" data-depth="${Math.min(at, 1)}"`),
    ],
    ['entries of a list', entry],
    [
      'sections',
      (at: number) =>
        `<section><div><h2>Part ${at} of the ship</h2></div><div><p>${LINE}</p></div></section>`,
    ],
    ['items of a list', (at: number) => `<ul><li>${at} ${LINE}</li></ul>`],
    [
      'links in a text',
      (at: number) => `<p>${at} ${LINE}<a href="/p/${at}">of ${at}</a> ${LINE}</p>`,
    ],
    [
      'notes',
      (at: number) =>
        `<p>${at} ${LINE}<sup><a href="#n${at}">${at}</a></sup></p><p id="n${at}">${at}. A note.</p>`,
    ],
    ['headings', (at: number) => `<h2 id="h${at}">Ship ${at}</h2><p>${at} ${LINE}</p>`],
    ['lines of code', (at: number) => `<pre><code>line ${at};</code></pre><p>${LINE}</p>`],
    [
      'figures',
      (at: number) =>
        `<figure><img src="/${at}.jpg" width="600" height="400"><figcaption>Ship ${at}</figcaption></figure><p>${LINE}</p>`,
    ],
    [
      'images that load later',
      (at: number) =>
        `<img src="/blank.gif" data-src="/${at}.jpg"><noscript><img src="/${at}.jpg"></noscript>${at} ${LINE}`,
    ],
    [
      'players',
      (at: number) =>
        `<iframe src="https://www.youtube.com/embed/abcdefg${at}"></iframe><p>${at} ${LINE}</p>`,
    ],
    [
      'templates',
      (at: number) =>
        `<script type="text/template"><p>${at} ${LINE.repeat(9)}</p></script><p>${at} ${LINE}</p>`,
    ],
    [
      'captions',
      (at: number) =>
        `<p>${at} ${LINE}</p><div class="caption">The ship of night ${at} as the keeper saw it</div>`,
    ],
    ['lines of one figure', (at: number) => `${at ? '' : FIGURE}<p>${at} ${LINE}</p>`],
    [
      'rows in one figure',
      (at: number) => `${at ? '' : `${FIGURE}<table>`}<tr><td>${LINE}<td>b</tr>`,
    ],
    [
      'lines of one caption',
      (at: number) => `${at ? '' : `${FIGURE}<figcaption>`}${at} ${LINE}<br>`,
    ],
    ['texts of one figure', (at: number) => `${at ? '' : FIGURE}<span>${at} ${LINE}</span>`],
    [
      'figures in one figure',
      (at: number) => `${at ? '' : FIGURE}${FIGURE}<p>${at} ${LINE}</p></figure>`,
    ],
    [
      'turns of a chat',
      (at: number) => `<div class="turn ${at % 2 ? 'bot' : 'user'}"><p>${at} ${LINE}</p></div>`,
    ],
    [
      'turns of two templates',
      (at: number) => `<div class="${at % 2 ? 'bot' : 'user'}-turn"><p>${at} ${LINE}</p></div>`,
    ],
    [
      'comments with ages',
      (at: number) =>
        `<div class="post"><a href="user?id=${at}">user ${at}</a> 3 hours ago<p>${at} ${LINE}</p></div>`,
    ],
    ['formulas', (at: number) => `<p>${at} ${LINE}</p><math><mi>x</mi><mn>${at}</mn></math>`],
    [
      'articles with the address of the page',
      (at: number) => `<div><h2><a href="#${at}">Ship ${at}</a></h2>${LINE.repeat(9)}</div>`,
    ],
    ['pictures', picture],
    ['rows of a table', (at: number) => `<table><tr><td>${at} ${LINE}</td><td>b</td></tr></table>`],
    ['hidden articles', (at: number) => `<article hidden><p>${at} ${LINE}</p></article>`],
    [
      'hidden lines of one article',
      (at: number) => `${at ? '' : '<article>'}<p hidden>${at} ${LINE}</p>`,
    ],
    [
      'boxes over the page',
      (at: number) => `<div role="dialog" aria-modal="true"><p>${at} ${LINE}</p></div>`,
    ],
    [
      'boxes over the page in each other',
      (at: number) => `<div role="dialog" aria-modal="true"><p>${at} ${LINE}</p>`,
    ],
    [
      'sentences that screen readers miss',
      (at: number) => `<p>${at} ${LINE}</p><p aria-hidden="true">It froze.</p>`,
    ],
    [
      'letters that screen readers miss',
      (at: number) =>
        `${at ? '' : `<p>${LINE.repeat(9)}</p>`}<i></i><div aria-hidden="true">a</div>`,
    ],
    [
      'marks of advertisements in a line',
      (at: number) => `${at ? '' : '<p>'}<br><span>Advertisement</span>`,
    ],
    ['marks of advertisements', (at: number) => `<p>${at} ${LINE}</p><span>Advertisement</span>`],
    ['hidden texts', (at: number) => `<p>${at} ${LINE}</p><p style="display:none">${LINE}</p>`],
  ])('grows no faster than its number of %s', (_, part) => {
    const workFor = (parts: number): number => {
      const work = countWork();
      onServer(
        pageOf(`<div>${Array.from({ length: parts }, (__, at) => part(at)).join('\n')}</div>`),
      );
      restore();
      return work.done();
    };
    expect(workFor(800) / workFor(200)).toBeLessThan(4.6);
  });

  it('does not grow, for its date, with the boxes around a headline', () => {
    const dated = Array.from({ length: 300 }, (_, at) => `<p class="metal">${at} ${LINE}</p>`);
    const workFor = (boxes: number): number => {
      const around = ['<div>'.repeat(boxes), '</div>'.repeat(boxes)];
      const html = pageOf(around.join(`<h1>The ship of the night</h1>${dated.join('')}`));
      const { document } = openHtml(html, location.href);
      const work = countWork();
      readMetadata(document, location.href);
      restore();
      return work.done();
    };
    expect(workFor(60) / workFor(1)).toBeLessThan(1.5);
  });
});
