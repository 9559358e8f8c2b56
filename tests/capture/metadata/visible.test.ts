import { describe, expect, it, vi } from 'vitest';
import { metadataIn, metadataOf } from './metadata-of';

const PAGE = 'https://garden.example/ferns';
const TEXT = `<p>${'Ferns grow. '.repeat(20)}</p>`;

describe('the text beside the headline', () => {
  it.each([
    ['en', '<p>By Ann Lee | 3 May 2024</p>', ['Ann Lee'], '2024-05-03'],
    ['en', '<div>By</div><div>Ann Lee</div>', ['Ann Lee'], null],
    [
      'de',
      '<p>Von <a href="/autoren/a">Anna Müller</a>, 3. Mai 2024</p>',
      ['Anna Müller'],
      '2024-05-03',
    ],
    ['fr', '<p>Propos recueillis par <b>Anne Lie</b> · 3 mai 2024</p>', ['Anne Lie'], '2024-05-03'],
    ['ru', '<p>Автор: Анна Ли</p>', ['Анна Ли'], null],
    ['zh', '<p>本报记者 李安</p>', ['李安'], null],
    ['en', '<p><a href="/author/ann">Ann Lee</a></p>', ['Ann Lee'], null],
    ['en', '<p>Ferns need water, and somebody has to bring it.</p>', [], null],
    ['en', '<div>By Ann Lee March 18 at 3:57 PM</div>', ['Ann Lee'], null],
    [
      'en',
      '<p class="byline"><b>by</b> <a href="/author/al">Ann Lee</a><i>22 Dec 2016</i></p>',
      ['Ann Lee'],
      '2016-12-22',
    ],
    [
      'en',
      '<p class="byline">Written by Ann Lee<br>Edited by Bo Ek</p>3 May 2024<div>Text</div>',
      ['Ann Lee'],
      '2024-05-03',
    ],
    [
      'en',
      '<p><a rel="author" href="/a">Ann Lee</a>, <a rel="author" href="/b">Bo Ek</a></p>',
      ['Ann Lee', 'Bo Ek'],
      null,
    ],
    [
      'en',
      '<div class="byline"><p><b class="author"></b> Garden wire services</p><p>3 May 2024</p></div>',
      ['Garden wire services'],
      '2024-05-03',
    ],
    [
      'en',
      '<div class="share"><a>Post</a><p>By <a rel="author">Ann Lee</a>, 3 May 2024</p></div>',
      ['Ann Lee'],
      '2024-05-03',
    ],
    ['ja', '<p>by 東西特許事務所 ／ 2016.12.01</p>', ['東西特許事務所'], '2016-12-01'],
    ['ja', '<p>文：山田太郎、鈴木花子</p>', ['山田太郎', '鈴木花子'], null],
    [
      'fr',
      '<p>Publié le mardi 1er février 2022 par Jeanne Morel</p>',
      ['Jeanne Morel'],
      '2022-02-01',
    ],
    ['de', '<p><b class="author">Ann Lee Stand:</b> 3. Mai 2024</p>', ['Ann Lee'], null],
    ['de', '<p><b class="author">Veröffentlicht am</b> 3. Mai 2024</p>', [], '2024-05-03'],
    ['en', '<p><b class="author">Posted on</b> 3 May 2024</p>', [], '2024-05-03'],
    ['de', '<p><a href="/profile/7">Profil</a> <a href="/profile/7">Folgen</a></p>', [], null],
    ['en', '<p>This was first published by Harbour Post</p>', [], null],
    ['de', '<p>Zuerst veröffentlicht von Harbour Post</p>', [], null],
    ['en', '<p>Published by Ann Lee</p>', ['Ann Lee'], null],
    ['de', '<p>Der Einsatz von Cookies</p>', [], null],
    ['de', '<p>Von A bis Z</p>', [], null],
    ['de', '<p>Von Montag</p>', [], null],
    ['de', '<p>Autor: Paddy</p>', ['Paddy'], null],
    ['nl', '<p>Door Jan van den Berg</p>', ['Jan van den Berg'], null],
  ])('gives author and date in %s: %s', (lang, body, authors, published) => {
    expect(metadataOf(body, { lang })).toMatchObject({ authors, published });
  });

  it.each([
    ['below the text', (related: string) => `${TEXT}${TEXT}${related}`],
    ['in a box of links', (related: string) => `<div class="related">${related}</div>${TEXT}`],
    ['in a box to share it', (related: string) => `<div class="share">${related}</div>${TEXT}`],
  ])('gives no date and author of related articles %s', (_case, around) => {
    const body = around('<h3>Mosses</h3><p>By Bo Ek, 3 May 2020</p>');
    expect(metadataOf(body)).toMatchObject({ authors: [], published: null });
  });

  const DATE = '<p class="post-date">3 May 2024</p>';
  it('is searched for once', () => {
    const searches = vi.spyOn(Element.prototype, 'querySelectorAll');
    metadataOf(`${TEXT.repeat(9)}${DATE}`);
    const ofDates = searches.mock.contexts.filter((_, at) =>
      searches.mock.calls[at]?.[0].includes('time,[class]'),
    );
    searches.mockRestore();
    expect(ofDates.length).toBeGreaterThan(0);
    expect(new Set(ofDates).size).toBe(ofDates.length);
  });

  it.each([
    ['below the text', `${TEXT}${TEXT}${DATE}`, '2024-05-03'],
    ['in parts', '<div class="date"><p>3</p><p>May</p><p>2024</p></div>', '2024-05-03'],
    [
      'twice',
      `${TEXT}${TEXT}${DATE}<time datetime="2024-05-03T07:00:00Z">then</time>`,
      '2024-05-03',
    ],
    ['and another one', `${TEXT}${TEXT}${DATE}<p class="date">4 May 2024</p>`, null],
    ['of a comment', `${TEXT}${TEXT}<div class="comments">${DATE}</div>`, null],
    ['of a change', `${TEXT}${TEXT}<p class="date">Updated 3 May 2024</p>`, null],
  ])('gives the date of the elements that are named for it %s', (_case, body, published) => {
    expect(metadataOf(body).published).toBe(published);
  });

  it.each([
    ['a line', '<p>Apply by 3 May 2024</p>'],
    ['a list', '<dl><dt>Closing date</dt><dd>3 May 2024</dd></dl>'],
    ['a table', '<table><tr><th>Deadline</th><td>3 May 2024</td></tr></table>'],
    ['a time', '<p>Expires on <time datetime="2024-05-03">Friday</time></p>'],
    ['a label', '<p><b>Due:</b> <span>3 May 2024</span></p>'],
    [
      'an element that is named for a date',
      `${TEXT}${TEXT}<p>Deadline: <b class="date">3 May 2024</b></p>`,
    ],
    ['a day to come', '<p>3 May 2090</p>'],
    ['a time to come', '<p>Doors open <time datetime="2090-05-03T18:00:00Z">in May</time></p>'],
  ])('gives no date for a deadline in %s, but another one beside it', (_what, deadline) => {
    expect(metadataOf(deadline).published).toBeNull();
    const both = `<p>Posted on 1 April 2024</p>${deadline}`;
    expect(metadataOf(both).published).toBe('2024-04-01');
  });

  it.each([
    ['the word is the headline', '<h2>The deadline</h2><p>3 May 2024</p>'],
    [
      'the word is in the text before',
      `<p>${'Ferns have no deadline. '.repeat(4)}</p><p>3 May 2024</p>`,
    ],
    ['the author is named after it', '<p>3 May 2024</p><p>Deadline</p>'],
  ])('gives the date if %s', (_why, body) => {
    expect(metadataOf(body).published).toBe('2024-05-03');
  });

  it('gives the date after the headline before a time above it', () => {
    expect(
      metadataIn(
        '<header><time datetime="2025-01-01">Today</time></header><h1>Ferns</h1><p>3 May 2024</p>',
        PAGE,
      ).published,
    ).toBe('2024-05-03');
  });

  it('gives the language of the article when it differs from that of the page', () => {
    expect(
      metadataIn(
        '<html lang="en" dir="ltr"><body><article lang="ar" dir="rtl"><h1>مقال</h1></article></body></html>',
        PAGE,
      ),
    ).toMatchObject({
      lang: 'ar',
      textDirection: 'rtl',
    });
  });

  it('decides whether an account is an author', () => {
    const head = '<meta name="author" content="anniebee">';
    expect(metadataOf('<p>Text.</p>', { head }).authors).toEqual([]);
    expect(metadataOf('<p>Posted from the garden: anniebee</p>', { head }).authors).toEqual([
      'anniebee',
    ]);
  });

  it.each([
    ['an account', 'AL7567'],
    ['a first name', 'Ann'],
    ['the staff', 'Garden X staff'],
  ])('names the author where the page only names %s', (_case, content) => {
    const head = `<meta name="author" content="${content}">`;
    const byline = '<p>By Ann Lee</p>';
    expect(metadataOf(`${byline}<p>${content}</p>`, { head }).authors).toEqual(['Ann Lee']);
    expect(metadataOf(`<p>Text.</p><p>${content}</p>`, { head }).authors).toEqual([content]);
  });
});

