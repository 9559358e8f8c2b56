import { describe, expect, it } from 'vitest';
import { sanitiseArticle } from '../../../src/capture';
import { imageUrls } from '../../../src/capture/images/inline-images';
import { captured, pageWith } from '../../support/article-pages';

const png = (bytes: string) => `data:image/png;base64,${bytes.repeat(1000)}`;
const NAME = /^data:image\/png;leafmark=[a-z0-9-]+,$/;

/** Returns the capture of a page and its embedded images. */
function capture(html: string) {
  const inlineImages = new Map<string, string>();
  const { article } = captured(pageWith(html), { inlineImages }).capture;
  return { inlineImages, html: article?.html ?? '', images: article?.images ?? [] };
}

describe('nameInlineImages', () => {
  it('replaces the addresses of embedded images by names without their bytes', () => {
    const { inlineImages, html, images } = capture(`<img src="${png('AAAA')}" width="300">`);
    const [image] = images;
    expect(image?.url).toMatch(NAME);
    expect(inlineImages.get(image?.url ?? '')).toBe(png('AAAA'));
    expect(html).toContain(`src="${image?.url}"`);
    expect(JSON.stringify({ html, images }).length).toBeLessThan(5_000);
  });

  it('gives the same name to the same bytes in every capture, and other names to other bytes', () => {
    const twice = `<img src="${png('AAAA')}"><p>Between.</p><img src="${png('AAAA')}">`;
    const first = capture(`${twice}<img src="${png('BBBB')}">`);
    expect(first.inlineImages.size).toBe(2);
    expect(first.images).toHaveLength(3);
    const again = capture(`<img src="${png('AAAA')}">`);
    expect(first.images[0]?.url).toBe(again.images[0]?.url);
  });

  it('leaves images with web addresses unchanged', () => {
    const { inlineImages, images } = capture('<img src="https://example.org/a.png">');
    expect(images).toMatchObject([{ url: 'https://example.org/a.png' }]);
    expect(inlineImages.size).toBe(0);
  });

  it('names images that only the page can resolve', () => {
    const blob = 'blob:https://garden.example/5f0c';
    const { inlineImages, images } = capture(`<img src="${blob}" width="300">`);
    expect(images).toMatchObject([{ url: expect.stringMatching(NAME), width: 300 }]);
    expect(inlineImages.get(images[0]?.url ?? '')).toBe(blob);
  });

  it.each([
    ['a drawing, which is a document of its own', 'data:image/svg+xml,<svg><path d="M0 0"/></svg>'],
    ['no image', `data:text/html,${'x'.repeat(500)}`],
    ['a name that the page made up', 'data:text/html;leafmark=1-1-1,<b>x</b>'],
  ])('does not name an image when its address is %s', (_what, address) => {
    expect(capture(`<img src='${address}'>`).images).toEqual([]);
  });

  it('keeps the names when the article is sanitised again', () => {
    const { html, images } = capture(`<img src="${png('AAAA')}">`);
    const again = sanitiseArticle(html);
    expect(again.querySelector('img')?.getAttribute('src')).toBe(images[0]?.url);
  });

  it('keeps the original addresses when the caller does not collect embedded images', () => {
    const { capture: whole } = captured(pageWith(`<img src="${png('AAAA')}">`));
    expect(imageUrls(whole)).toContain(png('AAAA'));
  });
});

it('drops only the image when its web address is extremely long', () => {
  const { images } = capture(
    `<img src="https://example.org/a.png?${'x'.repeat(70_000)}"><p>On.</p>`,
  );
  expect(images).toEqual([]);
});
