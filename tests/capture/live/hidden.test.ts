import { afterEach, describe, expect, it } from 'vitest';
import { captureDocument } from '../../../src/capture/index';
import { parsed } from '../../support/article-html';

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const SHOWN = 'The lamp by the ferry was lit at four, and the keeper went home before the fog. ';
const HIDDEN = 'Cheap lamps, best lamps, discount lamps, lamps near you today and all of tomorrow.';

/** Captures the page of this window, which has styles, with `middle` between two paragraphs. */
function captured(css: string, middle: string): string {
  document.head.innerHTML = `<title>Lamps</title><style>${css}</style>`;
  document.body.innerHTML = `<article><p>${SHOWN.repeat(4)}</p>${middle}<p>${SHOWN.repeat(4)}</p></article>`;
  const outcome = captureDocument(document);
  if (outcome.kind !== 'captured') throw new Error(outcome.reason);
  return parsed(outcome.capture.article?.html ?? '').textContent ?? '';
}

describe('a text that the styles of the page hide', () => {
  it.each([
    ['is not displayed', '.x { display: none }'],
    ['is not displayed by a box around it', 'div:has(> .x), .box { display: none }'],
    ['is not visible', '.x { visibility: hidden }'],
    [
      'has the colour of its background',
      '.x { color: rgb(250, 250, 250); background-color: rgb(250, 250, 250) }',
    ],
    ['is white on the white page', '.x { color: #fff }'],
    ['has no size', '.x { font-size: 0 }'],
    ['is clipped for screen readers', '.x { position: absolute; clip: rect(0, 0, 0, 0) }'],
    ['is to the left of the page', '.x { position: absolute; left: -9999px }'],
  ])('is not in the article when it %s', (_, css) => {
    const text = captured(css, `<div class="box"><p class="x">${HIDDEN}</p></div>`);
    expect(text).toContain('The lamp by the ferry');
    expect(text).not.toContain('Cheap lamps');
  });

  it.each([
    ['is shown', '.y { display: none }', `<p class="x">${HIDDEN}</p>`],
    [
      'is in the panel of a tab',
      '.x { display: none }',
      `<div class="x" role="tabpanel"><p>${HIDDEN}</p></div>`,
    ],
    [
      'is opened by a button',
      '.x { display: none }',
      `<button aria-controls="m">More</button><div class="x" id="m"><p>${HIDDEN}</p></div>`,
    ],
    [
      'is white on a dark box',
      '.x { color: #fff } .box { background-color: #000 }',
      `<div class="box"><p class="x">${HIDDEN}</p></div>`,
    ],
    [
      'is white on a picture',
      '.x { color: #fff } .box { background-image: url(a.png) }',
      `<div class="box"><p class="x">${HIDDEN}</p></div>`,
    ],
  ])('stays when it %s', (_, css, middle) => {
    expect(captured(css, middle)).toContain('Cheap lamps');
  });

  it('is kept with the whole page when the page hides most of its text', () => {
    const text = captured('article { visibility: hidden }', `<p>${HIDDEN}</p>`);
    expect(text).toContain('Cheap lamps');
  });

  it('is kept when the page shows little more than its menus', () => {
    document.head.innerHTML = '<title>Lamps</title><style>article { visibility: hidden }</style>';
    const links = Array.from(
      { length: 20 },
      (_, n) =>
        `<li><a href="/${n}">The lamp by the quay number ${n}, and what it costs there</a></li>`,
    );
    document.body.innerHTML = `<nav><ul>${links.join('')}</ul></nav><article><p>${SHOWN.repeat(4)}</p><p>${HIDDEN}</p></article>`;
    const outcome = captureDocument(document);
    const html = outcome.kind === 'captured' ? outcome.capture.article?.html : '';
    expect(html).toContain('Cheap lamps');
  });

  it('is found in open shadow roots, too', () => {
    document.head.innerHTML = '<title>Lamps</title>';
    document.body.innerHTML = `<article><p>${SHOWN.repeat(4)}</p><x-note></x-note><p>${SHOWN.repeat(4)}</p></article>`;
    const shadow = document.querySelector('x-note')?.attachShadow({ mode: 'open' });
    if (shadow)
      shadow.innerHTML = `<p>In the shadow: ${SHOWN}</p><p style="display: none">${HIDDEN}</p>`;
    const outcome = captureDocument(document);
    const html = outcome.kind === 'captured' ? outcome.capture.article?.html : '';
    expect(html).toContain('In the shadow');
    expect(html).not.toContain('Cheap lamps');
  });

  it('is not read from a script that has its own name for a method', () => {
    const form = `<form><input name="parentNode"><input name="matches"><p class="x">${HIDDEN}</p></form>`;
    expect(captured('.x { display: none }', form)).not.toContain('Cheap lamps');
  });
});