describe('the headline of a page', () => {
  const titleOf = (body: string, head: string) => {
    return metadataIn(`<head>${head}</head>${body}`, PAGE);
  };
  const POST = '<meta property="og:title" content="Ferns in deep shade">';
  const BYLINE = '<p>By Ann Lee, 3 May 2024</p>';

  it.each([
    ['the first h1', '<h1>Ferns in deep shade</h1>', 'Ferns in deep shade'],
    [
      'a later h1 that is the title',
      '<h1>My garden</h1><p>Hi</p><h1>Ferns in deep shade</h1>',
      'Ferns in deep shade',
    ],
    [
      'a lower heading that is the title, below the name of the site',
      '<h1>My garden</h1><h3>Ferns in deep shade</h3>',
      'Ferns in deep shade',
    ],
    [
      'the h1 that has most words of the title',
      '<h1>Ferns grow in deep shade</h1><h3>Mosses</h3>',
      'Ferns grow in deep shade',
    ],
    [
      'an h1 that differs from the title',
      '<h1>What grows where little does</h1><h3>Mosses</h3>',
      'What grows where little does',
    ],
    [
      'a text that is the title, on a page without headings',
      '<table><tr><td>Menu</td></tr><tr><td><b>Ferns in deep shade</b></td></tr></table>',
      'Ferns in deep shade',
    ],
  ])('is %s', (_case, body, title) => {
    expect(titleOf(body, POST).title).toBe(title);
  });

  it.each([
    ['is the rest of the title', '<h2>Ferns</h2>', 'Ferns'],
    ['has the rest of the title', '<h2>Moss</h2><h1>On ferns (2)</h1>', 'On ferns (2)'],
  ])('below the name of a book %s', (_case, heading, title) => {
    const head = '<title>Ferns - The Book of Deep Shade</title>';
    const body = `<div><h1>The Book of Deep Shade</h1></div><main>${heading}<p>Text</p></main>`;
    expect(titleOf(body, head).title).toBe(title);
  });

  it('is not a heading in the footer that has the name of the site', () => {
    const body = '<h1>Ferns in deep shade</h1><footer><h2>Garden</h2></footer>';
    expect(titleOf(body, '<title>Garden - Ferns in deep shade</title>').title).toBe(
      'Ferns in deep shade',
    );
  });

  it('is not a heading that is only a button', () => {
    const body = '<h1><button>Go back</button></h1><h1>Ferns in the shade</h1>';
    expect(titleOf(body, '<title>Shade</title>').title).toBe('Ferns in the shade');
  });

  it('is read without a copy of the page that a heading with a button may contain', () => {
    const copies = vi.spyOn(Node.prototype, 'cloneNode');
    titleOf(`<h1>Ferns<button>Copy</button>${'<p>Moss</p>'.repeat(20)}</h1>`, POST);
    expect(copies).not.toHaveBeenCalled();
    copies.mockRestore();
  });

  it('has no words of buttons', () => {
    const body = '<h1>Deep shade <button>Copy the name</button></h1>';
    expect(titleOf(body, '<title>Deep shade - Garden</title>').title).toBe('Deep shade');
  });

  it('is not a name that links to the home page', () => {
    const body = `<h1><a href="https://garden.example/">My garden</a></h1><h1>Ferns</h1>${BYLINE}`;
    expect(titleOf(body, '<title>Shade</title>').title).toBe('Ferns');
    const around = `<a href="/"><h1>My garden</h1></a><dl><dt>Ferns in deep shade</dt></dl>${BYLINE}`;
    expect(titleOf(around, POST)).toMatchObject({
      title: 'Ferns in deep shade',
      authors: ['Ann Lee'],
      published: '2024-05-03',
    });
  });
});

