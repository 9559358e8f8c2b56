import { describe, expect, it } from 'vitest';
import { articleMarkup } from '../../src/formats';
import { elementsIn } from '../support/html-elements';
import { XSS_VECTORS } from '../support/xss-vectors';

const OURS = 'https://leafmark.test/';
const PICTURE = 'https://example.org/a.png';

const markup = (html: string) =>
  articleMarkup(html, { imageAddress: (src) => (src === PICTURE ? `${OURS}a.png` : null) });

/** Markup that runs scripts, loads files, asks for input or changes the page around it. */
const ACTIVE =
  /^(script|iframe|frame|object|embed|form|input|button|select|base|meta|style|link|svg|template|video|audio)$/;

describe('articleMarkup', () => {
  it.each(XSS_VECTORS)('keeps nothing active of $name', ({ html }) => {
    const page = `<body><main>${markup(`<p>before</p>${html}<p>after</p>`)}</main><hr></body>`;
    const elements = elementsIn(page, 'main');
    expect(elements[0]).toMatchObject({ tag: 'p', text: 'before' });
    expect(elements.filter(({ tag }) => ACTIVE.test(tag))).toEqual([]);
    for (const { attributes } of elements) {
      const names = Object.keys(attributes);
      expect(names.filter((name) => /^on|^style$|^srcdoc$/.test(name))).toEqual([]);
      expect(attributes.href ?? '#').toMatch(/^(#|https?:|mailto:)/);
      expect(attributes.src ?? OURS).toMatch(new RegExp(`^${OURS}`));
    }
    // The content after the article is still outside of it.
    expect(elementsIn(page, 'body').at(-1)?.tag).toBe('hr');
  });

  it('shows available images and replaces others by links', () => {
    expect(markup(`<p><img src="${PICTURE}" alt="A"><img src="https://x.test/" alt="B"></p>`)).toBe(
      `<p><img src="${OURS}a.png" alt="A"/><small><a href="https://x.test/">B</a></small></p>`,
    );
  });

  it('has as many paragraphs as the article', () => {
    const article = '<p>a</p>'.repeat(130_000);
    expect(markup(article) === article).toBe(true);
  });
});
