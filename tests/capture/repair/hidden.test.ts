import { describe, expect, it } from 'vitest';
import { openHtml } from '../../../src/capture/open-html';
import { repair } from '../../../src/capture/repair/repair';

const LONG = 'In winter the ferns rest below the snow, and nobody sees them. '.repeat(4);
const PAGE = 'https://garden.example/ferns';

/** Repairs a page, which the DOM of the server has to do in the same way. */
function repaired(html: string): Document {
  const document = repairedIn(new DOMParser().parseFromString(html, 'text/html'));
  const { body } = repairedIn(openHtml(html, PAGE).document);
  const again = new DOMParser().parseFromString(body.innerHTML, 'text/html');
  expect(again.body.innerHTML).toBe(document.body.innerHTML);
  return document;
}

function repairedIn(document: Document): Document {
  repair({ root: document, document, baseUrl: PAGE, pageUrl: PAGE });
  return document;
}

/** Returns the text of a page after its repair. */
const textOf = (body: string): string => repaired(body).body.textContent ?? '';

describe('a text that the page does not show', () => {
  it.each([
    ['for readers of screens', 'class="sr-only"'],
    ['without a size', 'style="font-size: 0"'],
    ['in the colour of its background', 'style="color: #fff; background: #fff"'],
    ['beside the page', 'style="position: absolute; left: -9999px"'],
    ['that is hidden', 'hidden'],
  ])('is removed: one %s', (_what, attribute) => {
    expect(textOf(`<p>${LONG}</p><p ${attribute}>Print this page</p>`)).toBe(LONG);
  });

  it('stays if it is most of the page, which has not been shown yet', () => {
    expect(textOf(`<p>Loading</p><div class="print-only">${LONG}</div>`)).toContain(LONG);
  });

  it('stays if it is most of the page, and has only links', () => {
    const links = '<li><a href="/f">In winter the ferns rest below the snow</a></li>'.repeat(9);
    const text = textOf(`<p>Please wait until we have found them.</p><ul hidden>${links}</ul>`);
    expect(text).toContain('below the snow');
  });

  it('stays if a link of the page opens it', () => {
    const more = '<div id="more" hidden>Ferns of the north</div>';
    expect(textOf(`<p>${LONG}</p><a href="#more">More</a>${more}`)).toContain('of the north');
  });

  it.each([
    ['the panel of a tab', '<div role="tabpanel" hidden>Ferns of the north</div>'],
    ['found by the search of the browser', '<p hidden="until-found">Ferns of the north</p>'],
    [
      'below its button',
      '<button aria-expanded="false">Which?</button><p hidden>Ferns of the north</p>',
    ],
    [
      'below a heading with its button',
      '<h3><button aria-expanded="false">Which?</button></h3><p style="display:none">Ferns of the north</p>',
    ],
    [
      'named by its button',
      '<button aria-controls="f">Which?</button><hr><p id="f" hidden>Ferns of the north</p>',
    ],
  ])('stays without its mark if it is %s', (_what, middle) => {
    const document = repaired(`<p>${LONG}</p>${middle}`);
    expect(document.body.textContent).toContain('of the north');
    expect(document.querySelector('[hidden],[style]')).toBeNull();
  });
});

describe('a text that is hidden only from screen readers', () => {
  const marks = (body: string) =>
    [...repaired(body).querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent);

  it('is a text like any other', () => {
    expect(marks(`<main aria-hidden="true"><p>${LONG}</p></main>`)).toEqual([]);
    expect(marks(`<p>${LONG}</p><div aria-hidden="true"><p>${LONG}</p></div>`)).toEqual([]);
  });

  it('keeps the mark if it is a sign, a menu, or a box over the page', () => {
    const dialog = `<div role="dialog"><p aria-hidden="true">${LONG}</p></div>`;
    const menu = `<nav aria-hidden="true">${LONG}</nav>`;
    expect(marks(`<p>${LONG}<span aria-hidden="true">#</span></p>${dialog}${menu}`)).toEqual([
      '#',
      LONG,
      LONG,
    ]);
  });
});