describe('a page without a name of its site', () => {
  it.each([
    ['after its headline', 'Ferns in shade - Garden Times', 'Garden Times'],
    ['after a section', 'Ferns in shade | Plants | Garden Times', 'Garden Times'],
    ['before its headline', 'Garden Times: news | Ferns in shade', 'Garden Times: news'],
    ['nowhere', 'Ferns in shade', ''],
  ])('has the name that the title has %s', (_case, title, siteName) => {
    expect(metadataIn(`<title>${title}</title><h1>Ferns in shade</h1>`, PAGE).siteName).toBe(
      siteName,
    );
  });
});

describe('the date of a page', () => {
  it.each([
    [
      'a later claim of the same day has the time',
      '2024-05-06',
      '2024-05-06T07:08:09Z',
      '2024-05-06T07:08:09Z',
    ],
    ['a later claim is of another day', '2024-05-06', '2024-05-07T07:08:09Z', '2024-05-06'],
    ['a template wrote midnight', '2024-05-06T00:00:00+00:00', '', '2024-05-06'],
    ['the time stands before the date', '01:38:07 PM IST May 6, 2024', '', '2024-05-06'],
  ])('is right when %s', (_case, first, second, published) => {
    const head = `<meta property="article:published_time" content="${first}">
      <meta name="date" content="${second}">`;
    expect(metadataOf('', { head }).published).toBe(published);
  });
});

