import { describe, expect, it } from 'vitest';
import { repair } from '../../../src/capture/repair/repair';

const LONG = 'In winter the ferns rest below the snow, and nobody sees them. '.repeat(4);
const PAGE = 'https://garden.example/ferns';

/** Returns the text of a page after its repair. */
function textOf(body: string): string {
  const document = new DOMParser().parseFromString(body, 'text/html');
  repair({ root: document, document, baseUrl: PAGE, pageUrl: PAGE });
  return document.body.textContent ?? '';
}

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

  it('stays if a link of the page opens it', () => {
    const more = '<div id="more" hidden>Ferns of the north</div>';
    expect(textOf(`<p>${LONG}</p><a href="#more">More</a>${more}`)).toContain('of the north');
  });
});
