import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from '../kinds/both-doms';

const line = (topic: string) =>
  `<p>The ferry of the ${topic} leaves at nine, and it comes back before the bell of the chapel rings for supper. In winter it stays at the quay, because the ice would break its planks.</p>`;
const TEXT = ['mill', 'island', 'harbour', 'school', 'village', 'market'].map(line).join('');
const MENU = '<nav><a href="/">Home</a> <a href="/news">News</a></nav>';
const entry = (inside: string) =>
  pageOf(
    `<div id="page">${MENU}<div class="post"><h1>The ferry</h1><div class="entry">${inside}</div></div></div>`,
  );
/** A text with something before and after the box that holds most of it. */
const around = (before: string, after: string) => entry(`${before}<div>${TEXT}</div>${after}`);
const elsewhere = (text: string) => `<a href="https://bay.example/${text.length}">${text}</a>`;

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
])('what is beside the box with most of the prose, captured %s', (_, captured) => {
  it.each([
    ['a price', '<p class="fare">Return trip: 12.50 €</p>'],
    ['a price with its sign before it', '<p class="fare">Return trip: $12.50</p>'],
    ['a sentence', '<p class="fare">Return trip: children pay half.</p>'],
  ])('has %s that has a class', (_what, html) => {
    expect(captured(around(html, '')).text).toContain('Return trip');
    expect(captured(around('', html)).text).toContain('Return trip');
  });

  it.each([
    ['a link to another site', `<p>Tickets: ${elsewhere('the quay')}</p>`],
    ['a link in a sentence', `<p class="more">Tickets are sold at ${elsewhere('the quay')}.</p>`],
    ['an address', '<address>Tickets: Quay 4, Bayton</address>'],
  ])('has a line with %s', (_what, html) => {
    expect(captured(around(html, '')).text).toContain('Tickets');
    expect(captured(around('', html)).text).toContain('Tickets');
  });

  const sources = `<li>${elsewhere('Report of the harbour')}</li><li>${elsewhere('Ice, a study')}</li>`;
  it.each([
    ['list', `<h2>Sources</h2><ul>${sources}</ul>`],
    ['numbered list', `<h3>Sources</h3><ol>${sources}</ol>`],
    ['section', `<section><h2>Sources</h2><ul>${sources}</ul></section>`],
  ])('has a %s of sources with its heading', (_what, html) => {
    expect(captured(around('', html)).text).toMatch(/Sources ?Report of the harbour ?Ice, a study/);
  });

  it.each([
    ['one sentence', '<p>Children pay half.</p>'],
    ['several lines', '<p>Children pay half</p><p>Dogs are free.</p>'],
    ['a list', '<ul><li>Children pay half</li><li>Dogs are free</li></ul>'],
  ])('has a section without a heading that has %s', (_what, html) => {
    const page = entry(`<section>${TEXT}</section><section>${html}</section>`);
    expect(captured(page).text).toContain('Children pay half');
  });

  it('has no line of the template', () => {
    const lines = [
      '<p class="kicker">Filed under Ferries</p>',
      '<p class="stamp">4 March 2025, 10:15</p>',
      '<p class="newsletter">Get our letter for 2 € a month.</p>',
      '<p class="copyright">All rights are reserved.</p>',
      '<p>All about <a href="/boats">boats</a></p>',
      '<h2>More of us</h2><ul><li><a href="/a">Who pays for the light</a></li><li><a href="/b">The bridge stays closed</a></li></ul>',
      '<section><h2>Most read</h2><ul><li><a href="/c">Baker wins a case</a></li></ul></section>',
      '<section><p>Tap here to follow us</p></section>',
    ];
    for (const html of lines) {
      const own = captured(around('', '')).text;
      expect(captured(around(html, '')).text, html).toBe(own);
      expect(captured(around('', html)).text, html).toBe(own);
    }
  });
});
