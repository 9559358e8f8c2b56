import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from './both-doms';

const TEXT =
  'Put everything into a bowl and knead it by hand into a smooth dough that no longer sticks. Roll it out on a floured board to the thickness of a finger and cut leaves out of it.';

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
] as const)('a gallery, captured %s', (_, captured) => {
  it('keeps lists and headings after pictures', () => {
    const pictures = ['mill', 'quay', 'oven', 'rack', 'tin'].map(
      (what) =>
        `<figure class="shot"><img src="/${what}.jpg" width="600" height="400"><figcaption>The ${what}</figcaption></figure>`,
    );
    const after = ['Flour', 'Sugar', 'Heat', 'Time'].map(
      (what) =>
        `<h3>${what}</h3><ul><li>Enough ${what.toLowerCase()} for two trays, weighed on the old scales</li><li>No more ${what.toLowerCase()} than that</li></ul>`,
    );
    const { text } = captured(
      pageOf(`<main><h1>Leaves</h1><p>${TEXT}</p>${pictures.join('')}${after.join('')}</main>`),
    );
    for (const what of ['Flour', 'Time']) expect(text).toContain(what);
    expect(text).toContain('Enough heat');
  });

  const SHOTS = ['mill', 'quay', 'oven', 'rack', 'tin']
    .map(
      (what) =>
        `<figure class="shot"><img src="/${what}.jpg" width="600" height="400"><figcaption>The ${what}</figcaption></figure>`,
    )
    .join('');

  it.each([
    [
      'a list',
      '<h2>To bring</h2><ul><li>A warm coat</li><li>A tin</li></ul>',
      'A warm coat ?A tin',
    ],
    ['steps', '<ol class="steps"><li>Walk</li><li>Climb</li></ol>', 'Walk ?Climb'],
    ['a table', '<table><tr><td>North</td><td>12</td></tr></table>', 'North ?12'],
    ['a line', '<p>Come again in May</p>', 'Come again in May'],
  ])('keeps %s after a gallery', (_what, after, wanted) => {
    const { text, capture } = captured(
      pageOf(`<main><h1>Leaves</h1><div class="gallery">${SHOTS}</div>${after}</main>`),
    );
    expect(capture.report.kind).toBe('gallery');
    expect(text).toMatch(new RegExp(`The tin ?.*${wanted}$`));
  });

  it.each([
    ['a list', '<h2>To bring</h2><ul><li>A warm coat</li><li>A tin</li></ul>', 'A warm coat'],
    ['a table', '<table><tr><td>North</td><td>12</td></tr></table>', 'North'],
    ['a line', '<p>Come again in May</p>', 'Come again in May'],
  ])('keeps %s beside the article that has the pictures of a gallery', (_what, after, wanted) => {
    const more =
      '<ul><li><a href="/a">The tin in winter</a></li></ul><div class="related"><p>Seen before</p></div>';
    const article = `<article><h1>Leaves</h1><div class="gallery">${SHOTS}</div></article>`;
    const { text, capture } = captured(pageOf(`<main>${article}${after}${more}</main>`));
    expect(capture.report.kind).toBe('gallery');
    expect(text).toContain(wanted);
    expect(text).not.toMatch(/winter|Seen before/);
  });

  it('keeps the lines between the pictures of a gallery in their place', () => {
    const inside = SHOTS.replace('<figure', '<h2>First</h2><figure').replace(
      '</figure>',
      '</figure><h2>Second</h2>',
    );
    expect(captured(pageOf(`<div><div>${inside}</div></div>`)).text).toMatch(
      /The mill ?Second ?The quay/,
    );
  });

  it.each([
    ['for sharing', '<ul class="share"><li>Send it</li><li>Print it</li></ul>'],
    ['of the frame', '<div class="site-footer"><p>Send it</p></div>'],
    ['with links', '<ul><li><a href="/1">Send it to us</a></li><li>Print it</li></ul>'],
  ])('loses a list %s after a gallery', (_what, after) => {
    const html = pageOf(`<main><h1>Leaves</h1><div class="gallery">${SHOTS}</div>${after}</main>`);
    expect(captured(html).text).not.toContain('Send it');
  });
});
