import { describe, expect, it } from 'vitest';
import { chooseArticle } from '../../../src/capture/extract/choose';
import { captured, documentOf } from '../../support/article-pages';
import { readMarkedPage } from '../../support/marked-pages';

/** A sentence of about 100 letters that no other number has. */
const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was still dry.`;
const told = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `<p>${say(from + at)}</p>`).join('');

describe('the article of a page', () => {
  it('is not that of another article of an endless page', () => {
    const page = readMarkedPage('es-endless-scroll');
    expect(captured(documentOf(page.html)).text).not.toContain('barbería');
  });

  it('is the given text although a longer one is beside it', () => {
    const data = JSON.stringify({
      '@type': 'Article',
      headline: 'The rock',
      articleBody: [0, 1, 2, 3, 4, 5].map(say).join(' '),
    });
    const { text } = captured(
      documentOf(`<title>The rock</title><script type="application/ld+json">${data}</script><body>
        <main>${told(0, 6)}</main><div class="y"><section>${told(100, 125)}</section></div>`),
    );
    expect(text).toContain(say(3));
    expect(text).not.toContain(say(110));
  });

  it.each(['cs-unlikely-names', 'en-consent-overlay', 'fr-body-in-parts', 'sv-long-comments'])(
    'of %s has a structure for the rules of its site, although it is of another copy',
    (name) => {
      const document = documentOf(readMarkedPage(name).html);
      expect(captured(document, { siteRules: [] }).capture.structure).toBeTruthy();
    },
  );
});

describe('another candidate', () => {
  const IMAGE = '<img src="/rock.jpg">';
  const page = {
    url: 'https://rock.example/log',
    title: 'The rock',
    siteName: '',
    authors: [],
    canonicalUrl: null,
    published: null,
    articleText: '',
  };
  const copy = () =>
    documentOf(`<body><aside>${IMAGE}</aside><main><h1>The rock</h1>${told(0, 20)}</main></body>`);

  it.each([
    ['is taken if it is a third better', 12, '', 20],
    ['is not taken if it is a third better and has fewer images', 12, IMAGE, 12],
    ['is taken if it is much better, with fewer images', 6, IMAGE, 20],
    ['is not taken if it is a little better', 17, '', 17],
  ])('%s', (_what, count, image, chosen) => {
    const first = documentOf(`<div>${told(0, count)}${image}</div>`).querySelector('div')!;
    const best = chooseArticle(first, page, copy);
    expect(best.querySelectorAll('p')).toHaveLength(chosen);
  });
});
