import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from './kinds/both-doms';

const SENTENCES = [
  'The ferry crossed the bay in the morning and carried more people than anyone had counted.',
  'Nobody on the pier could remember a summer in which so many boats had come in before noon.',
  'A baker on the corner says that she sells twice as many rolls since the stage was opened.',
];
const TEXT = SENTENCES.map((each, at) => `<p>${each} ${SENTENCES[(at + 1) % 3]}</p>`).join('');
const MENU = '<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>';
const page = (inside: string) =>
  pageOf(`${MENU}<main><article><h1>The ferry</h1>${TEXT}${inside}${TEXT}</article></main>`);

const QUESTIONS = [
  ['Is it deep at the quay?', 'Nine metres.'],
  ['Is the water salty?', 'A little, at high tide.'],
] as const;
const SHORT = [
  ['Prices', 'Six euros for children, and twelve for others.'],
  ['Times', 'From nine to five each day.'],
] as const;
const each = (
  parts: readonly (readonly [string, string])[],
  template: (question: string, answer: string, at: number) => string,
): string => parts.map(([question, answer], at) => template(question, answer, at)).join('');
const HIDDEN = 'style="display:none"';

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
])('the question and the answer of an accordion, captured %s', (_, captured) => {
  it.each([
    [
      'by the class of its button',
      (question: string, answer: string) =>
        `<button class="accordion">${question}</button><div class="panel" ${HIDDEN}><p>${answer}</p></div>`,
    ],
    [
      'by the class of its button in another program',
      (question: string, answer: string) =>
        `<button type="button" class="collapsible">${question}</button><div class="content" ${HIDDEN}><p>${answer}</p></div>`,
    ],
    [
      'by the class of the line around its button',
      (question: string, answer: string) =>
        `<div class="toggle"><button>${question}</button></div><div ${HIDDEN}><p>${answer}</p></div>`,
    ],
    [
      'by the class of its heading',
      (question: string, answer: string) =>
        `<h3 class="toggle">${question}</h3><div ${HIDDEN}><p>${answer}</p></div>`,
    ],
    [
      'by the role of its box with a link that leads nowhere',
      (question: string, answer: string, at: number) =>
        `<div class="item"><div role="button" aria-controls="p${at}" aria-expanded="false"><a tabindex="0">${question}</a></div><div id="p${at}" class="tab-content" ${HIDDEN}><p>${answer}</p></div></div>`,
    ],
    [
      'by the role of its heading',
      (question: string, answer: string, at: number) =>
        `<div class="item"><h3 role="button" aria-controls="p${at}" aria-expanded="false"><a tabindex="0">${question}</a></h3><div id="p${at}" ${HIDDEN}><p>${answer}</p></div></div>`,
    ],
    [
      'by a link that leads nowhere',
      (question: string, answer: string) =>
        `<div><a tabindex="0" aria-expanded="false">${question}</a><div ${HIDDEN}><p>${answer}</p></div></div>`,
    ],
    [
      'with a class that says that it is hidden',
      (question: string, answer: string, at: number) =>
        `<div><div role="button" aria-expanded="false" aria-controls="p${at}"><div><p>${question}</p></div></div><div class="Collapse-root Collapse-hidden" style="min-height:0;height:0;visibility:hidden"><div role="region" id="p${at}"><div>${answer}</div></div></div></div>`,
    ],
    [
      'with a class of a state',
      (question: string, answer: string) =>
        `<h3><button aria-expanded="false">${question}</button></h3><div class="is-hidden" hidden>${answer}</div>`,
    ],
  ])('are kept if it is told %s', (_how, template) => {
    const { text } = captured(page(each(QUESTIONS, template)));
    expect(text).toMatch(
      /Is it deep at the quay\? ?Nine metres\. ?Is the water salty\? ?A little, at high tide\./,
    );
  });

  it.each([
    [
      'beside each other',
      (question: string, answer: string) =>
        `<button aria-expanded="false">${question}</button><div hidden>${answer}</div>`,
    ],
    [
      'in boxes of their own',
      (question: string, answer: string) =>
        `<div><div><button aria-expanded="false"><i>${question}</i></button></div><div hidden>${answer}</div></div>`,
    ],
    [
      'that only classes tell',
      (question: string, answer: string) =>
        `<button class="accordion">${question}</button><div class="panel" ${HIDDEN}>${answer}</div>`,
    ],
  ])('are kept if the questions are short words %s', (_where, template) => {
    const { text } = captured(page(`<div>${each(SHORT, template)}</div>`));
    expect(text).toMatch(
      /Prices ?Six euros for children, and twelve for others\. ?Times ?From nine to five each day\./,
    );
  });

  it('keep the level of a heading that is a button', () => {
    const { article } = captured(
      page('<h3 role="button" aria-expanded="false"><a>Is it deep?</a></h3><div hidden>Yes.</div>'),
    );
    expect(article.querySelector('h3')?.textContent).toBe('Is it deep?');
  });

  it('are kept once if the answers are panels of tabs', () => {
    const { text } = captured(
      page(
        `<div class="tabs">${each(SHORT, (question, answer, at) => `<button aria-expanded="false" aria-controls="p${at}">${question}</button><div role="tabpanel" id="p${at}">${answer}</div>`)}</div>`,
      ),
    );
    expect(text.match(/Prices|Times/g)).toEqual(['Prices', 'Times']);
  });

  it.each([
    [
      'menu',
      `<button class="menu-toggle">Our weather</button><div ${HIDDEN}><p>Our weather: rain and sun.</p></div>`,
    ],
    [
      'menu of links',
      `<button class="accordion">Our weather</button><ul ${HIDDEN}><li><a href="/1">Our weather</a></li><li><a href="/2">The bridge</a></li></ul>`,
    ],
    [
      'panel about cookies',
      `<button class="cookie-toggle">Our weather</button><div ${HIDDEN}><p>Our weather needs cookies.</p></div>`,
    ],
    [
      'share bar',
      '<div><button aria-expanded="false">Our weather</button><div hidden><a href="/mail">By mail</a><a href="/print">On paper</a></div></div>',
    ],
    [
      'form',
      `<button class="toggle">Our weather</button><div ${HIDDEN}><p>Our weather by mail.</p><input></div>`,
    ],
    [
      'part of the page below a box with the class of an accordion',
      `<div class="faq"><p>Nine metres.</p></div><div ${HIDDEN}><p>Our weather: rain and sun.</p></div>`,
    ],
  ])('are not kept if they are those of a %s', (_what, inside) => {
    expect(captured(page(inside)).text).not.toContain('Our weather');
  });

  it.each(['More', '+'])('have no line for buttons that all say %s', (words) => {
    const { text } = captured(
      page(
        `<div>${each(QUESTIONS, (_question, answer) => `<button aria-expanded="false">${words}</button><div hidden>${answer}</div>`)}</div>`,
      ),
    );
    expect(text).toMatch(/Nine metres\. ?A little, at high tide\./);
    expect(text).not.toContain(words);
  });

  it('have no line for a single button that hides a text, which has a heading', () => {
    const { text } = captured(
      page(`<h2>Spoken words</h2><button class="toggle">Hide the words</button><div>${TEXT}</div>`),
    );
    expect(text).toContain('Spoken words');
    expect(text).not.toContain('Hide the words');
  });
});
