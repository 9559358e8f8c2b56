import { describe, expect, it } from 'vitest';
import { isFailureNotice } from '../../../src/formats/imports/read-row';
import { entriesOf } from './run';

const WALLABAG =
  'wallabag can\'t retrieve contents for this article. Please <a href="https://doc.wallabag.org/en/user/errors_during_fetching.html">troubleshoot this issue</a>.';

describe('the text of an article that a program could not read', () => {
  it.each([
    WALLABAG,
    `<p>${WALLABAG}</p>`,
    WALLABAG.replace("can't", 'can&#039;t'),
    '<div><p>We were unable to parse the content of this page.</p></div>',
    'Sorry, we could not load this article. Try again later.',
    'Failed to fetch page content',
    'Unable to retrieve full-text content',
    '<p>Instapaper was not able to download this page.</p>',
    'Your link is being saved…',
    'The article could not be extracted.',
    'No content found',
  ])('is known as a notice: %s', (html) => {
    expect(isFailureNotice(html)).toBe(true);
  });

  it.each([
    '',
    '<p>Cut the tree in winter.</p>',
    '<p>She could not read the letter, and so the article was never written.</p>',
    '<p>Most of us cannot save pages of a diary. This is how I keep mine.</p>',
    `<p>wallabag can't retrieve contents for this article.</p>${'<p>A report on errors.</p>'.repeat(100)}`,
    '<p>My scripts failed to run. Here is what I learned about content.</p>',
  ])('is kept if it is an article: %s', (html) => {
    expect(isFailureNotice(html)).toBe(false);
  });

  it('is left out by an import, so that the page is fetched, with the title that says nothing', async () => {
    const url = 'https://example.org/a';
    const file = JSON.stringify([
      { url, title: 'No title found', content: WALLABAG, is_archived: 0 },
      { url: `${url}2`, title: 'Pears', content: '<p>Cut in winter.</p>', is_archived: 0 },
    ]);
    expect(await entriesOf('wallabag-json', file)).toMatchObject([
      { url, title: '', html: null },
      { title: 'Pears', html: '<p>Cut in winter.</p>' },
    ]);
  });

  it('is told in a time that grows with its length', () => {
    expect(isFailureNotice(`${'<'.repeat(1000)}${'can not '.repeat(120)}`)).toBe(false);
  });
});
