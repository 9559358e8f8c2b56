import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from './both-doms';

const SENTENCE = 'The ferns by the north wall grow a hand each year and nobody waters them. ';

const many = (count: number, one: (at: number) => string): string =>
  `<main>${Array.from({ length: count }, (_item, at) => one(at)).join('')}</main>`;

/** A chat in which the one who asks and the one who answers speak by turns. */
const chat = (turn: (isAnswer: boolean, text: string) => string): string =>
  pageOf(many(4, (at) => turn(at % 2 === 1, `<p>${at}. ${SENTENCE}</p>`)));

/** A comment as microdata, with its replies in it and without a class. */
const item = (who: string, replies = '') => `<div itemscope itemtype="https://schema.org/Comment">
  <div><span itemprop="author">${who}</span> <time datetime="2024-05-03T10:00:00Z">3 May</time></div>
  <div itemprop="text"><p>${SENTENCE}</p></div>${replies}</div>`;

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('in %s', (_, captured) => {
  const speakersOf = (page: string): readonly (string | null)[] =>
    [...captured(page).article.querySelectorAll('p > strong')].map((name) => name.textContent);

  it.each([
    [
      'roles in one of several classes',
      ['user', 'assistant'],
      (isAnswer: boolean, text: string) =>
        `<div class="message ${isAnswer ? 'assistant' : 'user'}"><div class="content">${text}</div></div>`,
    ],
    [
      'a class for each role',
      ['user', 'bot'],
      (isAnswer: boolean, text: string) =>
        `<div class="${isAnswer ? 'bot' : 'user'}-message">${text}</div>`,
    ],
    [
      'an element for each role',
      ['user', 'model'],
      (isAnswer: boolean, text: string) => {
        const name = isAnswer ? 'model-response' : 'user-query';
        return `<${name}><div>${text}</div></${name}>`;
      },
    ],
    [
      'a line for screen readers',
      ['You', 'Greenhouse'],
      (isAnswer: boolean, text: string) =>
        `<article class="wide"><h5 class="sr-only">${isAnswer ? 'Greenhouse' : 'You'} said:</h5><div>${text}</div></article>`,
    ],
    [
      'a line with the name',
      ['You', 'Greenhouse'],
      (isAnswer: boolean, text: string) =>
        `<div class="turn"><b>${isAnswer ? 'Greenhouse' : 'You'}</b><div class="text">${text}</div></div>`,
    ],
    [
      'portraits',
      ['You', 'Greenhouse'],
      (isAnswer: boolean, text: string) =>
        `<div class="turn"><img src="/a.png" alt="${isAnswer ? 'Greenhouse' : 'You'}"><div class="text">${text}</div></div>`,
    ],
  ])('keeps who speaks in a chat with %s', (_case, [one = '', two = ''], turn) => {
    expect(speakersOf(chat(turn))).toEqual([one, two, one, two]);
  });

  it.each([
    ['data-role', ['user', 'assistant'], 'class="message"'],
    ['data-role', ['human', 'ai'], ''],
    ['data-author', ['Mara', 'Joost'], 'class="row"'],
    ['data-sender', ['Mara', 'Joost'], 'class="row"'],
    ['data-speaker', ['Mara', 'Joost'], ''],
  ])('keeps who speaks in a chat of short lines with %s only, of %j', (name, people, attribute) => {
    const lines = [
      'How long does the crossing take?',
      'About forty minutes when the sea is calm.',
      'And in a storm?',
      'Then the boat stays in the harbour, and a bus goes around the bay instead.',
    ];
    for (const around of ['', 'p', 'section']) {
      const turn = (text: string, at: number) => {
        const own = `<div ${name}="${people[at % 2]}" ${attribute}>${around === 'p' ? `<p>${text}</p>` : text}</div>`;
        return around === 'section' ? `<section>${own}</section>` : own;
      };
      const page = pageOf(`<main>${lines.map(turn).join('')}</main>`);
      expect(speakersOf(page)).toEqual([...people, ...people]);
      expect(captured(page).text).toContain(lines[3]);
    }
  });

  it('takes no parts of a page for those who speak because they have roles', () => {
    const roles = ['header', 'content', 'header', 'content'];
    const page = pageOf(
      many(4, (at) => `<div data-role="${roles[at]}"><p>${at}. ${SENTENCE}</p></div>`),
    );
    expect(captured(page).capture.report.kind).toBe('article');
    expect(speakersOf(page)).toEqual([]);
  });

  it.each([
    ['kinds of entries', (at: number) => `<b>${at % 2 ? 'Added' : 'Fixed'}</b>`],
    ['names of sections', (at: number) => `<h3>Step ${'abcd'[at]}</h3>`],
  ])('takes no %s for those who speak', (_case, head) => {
    const page = pageOf(
      many(4, (at) => `<div class="part">${head(at)}<div><p>${at}. ${SENTENCE}</p></div></div>`),
    );
    expect(captured(page).capture.report.kind).toBe('article');
  });

  it.each([
    [
      'a title above a text',
      (at: number) => `<a href="/s/${at}">A story about ferns ${at}</a><p>${SENTENCE}</p>`,
    ],
    ['a heading', (at: number) => `<h3><a href="/q/${at}">Ferns ${at}?</a></h3><p>${SENTENCE}</p>`],
  ])('takes no list for a thread whose entries have an author, an age and %s', (_case, entry) => {
    const by = (at: number) =>
      `<div class="by"><a href="/users/ada${at}">ada${at}</a> ${at + 1} hours ago</div>`;
    const page = pageOf(many(12, (at) => `<div class="entry">${entry(at)}${by(at)}</div>`));
    expect(captured(page).capture.report.kind).toBe('list');
  });

  it('keeps the depth of comments that only their type in microdata names', () => {
    const page = pageOf(`<main>${item('Ada', item('Brin', item('Cole')))}${item('Dora')}</main>`);
    const { article } = captured(page);
    expect(speakersOf(page)).toEqual(['Ada', 'Brin', 'Cole', 'Dora']);
    expect(article.querySelector('li li strong')?.textContent).toBe('Cole');
  });
});
