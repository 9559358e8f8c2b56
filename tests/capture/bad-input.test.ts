import { afterEach, describe, expect, it } from 'vitest';
import { PageElement } from '../../src/dom';
import { inBrowser, onServer, pageOf } from './kinds/both-doms';

const LINE = 'The keeper wrote down each ship that passed before the lamp was lit. ';
const COPY =
  'Most pears are ripe for a day and a half, and usually while you are out of the house.';

const count = (text: string, part: string): number => text.split(part).length - 1;

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('in %s', (_, captured) => {
  it.each([
    ['one paragraph', `<p>${LINE}</p>`, 1],
    ['line breaks', `<div>${`${LINE}<br><br>`.repeat(12)}</div>`, 12],
    ['tables', `<table>${`<tr><td width="20"></td><td>${LINE}</td></tr>`.repeat(12)}</table>`, 12],
    [
      'custom elements',
      `<x-page><x-body>${`<x-line>${LINE}</x-line>`.repeat(12)}</x-body></x-page>`,
      12,
    ],
    [
      'open shadow roots',
      `<x-page><template shadowrootmode="open"><div>${`<p>${LINE}</p>`.repeat(12)}</div></template></x-page>`,
      12,
    ],
    ['preformatted text', `<pre>${`${LINE}\n`.repeat(12)}</pre>`, 12],
  ])('keeps the text of a page of %s, once', (is, body, times) => {
    // A parser without scripts makes no shadow roots.
    if (is === 'open shadow roots' && captured === onServer) {
      expect(captured(pageOf(body)).capture.article).toBeNull();
      return;
    }
    const { text } = captured(pageOf(`<nav><a href="/">Home</a></nav>${body}`));
    expect(count(text, LINE.trim())).toBe(times);
    expect(text).not.toContain('Home');
  });

  it.each([
    [
      'right to left with a Latin quote',
      '<html lang="ar" dir="rtl">',
      'كتب الحارس في دفتره: <q lang="en" dir="ltr">The lamp is lit, nothing passed.</q> ثم نام حتى الفجر، ولم يمر شيء. ',
    ],
    [
      'vertical Japanese',
      '<html lang="ja" style="writing-mode: vertical-rl">',
      '<ruby>灯台<rt>とうだい</rt></ruby>守は毎晩、通った船の名を帳面に書いた。霧の夜には何も書かなかった。',
    ],
    [
      'Thai without spaces',
      '<html lang="th">',
      'ผู้ดูแลประภาคารจดชื่อเรือทุกลำที่ผ่านไปก่อนจุดไฟและไม่เคยลืมแม้แต่คืนเดียว ',
    ],
    [
      'three languages',
      '<html lang="en">',
      'The keeper said <i lang="fr">« rien ce soir »</i> and <i lang="zh">今晚没有船</i>, and wrote both down. ',
    ],
  ])('keeps a text that is %s, with its marks', (__, html, sentence) => {
    const page = pageOf(
      `<article><h1>The page</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(4)}</article>`,
    );
    const { article, capture } = captured(page.replace(/<html[^>]*>/, html));
    expect(article.querySelectorAll('p')).toHaveLength(4);
    const wanted = new DOMParser().parseFromString(sentence.repeat(4), 'text/html').body;
    expect(article.querySelector('p')?.textContent?.trim()).toBe(wanted.textContent?.trim());
    expect(article.querySelectorAll('[lang]').length).toBe(
      (16 * wanted.querySelectorAll('[lang]').length) / 4,
    );
    expect(capture.metadata.lang).toBe(/lang="(\w+)"/.exec(html)?.[1]);
  });

  it.each([
    ['hidden', `<p hidden>${COPY}</p>`],
    ['not displayed', `<div style="display: none"><p>${COPY}</p></div>`],
    ['not visible', `<p style="visibility:hidden">${COPY}</p>`],
    ['white on white', `<p style="color:#ffffff;background-color:#ffffff">${COPY}</p>`],
    ['outside of the page', `<p style="position:absolute;left:-9999px">${COPY}</p>`],
    ['for screen readers', `<p>Shown.<span class="sr-only">${COPY}</span></p>`],
    ['for print', `<div class="print-only"><p>${COPY}</p></div>`],
  ])('keeps no text that is %s', (__, hidden) => {
    const page = pageOf(
      `<article><p>${LINE.repeat(5)}</p>${hidden}<p>${LINE.repeat(5)}</p></article>`,
    );
    const { text } = captured(page);
    expect(text).toContain(LINE.trim());
    expect(text).not.toContain('pears');
  });
});

/** Where the method is defined: on the class or on one that it extends. */
function ownerOf(name: string): object {
  let owner: object = PageElement.prototype;
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner;
}

/** Counts the text and the elements that are read from the nodes of the server's DOM. */
function countWork(): { readonly done: () => number } {
  let work = 0;
  const stops = ['textContent', 'querySelectorAll', 'matches', 'contains'].map((name) => {
    const owner = ownerOf(name);
    const before = Object.getOwnPropertyDescriptor(owner, name);
    const counted = (value: unknown): unknown => {
      const size = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
      work += 1 + size;
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
  const picture = (at: number) =>
    `<div class="tile"><img src="/${at}.jpg" width="600" height="400"><p>Ship ${at}.</p></div>`;

  it.each([
    ['paragraphs', (at: number) => `<p>${at} ${LINE}</p>`],
    ['line breaks', (at: number) => `${at} ${LINE}<br><br>`],
    ['posts', post],
    ['entries of a list', entry],
    ['pictures', picture],
    ['rows of a table', (at: number) => `<table><tr><td>${at} ${LINE}</td><td>b</td></tr></table>`],
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
});
