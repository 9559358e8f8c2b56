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
      '<p class="ask">Donate today.</p>',
      '<p class="offer">Read on for $1 a week</p>',
      `<p>${elsewhere('Get our app')}</p>`,
      `<ul><li>${elsewhere('Facebook')}</li><li>${elsewhere('Instagram')}</li></ul>`,
      `<section><h2>Offers</h2><ul><li>${elsewhere('A lamp')}</li><li>${elsewhere('A boat')}</li></ul></section>`,
    ];
    for (const html of lines) {
      const own = captured(around('', '')).text;
      expect(captured(around(html, '')).text, html).toBe(own);
      expect(captured(around('', html)).text, html).toBe(own);
    }
  });
});
