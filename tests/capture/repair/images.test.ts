import { describe, expect, it } from 'vitest';
import { bestCandidate, isPlaceholder } from '../../../src/capture/repair/image-address';
import { captured, pageWith } from '../../support/article-pages';
import { onServer } from '../kinds/both-doms';

const ORIGIN = location.origin;
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const addresses = (html: string): readonly (string | null)[] =>
  [...captured(pageWith(html)).article.querySelectorAll('img')].map((image) =>
    (image.getAttribute('src') ?? '').replace(ORIGIN, ''),
  );

describe('bestCandidate', () => {
  it.each([
    ['a.jpg 400w, b.jpg 1600w, c.jpg 4000w', 'b.jpg'],
    ['a.jpg 400w, b.jpg 900w', 'b.jpg'],
    ['c.jpg 4000w,b.jpg 1800w', 'b.jpg'],
    ['c.jpg 4000w, b.jpg 1800w, a.jpg 400w', 'b.jpg'],
    ['b.jpg 1600w, a.jpg 1599w', 'b.jpg'],
    ['c.jpg 3x, b.jpg 2x, a.jpg 1x', 'b.jpg'],
    ['a.jpg, b.jpg 2x, c.jpg 3x', 'b.jpg'],
    ['a.jpg 1x,b.jpg 1.5x', 'b.jpg'],
    ['a.jpg', 'a.jpg'],
    ['/w_300,h_200/a.jpg 300w, /w_1600,h_900/b.jpg 1600w', '/w_1600,h_900/b.jpg'],
    ['  \n a.jpg 300w 200h ,\n b.jpg 1700w 900h ', 'b.jpg'],
    ['', null],
    [' , ,', null],
  ])('chooses from %j the address %j', (srcset, best) => {
    expect(bestCandidate(srcset)).toBe(best);
  });

  it('ignores a text that is not a list of sizes', () => {
    expect(bestCandidate(`data:image/png;base64,${'A'.repeat(30_000)} 1x`)).toBeNull();
  });
});

describe('isPlaceholder', () => {
  it.each([DOT, '', '#', 'about:blank', '/img/spacer.gif', '/a/lazy-load.png', '/x_1x1.png?2'])(
    'returns true for %j',
    (src) => expect(isPlaceholder(src)).toBe(true),
  );
  it.each(['/a.jpg', '/loading-dock.jpg/full', '/greyhound.png', '/blanket-coverage.png'])(
    'returns false for %j',
    (src) => expect(isPlaceholder(src)).toBe(false),
  );
});

