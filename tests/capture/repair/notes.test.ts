import { describe, expect, it } from 'vitest';
import { pageWith } from '../../support/article-pages';
import { inBrowser, onServer } from '../kinds/both-doms';

/** The paragraph of the article with `Claim`, in both DOMs. */
function paragraphs(html: string): readonly (string | undefined)[] {
  const page = pageWith(html).documentElement.outerHTML;
  return [inBrowser(page), onServer(page)].map(({ article }) =>
    [...article.querySelectorAll('p')]
      .find((paragraph) => paragraph.textContent?.includes('Claim'))
      ?.textContent?.replace(/\s+/g, ' ')
      .trim(),
  );
}

const TOGGLE = '<label for="n" class="margin-toggle">⊕</label><input type="checkbox" id="n">';

describe('repairNotes', () => {
  it.each([
    ['in the margin', `Claim${TOGGLE}<span class="sidenote">It has nine rungs.</span>`],
    ['without a number', `Claim <span class="marginnote">It has nine rungs.</span>`],
    ['with a number', `Claim<small class="side-note"><sup>1</sup> It has nine rungs.</small>`],
    [
      'around its sign',
      `<span class="sidenote-wrapper">Claim<label class="sidenote-number"></label><span class="sidenote">It has nine rungs.<br></span></span>`,
    ],
    ['of an element for notes', 'Claim<d-footnote>It has nine rungs.</d-footnote>'],
    ['that the parser moves out', 'Claim<aside class="sidenote"><p>It has nine rungs.</p></aside>'],
    ['in an aside of any name', 'Claim<aside class="margin">It has nine rungs.</aside>'],
    ['with a role', 'Claim<span role="note">It has nine rungs.</span>'],
    ['for a side bar', 'Claim<span class="sidebar-note">It has nine rungs.</span>'],
    ['of small letters', 'Claim<small class="aside">It has nine rungs.</small>'],
    [
      'in a bubble',
      'Claim<span class="tooltip"><span class="tooltip-text">It has nine rungs.</span></span>',
    ],
    ['in a box', 'Claim<div class="margin-note">It has nine rungs.</div>'],
  ])('puts brackets around a note %s and keeps its sentence whole', (_, html) => {
    const wanted = 'Claim (It has nine rungs.) and more.';
    expect(paragraphs(`<p>${html} and more.</p>`)).toEqual([wanted, wanted]);
  });

  it('puts brackets around the note of a component', () => {
    const note =
      '<d-footnote><template shadowrootmode="open"><sup>1</sup><div><slot></slot></div></template>It has nine rungs.</d-footnote>';
    const wanted = 'Claim (It has nine rungs.) and more.';
    const html = `<!doctype html><title>Ferns</title><article><p>${LONG}</p><p>Claim${note} and more.</p><p>${LONG}</p></article>`;
    for (const { text } of [inBrowser(html), onServer(html)]) expect(text).toContain(wanted);
  });

  it.each([
    ['a mark', 'Claim<sup class="footnote"><a href="#f1">1</a></sup> and more.'],
    ['a word with a note', 'Claim <span class="sidenote-label">ladder</span> and more.'],
    ['a word with a margin', 'Claim <span class="margin-top-2">of the ladder</span> and more.'],
    ['a box of links', 'Claim<aside class="box">See <a href="/l">the ladder</a></aside> and more.'],
    ['brackets of its own', 'Claim <span class="sidenote">(nine rungs)</span> and more.'],
  ])('adds no brackets to %s', (_, html) => {
    expect(paragraphs(`<p>${html}</p>`).join()).not.toMatch(/\((?!nine)|\(\(/);
  });

  it('keeps a note between two paragraphs as one of its own', () => {
    const html =
      '<p>Claim and more.</p><aside class="sidenote">It has nine rungs.</aside><p>So.</p>';
    expect(paragraphs(html)).toEqual(['Claim and more.', 'Claim and more.']);
  });

  const items = (html: string): readonly (readonly (string | undefined)[])[] => {
    const page = pageWith(`<ul>${html}</ul>`).documentElement.outerHTML;
    return [inBrowser(page), onServer(page)].map(({ article }) =>
      [...article.querySelectorAll('li')].map((item) =>
        item.textContent?.replace(/\s+/g, ' ').trim(),
      ),
    );
  };

  it.each([
    [
      'controls',
      '<li><input type="checkbox" checked disabled> Saw the branch</li><li><input type="checkbox"> Oil the saw</li>',
    ],
    [
      'controls with labels',
      '<li><label><input type="checkbox" checked><span></span></label><div><p>Saw the branch</p></div></li><li><p><input type="checkbox"> Oil the saw</p></li>',
    ],
    [
      'roles',
      '<li><span role="checkbox" aria-checked="true"></span>Saw the branch</li><li><span role="checkbox" aria-checked="false"></span>Oil the saw</li>',
    ],
  ])('keeps the ticks of tasks with %s', (_, html) => {
    const wanted = ['☑ Saw the branch', '☐ Oil the saw'];
    expect(items(html)).toEqual([wanted, wanted]);
  });

  const task = (template: (tick: string, words: string) => string): string =>
    [
      template('role="checkbox" aria-checked="true"', 'Saw the branch'),
      template('role="checkbox" aria-checked="false"', 'Oil the saw'),
    ].join('');
  const textsOf = (html: string): readonly string[] => {
    const page = pageWith(html).documentElement.outerHTML;
    return [inBrowser(page), onServer(page)].map(({ text }) => text);
  };

  it.each([
    [
      'entries',
      task((tick, words) => `<ul><li ${tick}>${words}</li></ul>`).replace('</ul><ul>', ''),
    ],
    ['boxes', `<div>${task((tick, words) => `<div ${tick}>${words}</div>`)}</div>`],
    [
      'boxes beside their words',
      `<div>${task((tick, words) => `<div class="todo"><div ${tick}></div><span>${words}</span></div>`)}</div>`,
    ],
    [
      'rows',
      `<table><tr><th>Done</th><th>Task</th></tr>${task((tick, words) => `<tr><td><span ${tick}></span></td><td>${words}</td></tr>`)}</table>`,
    ],
  ])('keeps the ticks that only have a role, of %s', (_, html) => {
    for (const text of textsOf(html)) {
      expect(text).toMatch(/☑ ?Saw the branch ?☐ ?Oil the saw/u);
    }
  });

  it.each([
    ['a single setting', '<p><span role="checkbox" aria-checked="true"></span> Show the sea</p>'],
    [
      'the settings of a box over the page',
      `<div role="dialog">${task((tick, words) => `<div ${tick}>${words}</div>`)}</div>`,
    ],
    ['a form', `<form>${task((tick, words) => `<div ${tick}>${words}</div>`)}</form>`],
  ])('shows no tick for %s', (_, html) => {
    expect(textsOf(html).join()).not.toMatch(/[☑☐]/u);
  });

  it('shows no tick for ingredients that nobody has ticked', () => {
    const html = '<li><input type="checkbox"> Two pears</li><li><input type="checkbox"> Flour</li>';
    expect(items(html)).toEqual([
      ['Two pears', 'Flour'],
      ['Two pears', 'Flour'],
    ]);
  });

  it('shows no tick for a control within a sentence', () => {
    const found = items('<li>Saw<input type="checkbox" checked> the branch</li>');
    expect(found.flat().join()).not.toMatch(/[☑☐]/u);
  });
});

const LONG = 'Ferns grow where little light falls, and they have done so for very long. '.repeat(4);
