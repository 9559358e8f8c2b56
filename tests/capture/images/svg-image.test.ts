import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseSvg } from '../../../src/capture/images/svg-image';
import {
  DECLARED_DRAWINGS,
  HARM,
  HOSTILE_DRAWINGS,
  REFUSED_DRAWINGS,
} from '../../support/hostile-drawings';
import { svg } from '../../support/images';

const SHAPE = '<circle r="4"/>';
const text = (inner: string, attributes?: string) =>
  new TextDecoder().decode(svg(inner, attributes));

describe('sanitiseSvg', () => {
  it('keeps a drawing as a file of its own', () => {
    const drawing = '<defs><linearGradient id="g"/></defs><path d="M0 0L1 1" fill="url(#g)"/>';
    const image = sanitiseSvg(text(drawing));
    const parsed = new DOMParser().parseFromString(image?.text ?? '', 'image/svg+xml');
    expect(parsed.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(parsed.querySelector('path')?.getAttribute('fill')).toBe('url(#g)');
    expect(parsed.querySelector('linearGradient')).not.toBeNull();
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<rect onload="alert(1)"/>'],
    ['a handler of an animation', '<animateMotion onbegin="alert(1)"/>'],
    ['a script in an unknown attribute', '<rect action="javascript:alert(1)"/>'],
    ['a foreign object', '<foreignObject><iframe src="https://x.example"/></foreignObject>'],
    ['a link to a script', '<a href="javascript:alert(1)"><rect/></a>'],
    ['an animated handler', '<set attributeName="onmouseover" to="alert(1)"/>'],
  ])('removes %s', (_case, bad) => {
    const image = sanitiseSvg(text(bad + SHAPE));
    expect(image?.text).toContain('circle');
    expect(image?.text).not.toMatch(/script|onload|foreignObject|iframe|alert/i);
  });

  const REMOTE = 'https://x.example/a.png';
  it.each([
    ['an image', `<image href="${REMOTE}" width="9" height="9"/>`],
    ['an image by XLink', `<image xlink:href="${REMOTE}" width="9" height="9"/>`],
    [
      'an image by another prefix',
      `<image xmlns:q="http://www.w3.org/1999/xlink" q:href="${REMOTE}"/>`,
    ],
    ['an image of a drawing in it', '<image href="data:image/svg+xml,x.example"/>'],
    ['an image in a filter', `<filter id="f"><feImage href="${REMOTE}"/></filter>`],
    ['a use', `<use href="${REMOTE}#a"/>`],
    ['a gradient of another file', `<linearGradient href="${REMOTE}#a"/>`],
    ['an import', `<style>@import "${REMOTE}";</style>`],
    ['an import in data', `<style><![CDATA[@import url(${REMOTE});]]></style>`],
    ['an escaped import', `<style>@\\69mport "${REMOTE}";</style>`],
    ['a font', `<style>@font-face{font-family:a;src:url(${REMOTE})}</style>`],
    ['a background', `<style>rect{background:url(${REMOTE})}</style>`],
    ['a set of images', `<style>rect{background:image-set("${REMOTE}" 1x)}</style>`],
    ['an image of a style', `<style>rect{background:-webkit-image-set("${REMOTE}" 1x)}</style>`],
    ['a namespace', `<style>@namespace "${REMOTE}";</style>`],
    ['a style', `<rect style="fill:url(${REMOTE}#a)"/>`],
    ['a style in upper case', `<rect style="fill:URL(${REMOTE}#a)"/>`],
    ['an escaped style', `<rect style="fill:\\75rl(${REMOTE}#a)"/>`],
    ['a style with a comment', `<rect style="fill:/**/url(/**/${REMOTE}#a)"/>`],
    ['a style in entities', `<rect style="fill:&#x75;rl(${REMOTE}#a)"/>`],
    ['a style after a fragment', `<rect style="fill:url(#a);cursor:url( '${REMOTE}' ), auto"/>`],
    ...['fill', 'stroke', 'filter', 'mask', 'clip-path', 'marker-end', 'cursor'].map((name) => [
      `the attribute ${name}`,
      `<rect ${name}="url(${REMOTE}#a)"/>`,
    ]),
    ['an escaped attribute', `<rect fill="\\75 rl(${REMOTE}#a)"/>`],
    ['an animated address', `<image><animate attributeName="href" to="${REMOTE}"/></image>`],
    ['a set address', `<image><set attributeName="href" to="${REMOTE}"/></image>`],
    [
      'an address that moves',
      `<image><animateTransform attributeName="href" to="${REMOTE}"/></image>`,
    ],
    ['an unknown attribute', `<rect src="${REMOTE}" srcset="//x.example/a 1x"/>`],
    ['a base', `<g xml:base="${REMOTE}"><rect fill="url(#a)"/></g>`],
  ])('removes references to outside of the drawing: %s', (_case, bad) => {
    const image = sanitiseSvg(text(bad + SHAPE, 'xmlns:xlink="http://www.w3.org/1999/xlink"'));
    expect(image?.text).toContain('circle');
    expect(image?.text).not.toContain('x.example');
  });

  it('removes style sheets, entities and everything else before the drawing', () => {
    const drawing = text(SHAPE).replace(/^<\?xml[^>]*>\s*/, '');
    const before = `<?xml version="1.0"?><?xml-stylesheet href="${REMOTE}"?><!DOCTYPE svg SYSTEM "${REMOTE}">`;
    expect(sanitiseSvg(before + drawing)?.text).toBe(sanitiseSvg(drawing)?.text);
  });

  it.each([
    ['styles', '<style>@media (prefers-color-scheme: dark){.a:not(.b){fill:rgb(1,2,3)}}</style>'],
    ['references within it', '<rect style="fill:url(#g)" filter="url( \'#f\' )"/>'],
    ['colours and movements', '<rect fill="rgb(1, 2, 3)" transform="translate(1 2) rotate(45)"/>'],
    ['pictures that are in it', '<image href="data:image/png;base64,AAAA"/>'],
    ['gradients of gradients', '<linearGradient href="#g"/>'],
    ['movement', '<animateTransform attributeName="transform" type="rotate" values="0;9"/>'],
  ])('keeps %s', (_case, good) => {
    const attributes = [...good.matchAll(/([\w-]+)="([^"]*)"/g)];
    const image = sanitiseSvg(text(good + SHAPE));
    for (const [whole] of attributes) expect(image?.text).toContain(whole);
    expect(image?.text).toContain(/<style>(.*)<\/style>/.exec(good)?.[1] ?? '');
  });

  it.each([
    ['its view box', 'viewBox="0 0 40 30"', 40, 30],
    ['its own size', 'width="80" height="60px" viewBox="0 0 40 30"', 80, 60],
    ['its view box when the size is relative', 'width="100%" viewBox="0,0,40,30"', 40, 30],
    ['the default of browsers', '', 300, 150],
  ])('reads the size of %s', (_case, attributes, width, height) => {
    expect(sanitiseSvg(text(SHAPE, attributes))).toMatchObject({ width, height });
  });

  it.each([
    ['nothing drawn', text('')],
    ['only a script', text('<script>alert(1)</script>')],
    ['no drawing', '<p>text</p>'],
    ['two drawings', `${text(SHAPE)}${text(SHAPE)}`],
    ...REFUSED_DRAWINGS.map(({ name, svg }) => [name, svg]),
  ])('rejects %s', (_case, bad) => {
    expect(sanitiseSvg(bad)).toBeNull();
  });

  it.each([
    ...[...HOSTILE_DRAWINGS, ...DECLARED_DRAWINGS].map(({ name, svg }) => [name, svg]),
    ['tags that are not closed', text('<g><path></g>').replace('</svg>', '')],
    ['characters that XML cannot have', text('<text>&#1;\u0007\ud800 &amp; &lt;</text>')],
    ['entities that are not defined', text('<text x="&a;">&b;</text>')],
    ['attributes that occur twice', text('<rect x="1" x="2" data-a="<"/>')],
  ])('writes %s as well-formed XML that it would not change', (_case, bad) => {
    const once = sanitiseSvg(bad)?.text ?? '';
    expect(once).not.toMatch(HARM);
    const parsed = new DOMParser().parseFromString(once, 'image/svg+xml');
    expect(parsed.documentElement.localName).toBe('svg');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(sanitiseSvg(once)?.text).toBe(once);
  });

  it('writes any text as well-formed XML that it would not change', () => {
    const part = fc.constantFrom(
      ...['<svg>', '<g>', '</g>', '<path d="M0 0"/>', "<rect id='\"'>", '<style>', '</style>'],
      ...['<text>', '</text>', '<![CDATA[', ']]>', '<!--', '-->', '&amp;', '&#x3c;', '&', '<', '"'],
      ...[
        '<a href="#a">',
        '</a>',
        '<script>',
        '</script>',
        '</svg>',
        '<s:g x:y="1">',
        '\u0000',
        'a',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const once = sanitiseSvg(`<svg><g/>${parts.join('')}`);
        if (once === null) return;
        const parsed = new DOMParser().parseFromString(once.text, 'image/svg+xml');
        expect(parsed.documentElement.localName).toBe('svg');
        expect(once.text).not.toMatch(/script/);
        expect(sanitiseSvg(once.text)?.text).toBe(once.text);
      }),
    );
  });
});