describe('repairImages', () => {
  it.each([
    ['with data-src', `<img src="${DOT}" data-src="/a.jpg">`, '/a.jpg'],
    ['with another name for it', `<img data-lazy-src="/a.webp" src="/spacer.gif">`, '/a.webp'],
    ['with a blurred preview', '<img src="/a.jpg?w=20" data-src="/a.jpg?w=900">', '/a.jpg?w=900'],
    ['with sizes for later', '<img data-srcset="/a.jpg 400w, /b.jpg 1600w">', '/b.jpg'],
    ['with sizes', '<img src="/s.jpg" srcset="/a.jpg 400w, /b.jpg 1600w">', '/b.jpg'],
    ['with an address in an attribute of its own', '<img data-foo="/deep/a.png">', '/deep/a.png'],
    ['with many of them', '<img data-x-mini="/m.jpg" data-x-large="/l.jpg">', '/l.jpg'],
    [
      'with something else in data-src',
      '<img src="/a.jpg" data-src="{&quot;w&quot;:1}">',
      '/a.jpg',
    ],
    ['of AMP', '<amp-img src="/a.jpg" width="9" height="9"></amp-img>', '/a.jpg'],
    [
      'that is a span until it is loaded',
      '<span data-src="/a.jpg" aria-label="A"></span>',
      '/a.jpg',
    ],
    [
      'in a picture',
      '<picture><source srcset="/a.webp 1x, /b.webp 2x"><img src="/c.jpg"></picture>',
      '/b.webp',
    ],
    [
      'of a figure, as its data',
      '<figure itemid="/a.jpg"><figcaption>A</figcaption></figure>',
      '/a.jpg',
    ],
    ['as its data', '<img data-loads="1" content="/a.jpg">', '/a.jpg'],
    ['in a picture without one', '<picture><source data-srcset="/a.webp"></picture>', '/a.webp'],
    [
      'in a picture with an unsupported format',
      '<picture><source type="image/jxl" srcset="/a.jxl"><img src="/c.jpg"></picture>',
      '/c.jpg',
    ],
    [
      'in a picture with another one for later',
      '<picture><source srcset="/b.webp"><img src="/c.jpg" data-src="/a.jpg"></picture>',
      '/b.webp',
    ],
    ['under a class for later', '<img class="lazy" src="/a.jpg" data-thumb="/t.jpg">', '/a.jpg'],
    [
      'under a class for later, with the name of another file',
      '<img class="lazy" data-src="/a.jpg" title="beach.jpg">',
      '/a.jpg',
    ],
  ])('finds the address that the page shows for an image %s', (_what, html, address) => {
    expect(addresses(html)).toEqual([address]);
  });

  it.each([
    ['beside a dot', `<div><img src="${DOT}"><noscript><img src="/a.jpg"></noscript></div>`],
    [
      'behind a preloader',
      `<div><img src="${DOT}"><i></i><noscript><img src="/a.jpg"></noscript></div>`,
    ],
    [
      'beside a preview',
      '<figure><img src="/small/a.jpg?q=1"><div><noscript><img src="/a.jpg"></noscript></div></figure>',
    ],
    [
      'beside a preview in a box with much more',
      `<div><img src="/small/a.jpg?q=1"><noscript><img src="/a.jpg"></noscript>${'<p>More.</p>'.repeat(6)}</div>`,
    ],
    [
      'alone',
      '<p>x <noscript>&lt;img src="/a.jpg"&gt;</noscript></p>'
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    ],
    [
      'after it was loaded',
      '<div><img src="/a.jpg"><noscript><img src="/a.jpg?small"></noscript></div>',
    ],
  ])('keeps one copy of an image in a noscript %s', (_where, html) => {
    expect(addresses(html).map((address) => address?.split('?')[0])).toEqual(['/a.jpg']);
  });

  const small = 'media="(max-width: 599px)" srcset="/small.jpg"';
  it.each([
    ['narrow ones', `<source ${small}><img src="/a.jpg">`],
    [
      'narrow ones, before its own sizes',
      `<source media="(max-width:37.5em)" srcset="/small.jpg 1x, /small2.jpg 2x"><img src="${DOT}" srcset="/a.jpg 600w" sizes="50vw">`,
    ],
    [
      'both, the narrow one first',
      `<source ${small}><source media="(min-width: 600px)" srcset="/a.jpg"><img>`,
    ],
    [
      'both, in rem',
      `<source media="(min-width: 90rem)" srcset="/wide.jpg"><source media="(min-width: 64rem)" srcset="/a.jpg"><img src="/c.jpg">`,
    ],
    [
      'both, as ranges',
      `<source media="(width &lt; 600px)" srcset="/small.jpg"><source media="(600px <= width <= 1400px)" srcset="/a.jpg"><img>`,
    ],
    [
      'one of several queries',
      `<source media="print, screen and (min-width: 600px)" srcset="/a.jpg"><img src="/c.jpg">`,
    ],
    [
      'dense ones',
      '<source media="(min-width: 9px) and (-webkit-min-device-pixel-ratio: 1.25), (min-resolution: 120dpi)" srcset="/a.jpg"><source media="(min-width: 9px)" srcset="/c.jpg"><img>',
    ],
    [
      'dark ones',
      '<source media="(prefers-color-scheme: dark)" srcset="/dark.jpg"><img src="/a.jpg">',
    ],
    [
      'light ones',
      '<source media="(min-width: 9px) and (prefers-color-scheme:light)" srcset="/a.jpg"><img src="/dark.jpg">',
    ],
    ['paper', '<source media="print" srcset="/print.jpg"><img src="/a.jpg">'],
    [
      'something unknown',
      '<source media="(dynamic-range: high)" srcset="/x.jpg"><img src="/a.jpg">',
    ],
    [
      'all of them, lazily',
      `<source media="(max-width: 9px)" data-srcset="/small.jpg"><source media="all" data-srcset="/a.jpg"><img src="${DOT}">`,
    ],
    ['only others', `<source media="print" srcset="/a.jpg"><img src="${DOT}">`],
  ])('takes the address for a light screen of 1,280 px from sources for %s', (_what, html) => {
    const page = pageWith(`<picture>${html}</picture>`);
    expect(addresses(`<picture>${html}</picture>`)).toEqual(['/a.jpg']);
    const { article } = onServer(page.documentElement.outerHTML);
    expect(article.querySelector('img')?.getAttribute('src')).toBe(`${ORIGIN}/a.jpg`);
  });

  it.each([
    ['a page that knows more', '(dynamic-range: high)', '/b.jpg'],
    ['a narrow window', '(max-width: 599px)', '/b.jpg'],
    ['a dark window', '(prefers-color-scheme: dark)', '/a.jpg'],
  ])(
    'takes the source that %s has chosen, if it is for a light screen',
    (_what, media, address) => {
      const page = pageWith(
        `<picture><source media="${media}" srcset="/b.jpg"><img src="/a.jpg"></picture>`,
      );
      const image = page.querySelector('img') as HTMLImageElement;
      Object.defineProperty(image, 'currentSrc', { value: `${ORIGIN}/b.jpg` });
      expect(captured(page).article.querySelector('img')?.getAttribute('src')).toBe(
        `${ORIGIN}${address}`,
      );
    },
  );

  it.each([
    ['for dense screens', 'media="(min-width: 9px) and (min-resolution: 120dpi)"', '/dense.jpg'],
    [
      'for dense screens by two names',
      'media="(min-width:9px) and (-webkit-min-device-pixel-ratio:1.25), (min-width:9px) and (min-resolution:120dpi)"',
      '/dense.jpg',
    ],
    ['of another width', 'media="(min-width: 900px) and (min-resolution: 2dppx)"', '/a.jpg'],
    ['of another type', 'type="image/avif" media="(min-width: 9px)"', '/a.jpg'],
    ['for much denser screens', 'media="(min-width: 9px) and (min-resolution: 3dppx)"', '/a.jpg'],
  ])(
    'takes the chosen picture from a source %s only if it is the same',
    (_what, media, address) => {
      const page = pageWith(
        `<picture><source ${media} srcset="/dense.jpg"><source media="(min-width: 9px)" srcset="/a.jpg"><img src="/c.jpg"></picture>`,
      );
      const image = page.querySelector('img') as HTMLImageElement;
      Object.defineProperty(image, 'currentSrc', { value: `${ORIGIN}/a.jpg` });
      expect(captured(page).article.querySelector('img')?.getAttribute('src')).toBe(
        `${ORIGIN}${address}`,
      );
    },
  );

  it('removes an image that never gets an address', () => {
    expect(addresses(`<img alt="x"><img src="${DOT}">`)).toEqual([]);
  });
});
