import { describe, expect, it } from 'vitest';
import type { CandidateKind, DoubtKind } from '../../../src/domain';
import { captured, documentOf, pageWith } from '../../support/article-pages';
import { readMarkedPage } from '../../support/marked-pages';

const chosenOn = (name: string) =>
  captured(documentOf(readMarkedPage(name).html)).capture.report.chosen;

/** A sentence of about 100 letters that no other number has. */
const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was still dry.`;
const told = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `<p>${say(from + at)}</p>`).join('');

describe('the article of a page', () => {
  it('is that of Readability without a comparison when there is no doubt about it', () => {
    const { capture } = captured(pageWith(told(0, 4)));
    expect(capture.report.chosen).toBeUndefined();
    expect(chosenOn('de-news')).toBeUndefined();
  });

  it.each<[string, CandidateKind, DoubtKind]>([
    ['cs-unlikely-names', 'other-flags', 'given-text-differs'],
    ['cs-unlikely-names', 'other-flags', 'headline-elsewhere'],
    ['en-consent-overlay', 'marked-up', 'marked-left-out'],
    ['fr-body-in-parts', 'density', 'prose-left-out'],
    ['fr-body-in-parts', 'density', 'short'],
    ['sv-long-comments', 'headline', 'replies'],
    ['es-endless-scroll', 'readability', 'prose-left-out'],
  ])('of %s is %s, after the doubt %s', (name, kind, doubt) => {
    const chosen = chosenOn(name);
    expect(chosen?.kind).toBe(kind);
    expect(chosen?.doubts).toContain(doubt);
  });

  it('is compared when much of it is links', () => {
    const links = Array.from(
      { length: 30 },
      (_, at) => `<a href="/y/${at}">all that the keeper wrote in year ${at}</a>`,
    );
    const page = documentOf(
      `<title>Logs</title><body><div>${told(0, 6)}<p>${links.join(', and after it ')}</p></div>`,
    );
    expect(captured(page).capture.report.chosen?.doubts).toContain('links');
  });

  it('is compared when it has few sentences', () => {
    const labels = Array.from({ length: 40 }, (_, at) => `<p>Lamp and gull number ${at}</p>`);
    const page = documentOf(`<title>Log</title><body><div>${told(0, 2)}${labels.join('')}</div>`);
    expect(captured(page).capture.report.chosen?.doubts).toContain('no-prose');
  });

  it('is not that of another article of an endless page', () => {
    const page = readMarkedPage('es-endless-scroll');
    expect(captured(documentOf(page.html)).text).not.toContain('barbería');
  });

  it('is the given text although a longer one is beside it', () => {
    const data = JSON.stringify({
      '@type': 'Article',
      headline: 'The rock',
      articleBody: [0, 1, 2, 3, 4, 5].map(say).join(' '),
    });
    const { capture, text } = captured(
      documentOf(`<title>The rock</title><script type="application/ld+json">${data}</script><body>
        <main>${told(0, 6)}</main><div class="y"><section>${told(100, 125)}</section></div>`),
    );
    expect(capture.report.chosen?.doubts).toContain('given-text-differs');
    expect(text).toContain(say(3));
    expect(text).not.toContain(say(110));
  });

  it.each(['cs-unlikely-names', 'en-consent-overlay', 'fr-body-in-parts', 'sv-long-comments'])(
    'of %s has a structure for the rules of its site, although it is of another copy',
    (name) => {
      const document = documentOf(readMarkedPage(name).html);
      expect(captured(document, { siteRules: [] }).capture.structure).toBeTruthy();
    },
  );
});
