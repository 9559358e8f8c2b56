import { afterEach, describe, expect, it } from 'vitest';
import { PageElement } from '../../src/dom';
import { onServer, pageOf } from './kinds/both-doms';

const LINE = 'The keeper wrote down each ship that passed before the lamp was lit. ';
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
