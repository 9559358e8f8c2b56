import { describe, expect, it } from 'vitest';
import { captured, pageWith } from '../../support/article-pages';
import { inBrowser, onServer } from '../kinds/both-doms';

const POSTER = 'https://img.example/ferns.jpg';

describe('repairMedia', () => {
  it.each([
    [
      'the element of a library for players',
      '<lite-youtube videoid="abcdefghijk"></lite-youtube>',
      'https://www.youtube.com/watch?v=abcdefghijk',
      'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg',
    ],
    [
      'a video with a poster',
      `<video src="https://video.example/ferns.mp4" poster="${POSTER}"></video>`,
      'https://video.example/ferns.mp4',
      POSTER,
    ],
  ])('replaces %s by a link with its poster', (_what, html, address, poster) => {
    const link = captured(pageWith(html)).article.querySelector('a[data-embed]');
    expect(link?.getAttribute('href')).toBe(address);
    expect(link?.querySelector('img')?.getAttribute('src')).toBe(poster);
  });

  const linksOf = (html: string) => {
    const page = pageWith(html).documentElement.outerHTML;
    return [inBrowser(page), onServer(page)].map(({ article }) =>
      [...article.querySelectorAll('a')].map((link) => [
        link.textContent,
        link.getAttribute('href'),
      ]),
    );
  };

  it.each([
    [
      'a chart',
      '<iframe src="https://charts.example/x1/" title="Ferns by year" height="400">',
      'Ferns by year',
      'https://charts.example/x1/',
    ],
    [
      'a lazy frame with a label',
      '<iframe data-src="https://pens.example/ab" aria-label="A fern in CSS">',
      'A fern in CSS',
      'https://pens.example/ab',
    ],
    [
      'a map without a title',
      '<iframe src="https://www.maps.example/embed?at=1" width="600">',
      'maps.example/embed?at=1',
      'https://www.maps.example/embed?at=1',
    ],
    [
      'an element of its own',
      '<x-frame src="https://pens.example/ab" title="A fern">',
      'A fern',
      'https://pens.example/ab',
    ],
    [
      'an object',
      '<object data="https://files.example/a.pdf" title="The report"></object>',
      'The report',
      'https://files.example/a.pdf',
    ],
  ])('replaces %s by a link with its title', (_what, html, title, address) => {
    const close = `</${/^<([\w-]+)/.exec(html)?.[1]}>`;
    const wanted = [[title, address]];
    expect(linksOf(`<div>${html}${close}</div>`)).toEqual([wanted, wanted]);
  });

  const inFigure = (caption: string) =>
    `<figure><div><iframe src="https://a.example/x" width="600"></iframe></div><figcaption>${caption}</figcaption></figure>`;

  it.each(['A fern that grows', 'The track of the storm over the bay in May', 'Open'])(
    'replaces a frame without a title by a link if its figure has a caption: %s',
    (caption) => {
      const wanted = [['a.example/x', 'https://a.example/x']];
      expect(linksOf(inFigure(caption))).toEqual([wanted, wanted]);
    },
  );

  it.each([
    ['of an advertisement', inFigure('Werbung')],
    ['of a sponsor', inFigure('Our sponsor')],
    ['without words', inFigure(' ')],
    ['amid the text', '<iframe src="https://a.example/embed" width="480"></iframe>'],
  ])('makes no link of a frame without a title %s', (_what, html) => {
    expect(linksOf(html)).toEqual([[], []]);
  });

  it.each([
    ['without a title', '<iframe src="https://a.example/x"></iframe>'],
    [
      'for advertisements',
      '<iframe src="https://a.example/x" title="3rd party ad content"></iframe>',
    ],
    ['of a host of trackers', '<iframe src="https://x.doubleclick.net/a" title="Fern"></iframe>'],
    [
      'with another post of a blog',
      '<iframe class="wp-embedded-content" src="https://a.example/x" title="Fern"></iframe>',
    ],
    ['for consent', '<iframe src="https://a.example/x" title="Consent message"></iframe>'],
    [
      'that is a dot',
      '<iframe src="https://a.example/x" title="Fern" width="1" height="1"></iframe>',
    ],
    ['for a button', '<iframe src="https://a.example/x" title="Post it" height="20"></iframe>'],
    [
      'that is hidden',
      '<div hidden><iframe src="https://a.example/x" title="Fern"></iframe></div>',
    ],
    ['with another scheme', '<iframe src="javascript:alert(1)" title="Fern"></iframe>'],
  ])('makes no link of a frame %s', (_what, html) => {
    expect(linksOf(html)).toEqual([[], []]);
  });

  it('makes no link of a picture in an element of a script, and one of a chart below its source', () => {
    const picture =
      '<amp-img src="https://img.example/a.jpg" title="A cat" width="800" height="600"></amp-img>';
    expect(linksOf(picture)).toEqual([[], []]);
    const chart = 'https://charts.example/grapher/x';
    const html = `<p>Source: <a href="https://charts.example/">Charts</a></p><iframe src="${chart}" title="Bread" width="800" height="400"></iframe>`;
    for (const links of linksOf(html)) expect(links.map(([, href]) => href)).toContain(chart);
  });

  it('makes one link of a page that is shown twice, and none where the text has it', () => {
    const frame = '<iframe src="https://a.example/x/embed" title="Fern"></iframe>';
    const once = [['Fern', 'https://a.example/x/embed']];
    expect(linksOf(`${frame}<noscript>${frame}</noscript>`)).toEqual([once, once]);
    const link = [['Fern', 'https://a.example/x']];
    const quote = '<blockquote><a href="https://a.example/x">Fern</a></blockquote>';
    expect(linksOf(`<p>See:</p>${quote}${frame}`)).toEqual([link, link]);
  });
});

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
])('what only a script shows, captured %s', (_, capture) => {
  const TEXT =
    '<p>The ferns by the north wall grow a hand each year, and nobody waters them at all.</p>';
  const linksOf = (inside: string): readonly (string | null)[] =>
    [
      ...capture(`<article>${TEXT.repeat(4)}${inside}${TEXT}</article>`).article.querySelectorAll(
        'a',
      ),
    ].map((link) => link.getAttribute('href'));

  it.each([
    [
      'a program',
      '<script src="https://gist.example/ada/0123456789abcdef0123456789abcdef.js"></script>',
      'https://gist.example/ada/0123456789abcdef0123456789abcdef',
    ],
    [
      'a recording',
      '<script src="https://casts.example/a/14.js" id="cast-14" async></script>',
      'https://casts.example/a/14',
    ],
    [
      'a chart',
      '<div style="min-height:400px"><script defer src="https://charts.example/AbC12/embed.js?v=2"></script></div>',
      'https://charts.example/AbC12',
    ],
    [
      'a chart that its box names',
      '<div class="chart" data-src="visualisation/123"><script src="https://charts.example/resources/embed.js"></script></div>',
      'https://charts.example/visualisation/123',
    ],
  ])('is a link to its page: %s', (_what, inside, address) => {
    expect(linksOf(inside)).toEqual([address]);
  });

  it.each([
    ['a library', '<script src="https://cdn.example/jquery.min.js"></script>'],
    ['a part of a program', '<script src="https://cdn.example/static/js/147.js"></script>'],
    ['a part in a folder for scripts', '<script src="https://cdn.example/js/147.js"></script>'],
    ['a script of its own site', '<script src="/cache/46435.js"></script>'],
    ['an advertisement', '<script src="https://cdn.example/ads/147.js"></script>'],
    ['a loader of all embeds', '<script src="https://posts.example/embed.js"></script>'],
  ])('is nothing if it is %s', (_what, inside) => {
    expect(linksOf(inside)).toEqual([]);
  });

  it('is no second link if the script has run', () => {
    const shown = '<div><a href="https://casts.example/a/14">The recording of the wall</a></div>';
    const script = '<script src="https://casts.example/a/14.js"></script>';
    expect(linksOf(script + shown)).toHaveLength(1);
  });
});