describe('a time that the page shows', () => {
  const head = (published: string, modified = '') =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', datePublished: published, dateModified: modified })}</script>`;

  it.each([
    ['in another zone', '2019-11-18T10:45:09Z', '2019-11-18T07:45:00-08:00'],
    ['on the same day in another zone', '2019-11-18T23:45:00Z', '2019-11-18T07:45:00-08:00'],
    ['at another minute', '2019-11-18T10:44:00Z', '2019-11-18T10:44:00Z'],
    ['on another day', '2019-11-20T10:45:00Z', '2019-11-20T10:45:00Z'],
    ['without a time', '2019-11-18', '2019-11-18T07:45:00-08:00'],
  ])('is right when the data have it %s', (_case, claim, published) => {
    const body = '<p>Monday November 18, 2019 7:45 am PST by Ann Lee</p>';
    expect(metadataOf(body, { head: head(claim) }).published).toBe(published);
  });

  it('is right when the data only have the time of the last change', () => {
    const shown = (day: string) => `<p><time datetime="${day} 19:14">${day}, 19:14 GMT</time></p>`;
    const changed = head('2019-11-19 19:31:39', '2019-11-19 19:31:39');
    expect(metadataOf(shown('2019-11-18'), { head: changed }).published).toBe(
      '2019-11-18T19:14:00Z',
    );
    expect(metadataOf(shown('2019-11-20'), { head: changed }).published).toBe('2019-11-19');
    const sameDay = head('2019-11-18T20:31:39Z', '2019-11-18T20:31:39Z');
    expect(metadataOf(shown('2019-11-18'), { head: sameDay }).published).toBe(
      '2019-11-18T20:31:39Z',
    );
    const other = head('2019-11-19 19:31:39', '2019-11-20 19:31:39');
    expect(metadataOf(shown('2019-11-18'), { head: other }).published).toBe('2019-11-19');
  });
});
