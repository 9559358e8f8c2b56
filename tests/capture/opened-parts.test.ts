import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from './kinds/both-doms';

const SENTENCES = [
  'The ferry crossed the bay in the morning and carried more people than anyone had counted.',
  'Nobody on the pier could remember a summer in which so many boats had come in before noon.',
  'A baker on the corner says that she sells twice as many rolls since the stage was opened.',
];
const TEXT = SENTENCES.map((each, at) => `<p>${each} ${SENTENCES[(at + 1) % 3]}</p>`).join('');
const MENU = '<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>';
const page = (inside: string, beside = '') =>
  pageOf(`${MENU}<main><article><h1>The ferry</h1>${inside}</article></main>${beside}`);

/** Tabs with their panels, of which only the first is shown. */
const tabs = (panels: readonly (readonly [name: string, inside: string])[]): string =>
  `<div class="tabs"><div role="tablist">${panels
    .map(([name], at) => `<button role="tab" aria-controls="panel-${at}">${name}</button>`)
    .join('')}</div>${panels
    .map(
      ([, inside], at) =>
        `<div role="tabpanel" id="panel-${at}" ${at > 0 ? 'hidden' : ''}>${inside}</div>`,
    )
    .join('')}</div>`;

const INSTALL = tabs([
  ['Linux', '<p>Run the setup script.</p>'],
  ['macOS', '<p>Open the disk image.</p>'],
  ['Windows', 'Start it'],
]);
const QUESTIONS = [
  ['May dogs travel on it?', 'Dogs travel free if they are kept on a lead.'],
  ['Can I bring a bicycle?', 'Ten bicycles, first come, first served.'],
] as const;
const each = (template: (question: string, answer: string) => string): string =>
  QUESTIONS.map(([question, answer]) => template(question, answer)).join('');

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
])('a part that a person opens, captured %s', (_, captured) => {
  it.each([
    ['amid the text', TEXT + INSTALL + TEXT],
    ['at the end', TEXT + TEXT + INSTALL],
    ['below a heading', `<section><h2>Set-up</h2>${INSTALL}</section>${TEXT + TEXT}`],
  ])('is kept if it is the short panel of a tab %s', (_where, inside) => {
    const { text } = captured(page(inside));
    expect(text).toMatch(
      /Linux ?Run the setup script\. ?macOS ?Open the disk image\. ?Windows ?Start it/,
    );
  });

  it('is kept if it is a panel that a link names or the class of tabs', () => {
    const linked = `<ul class="nav nav-tabs"><li><a href="#adults">Adults</a></li><li><a href="#children">Children</a></li></ul>
      <div class="tab-content"><div class="tab-pane" id="adults">Twelve euros</div>
      <div class="tab-pane" id="children" style="display:none">Six euros</div></div>`;
    expect(captured(page(TEXT + linked + TEXT)).text).toMatch(
      /Adults ?Twelve euros ?Children ?Six euros/,
    );
    const named = `<div class="tabbed-set"><input type="radio" id="a"><label for="a">npm</label><div class="tabbed-content">
      <div class="tabbed-block"><p>Use the npm client.</p></div>
      <div class="tabbed-block" hidden><p>Use the yarn client.</p></div></div></div>`;
    expect(captured(page(TEXT + named + TEXT)).text).toContain('Use the yarn client.');
  });

  const panes = (name: string, hides: string) =>
    `<div class="${name}"><p>Boats leave hourly.</p></div><div class="${name}" ${hides}><p>Boats leave at noon.</p></div>`;
  it.each([
    [
      'with a prefix',
      `<div class="w-tabs"><div class="w-tab-menu"><a class="w-tab-link">Summer</a><a class="w-tab-link">Winter</a></div><div class="w-tab-content">${panes('w-tab-pane', 'style="display:none"')}</div></div>`,
    ],
    [
      'around the panels',
      `<div class="tabs"><ul><li>Summer</li><li>Winter</li></ul><div class="tab-content">${panes('season', 'style="display:none"')}</div></div>`,
    ],
    [
      'around tabs and panels',
      `<div class="price-tabs"><div>Summer</div><div>Winter</div>${panes('season', 'hidden')}</div>`,
    ],
    [
      'around panels that screen readers do not get',
      `<div class="tabs"><div>Summer</div><div>Winter</div><div class="tab-content">${panes('season', 'aria-hidden="true"')}</div></div>`,
    ],
  ])('is kept if it is a short panel in a box with the class of tabs %s', (_what, inside) => {
    expect(captured(page(TEXT + inside + TEXT)).text).toMatch(
      /Boats leave hourly\. ?Boats leave at noon\./,
    );
  });

  it.each([
    ['box after a paragraph', '<div class="more" aria-hidden="true"><p>Boats wait.</p></div>'],
    ['paragraph', '<p aria-hidden="true">Boats wait.</p>'],
    ['answer', '<h3>And in fog?</h3><div aria-hidden="true">Boats wait.</div>'],
    ['description', '<dl><dt>In fog</dt><dd aria-hidden="true">Boats wait.</dd></dl>'],
  ])('is kept if it is a short %s that screen readers do not get', (_what, inside) => {
    expect(captured(page(TEXT + inside + TEXT)).text).toContain('Boats wait.');
  });

  it.each([
    ['a sign', '<div aria-hidden="true">Our weather</div>', ''],
    ['a copy', '<h3>Today<span aria-hidden="true">Our weather.</span></h3>', ''],
    ['a message beside the article', '', '<div aria-hidden="true"><p>Our weather.</p></div>'],
    ['the tabs without their panels', '<div class="tabs"><b>Our weather</b> <b>News</b></div>', ''],
  ])('is not kept if it is only %s', (_what, inside, beside) => {
    expect(captured(page(TEXT + inside + TEXT, beside)).text).not.toContain('Our weather');
  });

  it.each([
    [
      'accordion',
      each(
        (question, answer) =>
          `<div class="accordion-item"><div class="accordion-header">${question}</div><div class="accordion-body" style="display:none"><p>${answer}</p></div></div>`,
      ),
    ],
    [
      'list of questions',
      `<ul class="faq-list">${each((question, answer) => `<li class="faq"><h3 class="faq-question">${question}</h3><div class="faq-answer" hidden>${answer}</div></li>`)}</ul>`,
    ],
    [
      'toggle',
      each(
        (question, answer) =>
          `<h4 class="toggle-title">${question}</h4><div class="toggle-content" style="display: none;"><p>${answer}</p></div>`,
      ),
    ],
    [
      'list of definitions',
      `<dl>${each((question, answer) => `<dt>${question}</dt><dd class="collapse" style="display:none">${answer}</dd>`)}</dl>`,
    ],
  ])('is kept if it is an answer that only the class of its %s tells', (_what, inside) => {
    const { text } = captured(page(TEXT + inside + TEXT));
    for (const line of QUESTIONS.flat()) expect(text).toContain(line);
  });

  it.each([
    ['beside the article', '', `<aside>${tabs([['Sea', 'Our weather: rain and sun']])}</aside>`],
    [
      'a list of other pages',
      tabs([
        ['Popular', '<ul><li><a href="/1">Our weather: rain and sun</a></li></ul>'],
        ['Newest', '<ul><li><a href="/2">The bridge that stood</a></li></ul>'],
      ]),
      '',
    ],
    [
      'a form',
      '<h3>Write to us</h3><div class="toggle-content" hidden><p>Our weather: rain</p><input></div>',
      '',
    ],
    [
      'a box over the page',
      '',
      '<p>Terms</p><div role="dialog" class="collapse" hidden>Our weather: rain and sun</div>',
    ],
  ])('is not kept if it is %s', (_what, inside, beside) => {
    expect(captured(page(TEXT + TEXT + inside, beside)).text).not.toContain('Our weather');
  });
});
