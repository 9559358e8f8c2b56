import { describe, expect, it } from 'vitest';
import type { Metadata } from '../../../src/capture/index';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';
import { metadataIn } from './metadata-of';

const PAGE = 'https://www.garden.example/2024/ferns';

const metadataOf = (html: string, url = PAGE): Metadata => metadataIn(html, url);

const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

const ARTICLE = {
  '@context': 'https://schema.org',
  '@type': 'NewsArticle',
  headline: 'Ferns in shade',
  author: { '@type': 'Person', name: 'Ann Lee' },
  datePublished: '2024-05-06T07:08:09+02:00',
  description: 'What grows where little does.',
  image: { '@type': 'ImageObject', url: 'https://img.example/fern.jpg' },
  publisher: { '@type': 'Organization', name: 'Garden Times' },
  inLanguage: 'en-GB',
};
const EXPECTED = {
  title: 'Ferns in shade',
  authors: ['Ann Lee'],
  published: '2024-05-06T07:08:09+02:00',
  description: 'What grows where little does.',
};

describe('readMetadata', () => {
  it.each([
    ['an object', ARTICLE],
    ['a list', [{ '@type': 'BreadcrumbList' }, ARTICLE]],
    ['a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'Person' }, ARTICLE] }],
    ['the main entity of a page', { '@type': 'WebPage', name: 'Other', mainEntity: ARTICLE }],
    ['several types at once', { ...ARTICLE, '@type': ['Thing', 'Article'] }],
    ['types with their whole address', { ...ARTICLE, '@type': 'http://schema.org/BlogPosting' }],
    ['lists for single values', { ...ARTICLE, headline: ['Ferns in shade'], author: ['Ann Lee'] }],
    [
      'values in objects',
      { ...ARTICLE, headline: { '@value': 'Ferns in shade', '@language': 'en' } },
    ],
    ['comments around it', `<!--\n${JSON.stringify(ARTICLE)}\n-->`],
    ['CDATA around it', `//<![CDATA[\n${JSON.stringify(ARTICLE)}\n//]]>`],
    ['a comma too many', JSON.stringify(ARTICLE).replace(/}$/, ',}')],
    ['a line break in a string', JSON.stringify(ARTICLE).replace('What grows', 'What\n  grows')],
    ['entities in it', JSON.stringify(ARTICLE).replace('Ferns in', 'Ferns&#32;in')],
  ])('reads JSON-LD with %s', (_case, script) => {
    expect(metadataOf(jsonLd(script))).toMatchObject(EXPECTED);
  });

  it('reads all other fields of JSON-LD', () => {
    expect(metadataOf(jsonLd(ARTICLE))).toMatchObject({
      siteName: 'Garden Times',
      lang: 'en-GB',
      imageUrl: 'https://img.example/fern.jpg',
      type: 'article',
    });
  });

  it.each([
    [
      'a person before an organisation',
      [
        { '@type': 'Organization', name: 'Wire One' },
        { '@type': 'Person', name: 'Ann Lee' },
      ],
      ['Ann Lee'],
    ],
    [
      'an organisation when no one else is named',
      { '@type': 'NewsMediaOrganization', name: 'Wire One' },
      ['Wire One'],
    ],
    [
      'a person whose name is that of the site',
      { '@type': 'Person', name: 'Garden Times' },
      ['Garden Times'],
    ],
    ['no organisation that is the site', { '@type': 'Organization', name: 'Garden Times' }, []],
  ])('names as the author %s', (_case, author, authors) => {
    expect(metadataOf(jsonLd({ ...ARTICLE, author })).authors).toEqual(authors);
  });

  it('names the visible author instead of an organisation', () => {
    const script = jsonLd({ ...ARTICLE, author: { '@type': 'Organization', name: 'Wire One' } });
    expect(metadataOf(`${script}<h1>Ferns in shade</h1><p>By Ann Lee</p>`).authors).toEqual([
      'Ann Lee',
    ]);
  });

  it('does not name the author of what a page reviews', () => {
    const itemReviewed = { author: { '@type': 'Person', name: 'The Fern and Moss Office' } };
    const script = jsonLd({ '@type': 'ClaimReview', headline: 'Ferns in shade', itemReviewed });
    const body = '<h1>Ferns in shade</h1><h4 class="author">The Fern and Moss Office</h4>';
    expect(metadataOf(`${script}${body}`).authors).toEqual([]);
    expect(metadataOf(body).authors).toEqual(['The Fern', 'Moss Office']);
  });

  it('resolves references in the graph', () => {
    const graph = [
      {
        ...ARTICLE,
        author: { '@id': '#ann' },
        publisher: { '@id': '#us' },
        image: { '@id': '#i' },
      },
      { '@type': 'Person', '@id': '#ann', name: 'Ann Lee' },
      { '@type': 'Organization', '@id': '#us', name: 'Garden Times' },
      { '@type': 'ImageObject', '@id': '#i', contentUrl: '/fern.jpg' },
    ];
    expect(metadataOf(jsonLd({ '@graph': graph }))).toMatchObject({
      authors: ['Ann Lee'],
      siteName: 'Garden Times',
      imageUrl: 'https://www.garden.example/fern.jpg',
    });
  });

  it('prefers the article with the address of the page', () => {
    const other = { ...ARTICLE, headline: 'Another', url: 'https://www.garden.example/2024/moss' };
    const own = {
      ...ARTICLE,
      mainEntityOfPage: { '@type': 'WebPage', '@id': `${PAGE}?utm_source=x` },
    };
    expect(metadataOf(jsonLd([other, own])).title).toBe('Ferns in shade');
  });

  it('takes the name as the title when the headline is a description', () => {
    const page = { ...ARTICLE, headline: 'plants without flowers', name: 'Fern' };
    expect(metadataOf(`<title>Fern - Encyclopedia</title>${jsonLd(page)}`).title).toBe('Fern');
  });

  it('ignores articles in a list of other pages', () => {
    const list = {
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'Article', headline: 'Other' }],
    };
    expect(metadataOf(`<title>Ferns</title>${jsonLd(list)}`).title).toBe('Ferns');
  });

  it('reads the valid scripts when one is malformed', () => {
    expect(metadataOf(jsonLd('{"@type": "Article", headl') + jsonLd(ARTICLE))).toMatchObject(
      EXPECTED,
    );
  });

  it.each([
    [
      'Open Graph',
      `<meta property="og:title" content="Ferns in shade">
       <meta property="article:author" content="Ann Lee">
       <meta property="article:published_time" content="2024-05-06T07:08:09+02:00">
       <meta property="og:description" content="What grows where little does.">`,
    ],
    [
      'Dublin Core',
      `<meta name="DC.title" content="Ferns in shade"><meta name="dcterms:creator" content="Ann Lee">
       <meta name="dcterms.issued" content="2024-05-06T07:08:09+02:00">
       <meta name="dc.description" content="What grows where little does.">`,
    ],
    [
      'plain meta elements',
      `<title>Ferns in shade</title><meta name="Author" content="Ann Lee">
       <meta name="date" content="2024-05-06T07:08:09+02:00">
       <meta name="description" content="What grows where little does.">`,
    ],
    [
      'Google Scholar’s names',
      `<meta name="citation_title" content="Ferns in shade">
       <meta name="citation_author" content="Lee, Ann">
       <meta name="citation_publication_date" content="2024-05-06T07:08:09+02:00">
       <meta name="description" content="What grows where little does.">`,
    ],
    [
      'microdata',
      `<article itemscope itemtype="https://schema.org/BlogPosting">
       <h1 itemprop="headline">Ferns in shade</h1>
       <p itemprop="author" itemscope itemtype="https://schema.org/Person">by <a itemprop="name">Ann Lee</a></p>
       <time itemprop="datePublished" datetime="2024-05-06T07:08:09+02:00">May</time>
       <p itemprop="description">What grows where little does.</p>
       <div itemprop="comment" itemscope itemtype="https://schema.org/Comment">
       <b itemprop="author">Nobody</b></div></article>`,
    ],
    [
      'RDFa',
      `<div vocab="https://schema.org/" typeof="Article"><h1 property="headline">Ferns in shade</h1>
       <span property="schema:author">Ann Lee</span>
       <meta property="datePublished" content="2024-05-06T07:08:09+02:00">
       <p property="description">What grows where little does.</p></div>`,
    ],
  ])('reads %s', (_case, html) => {
    expect(metadataOf(html)).toMatchObject(EXPECTED);
  });

  it('reads the visible text when the page has no metadata', () => {
    const html = `<div role="banner"><h1>Garden Times</h1></div>
      <main><header><h1>Ferns in shade</h1><p class="byline">By Ann Lee</p>
      <time datetime="2024-05-06">6 May</time></header><p>Text.</p></main>
      <aside><time datetime="1999-01-01">old</time></aside>`;
    expect(metadataOf(html)).toMatchObject({
      title: 'Ferns in shade',
      authors: ['Ann Lee'],
      published: '2024-05-06',
    });
  });

  it('skips elements of metadata that have no value', () => {
    const html = '<meta property="og:title"><meta property="og:title" content="Ferns in shade">';
    expect(metadataOf(html).title).toBe('Ferns in shade');
  });

  it('ignores microdata with several items', () => {
    const teaser =
      '<div itemscope itemtype="https://schema.org/Article"><b itemprop="name">No</b></div>';
    const own = `<div itemscope itemtype="https://schema.org/Article"><h1 itemprop="name">Ferns</h1></div>`;
    expect(metadataOf(`<title>List</title>${teaser}${teaser}`).title).toBe('List');
    expect(metadataOf(`<title>List</title>${teaser}${own}`).title).toBe('Ferns');
  });

  it.each([
    ['its slogan', 'Garden Times - all green', 'Garden Times'],
    ['no slogan', 'Garden', 'Garden'],
  ])('reads the name of a site with %s', (_case, claim, siteName) => {
    const html = `<meta property="og:site_name" content="${claim}">${jsonLd(ARTICLE)}`;
    expect(metadataOf(html).siteName).toBe(siteName);
  });

  it('does not take the title of the page for the name of the site', () => {
    const html = `<meta property="og:title" content="Ferns in shade">
      <meta property="og:site_name" content="Garden"><meta name="application-name" content="Ferns in shade">
      <title>Something else</title>`;
    expect(metadataOf(html)).toMatchObject({ title: 'Ferns in shade', siteName: 'Garden' });
  });

  it('reads the sources in the documented order', () => {
    const html = `<title>Title element</title><meta name="author" content="Meta Author">
      <meta property="og:title" content="Open Graph title"><meta name="twitter:title" content="Card">
      <meta property="og:site_name" content="Fern Site"><meta name="twitter:image" content="/card.png">
      <meta property="og:image" content="/graph.png">
      <meta name="description" content="Meta description"><html lang="de">${jsonLd(ARTICLE)}`;
    expect(metadataOf(html)).toMatchObject({
      title: 'Ferns in shade',
      siteName: 'Fern Site',
      authors: ['Ann Lee'],
      lang: 'de',
      description: 'What grows where little does.',
      imageUrl: 'https://www.garden.example/graph.png',
    });
  });

  it.each([
    '/favicon.ico',
    '/apple-touch-icon-180x180.png',
    '/theme/site-logo.svg?v=2',
    '/img/icon_22.png',
    '/1x1.gif',
    'https://stats.wp.com/g.gif',
  ])('does not use %s as the image of the page', (address) => {
    const html = `<meta property="og:image" content="${address}"><meta name="twitter:image" content="/fern.jpg">`;
    expect(metadataOf(html).imageUrl).toBe('https://www.garden.example/fern.jpg');
  });

  it.each(['/new-logo-of-the-town.jpg', '/iconic.png', '/fern-logo/1.jpg'])(
    'uses %s as the image of the page',
    (address) => {
      const html = `<meta property="og:image" content="${address}">`;
      expect(metadataOf(html).imageUrl).toBe(`https://www.garden.example${address}`);
    },
  );

  it.each([
    ['<meta property="og:type" content="video.other">', 'video'],
    ['<meta property="og:type" content="flickr_photos:photo">', 'photo'],
    ['<meta name="twitter:card" content="photo">', 'photo'],
    [
      '<meta name="twitter:card" content="player"><meta property="og:type" content="article">',
      'article',
    ],
    ['<meta property="og:type" content="website">', 'article'],
    [jsonLd({ '@type': 'VideoObject', name: 'A film', uploadDate: '2024-05-06' }), 'video'],
    [jsonLd({ ...ARTICLE, video: { '@type': 'VideoObject', name: 'A film' } }), 'article'],
    ['', 'article'],
  ])('reads the type of the page from %s', (html, type) => {
    expect(metadataOf(html).type).toBe(type);
  });

  it('returns empty values for an empty page', () => {
    expect(metadataOf('')).toEqual({
      title: '',
      siteName: '',
      authors: [],
      published: null,
      lang: '',
      textDirection: null,
      description: '',
      canonicalUrl: null,
      iconUrl: 'https://www.garden.example/favicon.ico',
      imageUrl: null,
      keywords: [],
      type: 'article',
    });
  });

  it('leaves the document unchanged', () => {
    const document = new DOMParser().parseFromString(`<h1>A</h1>${jsonLd(ARTICLE)}`, 'text/html');
    const before = document.documentElement.outerHTML;
    readMetadata(document, PAGE).metadata;
    expect(document.documentElement.outerHTML).toBe(before);
  });
});

describe('the text of the article in JSON-LD', () => {
  const textIn = (articleBody: unknown): string => {
    const html = jsonLd({ ...ARTICLE, articleBody });
    return readMetadata(new DOMParser().parseFromString(html, 'text/html'), PAGE).articleText;
  };

  it('is read without tags and entities', () => {
    expect(textIn('<p>Ferns&nbsp;grow.</p><p>Moss &amp; ferns</p>')).toBe(
      '. Ferns grow. . . Moss & ferns .',
    );
  });

  it.each([[undefined], [7], [{ text: 'Ferns' }]])('is empty when the page claims %j', (claim) => {
    expect(textIn(claim)).toBe('');
  });

  it('is cut when it is longer than any article', () => {
    expect(textIn('Ferns grow. '.repeat(30_000)).length).toBeLessThanOrEqual(200_000);
  });
});
