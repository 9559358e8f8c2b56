import { describe, expect, it } from 'vitest';
import type { Metadata } from '../../../src/capture';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';
import { dateInLine } from '../../../src/capture/metadata/visible-date';

const PAGE = 'https://garden.example/ferns';

function metadataOf(body: string, { lang = 'en', head = '' } = {}): Metadata {
  const html = `<html lang="${lang}"><head><title>Ferns in shade</title>${head}</head><body>
    <main><h1>Ferns in shade</h1>${body}</main></body></html>`;
  const document = new DOMParser().parseFromString(html, 'text/html');
  Object.defineProperty(document, 'URL', { value: PAGE });
  return readMetadata(document, PAGE).metadata;
}

describe('dateInLine', () => {
  it.each([
    ['en', 'Ann Lee - Nov 19, 2019, 10:31 pm', '2019-11-19'],
    ['en', 'Published 2nd May, 2024', '2024-05-02'],
    ['en', '18 November 2019 at 14:05 GMT', '2019-11-18T14:05:00Z'],
    ['en', '18 November 2019, 2:05 pm +0200', '2019-11-18T14:05:00+02:00'],
    ['en', '11/19/2019', '2019-11-19'],
    ['de', 'publiziert am 30. Juli 2018', '2018-07-30'],
    ['de', '03.05.2024, 16.48 Uhr', '2024-05-03'],
    ['fr', 'Publié le 1er août 2023', '2023-08-01'],
    ['es', '3 de mayo de 2024', '2024-05-03'],
    ['es', '03/05/2024', '2024-05-03'],
    ['pt', '3 de março de 2024', '2024-03-03'],
    ['ru', '3 мая 2024, 10:00', '2024-05-03'],
    ['pl', '3 lutego 2024', '2024-02-03'],
    ['ar', 'الأحد 15 ديسمبر 2024', '2024-12-15'],
    ['he', '18 במאי 2025', null],
    ['hi', '26 जनवरी 2025', '2025-01-26'],
    ['th', 'เมื่อ 25 สิงหาคม 2567', '2024-08-25'],
    ['ja', '2025年2月9日 17時30分', '2025-02-09'],
    ['ko', '2025년 3월 15일', '2025-03-15'],
    ['en', '30. Juli 2018', '2018-07-30'],
  ])('reads in a page in %s: %s', (lang, line, date) => {
    expect(dateInLine(line, lang)).toBe(date);
  });

  it.each([
    ['a change', 'Updated: 3 May 2024'],
    ['a change in German', 'Aktualisiert am 3. Mai 2024'],
    ['a change in Japanese', '更新 2024年5月3日'],
    ['an ambiguous order', '03/04/2024'],
    ['a day that does not exist', '31 February 2024'],
    ['another word', '3 ferns 2024'],
    ['a long text', `${'Ferns grow. '.repeat(12)}3 May 2024`],
  ])('returns null for %s', (_case, line) => {
    expect(dateInLine(line, 'en')).toBeNull();
  });
});

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
  ])('gives author and date in %s: %s', (lang, body, authors, published) => {
    expect(metadataOf(body, { lang })).toMatchObject({ authors, published });
  });

  it('gives no date and author of related articles', () => {
    const related = '<h3>Mosses</h3><p>By Bo Ek, 3 May 2020</p>';
    const body = `<p>${'Ferns grow. '.repeat(20)}</p><p>${'Ferns grow. '.repeat(20)}</p>${related}`;
    expect(metadataOf(body)).toMatchObject({ authors: [], published: null });
  });

  it('gives the language of the article when it differs from that of the page', () => {
    const document = new DOMParser().parseFromString(
      '<html lang="en" dir="ltr"><body><article lang="ar" dir="rtl"><h1>مقال</h1></article></body></html>',
      'text/html',
    );
    expect(readMetadata(document, PAGE).metadata).toMatchObject({
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
});

describe('a page without a name of its site', () => {
  it.each([
    ['after its headline', 'Ferns in shade - Garden Times', 'Garden Times'],
    ['after a section', 'Ferns in shade | Plants | Garden Times', 'Garden Times'],
    ['before its headline', 'Garden Times: news | Ferns in shade', 'Garden Times: news'],
    ['nowhere', 'Ferns in shade', ''],
  ])('has the name that the title has %s', (_case, title, siteName) => {
    const document = new DOMParser().parseFromString(
      `<title>${title}</title><h1>Ferns in shade</h1>`,
      'text/html',
    );
    expect(readMetadata(document, PAGE).metadata.siteName).toBe(siteName);
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

describe('the lead image', () => {
  it.each([
    'default-author-share.png',
    'social-card-default.jpg',
    'logo-share.png',
    'avatar_2.jpg',
  ])('is never %s', (file) => {
    const head = `<meta property="og:image" content="https://garden.example/${file}">`;
    expect(metadataOf('', { head }).imageUrl).toBeNull();
  });

  it('may be a picture whose name only resembles that of a stand-in', () => {
    const url = 'https://garden.example/defaulting-banks.jpg';
    const head = `<meta property="og:image" content="${url}">`;
    expect(metadataOf('', { head }).imageUrl).toBe(url);
  });
});

describe('the report on the metadata', () => {
  it('names the source of each field that has a value', () => {
    const head = `<meta property="og:title" content="Shade">
      <meta property="og:site_name" content="Garden Times"><meta name="author" content="Ann Lee">
      <script type="application/ld+json">{"@type":"Article","datePublished":"2024-05-06"}</script>`;
    const document = new DOMParser().parseFromString(
      `<html lang="en"><title>Ferns in shade - Garden Times</title>${head}<h1>Ferns in shade</h1>`,
      'text/html',
    );
    expect(readMetadata(document, PAGE).origins).toEqual({
      title: 'html',
      authors: 'meta',
      published: 'jsonLd',
      siteName: 'openGraph',
      lang: 'html',
    });
  });
});
