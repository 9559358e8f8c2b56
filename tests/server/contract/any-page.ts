import * as fc from 'fast-check';
import { bookmarkCreate } from '../../../src/contract';
import { PNG } from '../../formats/items';
import { XSS_VECTORS } from '../../support/xss-vectors';
import { GIF } from '../support/bookmarks';
import { PARAGRAPHS, storyPage } from '../support/extraction-world';
import { anyMultipart, type Part, partsAsLatin1, type SentParts } from './any-multipart';

/** This host does not exist: files that are not sent with a page are not found. */
export const SITE = 'https://nowhere.example';
const IMAGES = ['a.png', 'b.gif', 'c.svg', 'icon.png', 'lead.jpg'].map((name) => `${SITE}/${name}`);

const FRAGMENTS = [
  PARAGRAPHS,
  ...IMAGES.map((src) => `<img src="${src}" alt="An image" width="300" height="200">`),
  `<link rel="icon" href="/icon.png" sizes="64x64"><meta property="og:image" content="/lead.jpg">`,
  '<meta charset="utf-16"><meta http-equiv="refresh" content="0;url=javascript:x()">',
  '<base href="https://[">',
  '<picture><source srcset="a.png 1x, , b.gif 99999999999x,"><img srcset=" , "></picture>',
  '<table><tr><td><table><p>inside</table><math><mi>x</mi></math><ruby>漢<rt>kan</ruby>',
  '<template><p>hidden</template><noscript><p>no script</noscript><textarea><p>',
  `${'<div>'.repeat(400)}deep${'</div>'.repeat(400)}`,
  '<p title="\u0000\ud800">\u0000\ufffe\u202e text that turns around <!-- --!> <![CDATA[ x ]]>',
  ...XSS_VECTORS.map(({ html }) => html),
  '<meta name="author" content="A, B and &lt;b&gt;C"><meta property="article:published_time" content="99999">',
];

const anyHtml = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary' })), { maxLength: 8 })
  .map((fragments) => Buffer.from(storyPage(fragments.join('\n'))));

const PICTURES: readonly Uint8Array[] = [
  PNG,
  GIF,
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script></svg>'),
  PNG.subarray(0, 30),
  Buffer.from('<html>Not found'),
];

const field = (name: string, text: string): Part => ({
  name,
  filename: null,
  type: null,
  location: null,
  bytes: Buffer.from(text),
});
const file = (name: string, bytes: Uint8Array): Part => ({
  ...field(name, ''),
  filename: '_',
  bytes,
});

const anyPicture = fc
  .tuple(
    fc.constantFrom(...IMAGES),
    fc.constantFrom('image/png', 'image/gif', 'image/svg+xml', 'image/avif', 'text/html', ''),
    fc.constantFrom(...PICTURES),
  )
  .map(([location, type, bytes]): Part => ({ ...file('resource', bytes), location, type }));

/** A valid page with all files that it shows. */
export const GOOD_PAGE: SentParts = {
  isBroken: false,
  contentType: 'multipart/form-data; boundary=The-boundary',
  latin1: partsAsLatin1([
    field('url', `${SITE}/good`),
    file('html', Buffer.from(storyPage(FRAGMENTS.slice(0, 7).join('\n')))),
    ...IMAGES.map((location): Part => ({ ...file('resource', PNG), type: 'image/png', location })),
  ]),
};

/** Any page with its images, mostly a valid one. */
export const anyPage: fc.Arbitrary<SentParts> = anyMultipart(bookmarkCreate, {
  first: fc
    .tuple(fc.webPath(), anyHtml)
    .map(([path, html]) => [field('url', `${SITE}${path}`), file('html', html)]),
  of: anyPicture,
});
