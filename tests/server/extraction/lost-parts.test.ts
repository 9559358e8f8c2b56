import { describe, expect, it } from 'vitest';
import { readPage } from '../../../server/extraction/reading/read-page';

/** Returns the text of the article of a page with that body. */
function articleOf(body: string): string {
  const html = `<!doctype html><html lang="en"><head><title>The ferry</title></head><body>${body}</body></html>`;
  const bytes = new TextEncoder().encode(html);
  const url = 'https://bay.example/2025/ferry';
  const reading = readPage({ url, bytes, contentType: 'text/html', findsMain: true });
  return (reading.article?.html ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

const line = (topic: string) =>
  `<p>The ferry of the ${topic} leaves at nine, and it comes back before the bell of the chapel rings for supper. In winter it stays at the quay, because the ice would break its planks.</p>`;
const [FIRST, LAST] = [['mill', 'island', 'harbour'].map(line), ['school', 'market'].map(line)];
const amid = (html: string) =>
  `<article><h1>The ferry</h1>${FIRST.join('')}${html}${LAST.join('')}</article>`;
const beside = (html: string) =>
  `<div class="post"><h1>The ferry</h1><div class="entry"><div>${FIRST.join('')}${LAST.join('')}</div>${html}</div></div>`;
const ASKS = '<p>Our partners write you a letter as soon as a boat has left the bay.</p>'.repeat(
  20,
);

describe('an article that the server reads', () => {
  it.each([
    [
      'a section without a heading beside its text',
      `<div class="post"><section>${FIRST.join('')}${LAST.join('')}</section><section><p>Children pay half.</p></section></div>`,
      'Children pay half.',
    ],
    [
      'a short answer that screen readers do not get',
      amid('<h3>Dogs?</h3><div aria-hidden="true">They travel free.</div>'),
      'They travel free.',
    ],
    [
      'a panel in a box for tabs',
      amid(
        '<div class="tabs"><b>Now</b><div>By nine.</div><div style="display:none">By noon.</div></div>',
      ),
      'By nine. By noon.',
    ],
    [
      'the text of a box over the page',
      `<main><p>Photos of the bay.</p></main><div role="dialog" aria-modal="true">${FIRST.join('')}</div>`,
      'of the harbour',
    ],
  ])('has %s', (_what, body, wanted) => {
    expect(articleOf(body)).toContain(wanted);
  });

  it.each([
    ['the line of a template', beside('<p class="stamp">Anzeige of 4 March.</p>')],
    ['a link of it', beside('<p><a href="https://apps.example/">Anzeige</a></p>')],
    ['a sign', amid('<div aria-hidden="true">Anzeige</div>')],
    ['the mark of an advertisement', amid('<span>Anzeige</span>')],
    [
      'a box over the page that asks for something',
      `${amid('')}<div role="dialog" aria-modal="true">${ASKS}Anzeige<input></div>`,
    ],
    ['a hidden part of it', amid('<div hidden>Anzeige: lamps and more lamps.</div>')],
  ])('does not have %s', (_what, body) => {
    const text = articleOf(body);
    expect(text).toContain('of the market');
    expect(text).not.toContain('Anzeige');
  });
});
