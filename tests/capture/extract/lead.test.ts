import { describe, expect, it } from 'vitest';
import { markLandmarks } from '../../../src/capture/extract/landmarks';
import { findHeadline, findLead, restoreLead } from '../../../src/capture/extract/lead';
import { captured, documentOf } from '../../support/article-pages';

const LEAD = 'The last keeper leaves the rock on Friday, and nobody will light the lamp after her.';
const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was still dry. `;
const TEXT = [1, 2, 3, 4, 5].map((n) => `<p>${say(n).repeat(3)}</p>`).join('');

const parse = (body: string) => new DOMParser().parseFromString(`<body>${body}`, 'text/html');
const leadOf = (header: string) => {
  return leadIn(header)?.textContent ?? null;
};

/** Finds the lead in the blocks of a page whose title is `The rock`. */
const leadIn = (header: string, description = '') => {
  const landmarks = markLandmarks(parse(header));
  return findLead(landmarks, findHeadline(landmarks, 'The rock'), description);
};

describe('the lead of an article', () => {
  it.each([
    ['a paragraph', `<h1>The rock</h1><p>${LEAD}</p>`],
    ['a heading', `<h1>The rock</h1><h2>${LEAD}</h2>`],
    ['a box after the box of the headline', `<div><h1>The rock</h1></div><div>${LEAD}</div>`],
    ['after a label', `<h1>The rock</h1><p>Islands</p><p>${LEAD}</p>`],
    ['in a box of its own', `<h1>The rock</h1><div><p>${LEAD}</p></div>`],
    ['with emphasis', `<h1>The rock</h1><p>${LEAD.replace('Friday', '<em>Friday</em>')}</p>`],
  ])('is found: %s', (_what, header) => {
    expect(leadOf(header)).toBe(LEAD);
  });

  it.each([
    ['a byline with a link', `<h1>The rock</h1><p>By <a href="/ada">Ada</a>. ${LEAD}</p>`],
    ['a date', `<h1>The rock</h1><p><time>Friday</time> ${LEAD}</p>`],
    ['a line that is no sentence', `<h1>The rock</h1><p>${LEAD.slice(0, -1)}</p>`],
    ['a short line', '<h1>The rock</h1><p>Islands today.</p>'],
    ['a paragraph of the text', `<h1>The rock</h1><p>${LEAD.repeat(9)}</p>`],
    ['several paragraphs', `<h1>The rock</h1><div><p>${LEAD}</p><p>${LEAD}</p></div>`],
    ['a picture', `<h1>The rock</h1><div><img src="rock.jpg">${LEAD}</div>`],
    ['no headline', `<h3>The rock</h3><p>${LEAD}</p>`],
  ])('is not %s', (_what, header) => {
    expect(leadOf(header)).toBeNull();
  });

  it('is the block that the page describes itself with, wherever it is', () => {
    const text = `${LEAD.slice(0, -1)} (from our reporter)`;
    const header = `<h1>The rock</h1><p>Islands</p><div><div><p>Friday</p></div><p>${text}</p></div>`;
    expect(leadIn(header)).toBeNull();
    expect(leadIn(header, LEAD)?.textContent).toBe(text);
  });

  it('is not added to an article that begins with it', () => {
    const article = parse(`<p>${LEAD}</p>${TEXT}`).body;
    const lead = leadIn(`<h1>The rock</h1><p>${LEAD}</p>`);
    const before = article.innerHTML;
    restoreLead(article, lead);
    expect(article.innerHTML).toBe(before);
    expect(article.querySelectorAll('p')).toHaveLength(6);
  });

  it('is not added to an article in which somebody says it', () => {
    const article = parse(`<p>“${LEAD.replace('.', ',')}” says the warden.</p>${TEXT}`).body;
    const lead = leadIn(`<h1>The rock</h1><p>“${LEAD}”</p>`);
    expect(lead).not.toBeNull();
    const before = article.innerHTML;
    restoreLead(article, lead);
    expect(article.innerHTML).toBe(before);
  });

  it('is the first paragraph of the article, once', () => {
    const { article } = captured(
      documentOf(`<title>The rock</title><body><div class="header"><h1>The rock</h1>
        <div class="sub">${LEAD}</div></div><div class="tools"><a href="/a">Share</a></div>
        <div class="text">${TEXT}</div>`),
    );
    expect(article.querySelector('p')?.textContent).toBe(LEAD);
    expect(article.textContent?.split(LEAD)).toHaveLength(2);
  });
});
