import { afterEach, describe, expect, it, vi } from 'vitest';
import { captured, pageWith } from '../../support/article-pages';

/** The code under test does not decode the image. */
const PNG = `data:image/png;base64,${'iVBORw0KGgo'.repeat(50)}`;

afterEach(() => vi.restoreAllMocks());

const toDataUrl = () => vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL');
const CHART = '<canvas width="640" height="360" aria-label="Growth of a fern">A chart</canvas>';

describe('canvases inside the article', () => {
  it('replaces a canvas by the image that it shows', () => {
    const drawn = toDataUrl().mockReturnValue(PNG);
    const { article } = captured(pageWith(CHART));
    const image = article.querySelector('img');
    expect(image?.getAttribute('src')).toBe(PNG);
    expect(image?.getAttribute('alt')).toBe('Growth of a fern');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['640', '360']);
    expect(drawn).toHaveBeenCalledOnce();
  });

  it('leaves out a canvas that the page itself may not read', () => {
    toDataUrl().mockImplementation(() => {
      throw new DOMException('Tainted', 'SecurityError');
    });
    const { article, text } = captured(pageWith(`${CHART}<p>After the chart.</p>`));
    expect(article.querySelector('img')).toBeNull();
    expect(text).toContain('After the chart.');
  });

  it('leaves out a canvas whose image would be too large', () => {
    toDataUrl().mockReturnValue(`data:image/png;base64,${'A'.repeat(3_000_001)}`);
    expect(captured(pageWith(CHART)).article.querySelector('img')).toBeNull();
  });
});

describe('canvases outside the article', () => {
  it('does not draw a canvas outside the article', () => {
    const drawn = toDataUrl().mockReturnValue(PNG);
    const document = pageWith('<canvas width="20" height="20"></canvas>');
    document.body.insertAdjacentHTML('beforeend', `<nav>${CHART}</nav>`);
    captured(document);
    expect(drawn).not.toHaveBeenCalled();
  });

  it('ignores a canvas mark that the page wrote itself', () => {
    const drawn = toDataUrl().mockReturnValue(PNG);
    const { article } = captured(
      pageWith('<img src="/a.png" data-leafmark-canvas="0"><p data-leafmark-landmark="0">x</p>'),
    );
    expect(article.querySelector('img')?.getAttribute('src')).not.toContain('data:');
    expect(drawn).not.toHaveBeenCalled();
  });
});
