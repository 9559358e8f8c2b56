import { describe, expect, it } from 'vitest';
import { sanitiseSvg } from '../../../src/capture/images/svg-image';
import { svg } from '../../support/images';

const SHAPE = '<circle r="4"/>';
const text = (inner: string, attributes?: string) =>
  new TextDecoder().decode(svg(inner, attributes));

describe('sanitiseSvg', () => {
  it('keeps a drawing, as a file of its own', () => {
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
    ['a foreign object', '<foreignObject><iframe src="https://x.example"/></foreignObject>'],
    ['a link to a script', '<a href="javascript:alert(1)"><rect/></a>'],
    ['an animated handler', '<set attributeName="onmouseover" to="alert(1)"/>'],
  ])('takes out %s', (_case, bad) => {
    const image = sanitiseSvg(text(bad + SHAPE));
    expect(image?.text).toContain('circle');
    expect(image?.text).not.toMatch(/script|onload|foreignObject|iframe|alert/i);
  });

  it.each([
    ['its view box', 'viewBox="0 0 40 30"', 40, 30],
    ['its own size', 'width="80" height="60px" viewBox="0 0 40 30"', 80, 60],
    ['its view box when the size is relative', 'width="100%" viewBox="0,0,40,30"', 40, 30],
    ['what browsers assume', '', 300, 150],
  ])('has the size of %s', (_case, attributes, width, height) => {
    expect(sanitiseSvg(text(SHAPE, attributes))).toMatchObject({ width, height });
  });

  it.each([
    ['nothing drawn', text('')],
    ['nothing but a script', text('<script>alert(1)</script>')],
    ['no drawing', '<p>text</p>'],
    ['a drawing that is not well-formed', text('<g><path></g>')],
    ['a million characters', text(`<path d="${'M0 0'.repeat(300_000)}"/>`)],
  ])('refuses %s', (_case, bad) => {
    expect(sanitiseSvg(bad)).toBeNull();
  });
});
