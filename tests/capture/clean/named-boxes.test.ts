import { describe, expect, it } from 'vitest';
import { inBrowser, onServer, pageOf } from '../kinds/both-doms';

const line = (topic: string) =>
  `<p>The ferry of the ${topic} leaves at nine, and it comes back before the bell of the chapel rings for supper. In winter it stays at the quay, because the ice would break its planks.</p>`;
const TEXT = ['mill', 'island', 'harbour', 'school', 'village', 'market'].map(line);
const [FIRST, LAST] = [TEXT.slice(0, 3).join(''), TEXT.slice(3).join('')];
const articleOf = (middle: string, first = '') =>
  pageOf(`<main><article><h1>The ferry</h1>${first}${FIRST}${middle}${LAST}</article></main>`);

describe.each([
  ['in the browser', inBrowser],
  ['on the server', onServer],
])('an article with small boxes, captured %s', (_, captured) => {
  it.each([
    [
      'a sign',
      '<div class="heading-wrapper"><h2 id="one">Part One</h2><a class="anchor" href="#one">#</a></div>',
    ],
    ['a word', '<div class="head"><h3 id="one">Part One</h3><a href="#one">Copy link</a></div>'],
    [
      'an icon',
      '<div class="markdown-heading"><h2>Part One</h2><a class="anchor" aria-label="Permalink" href="#one"><svg></svg></a></div>',
    ],
    [
      'itself',
      '<div class="panel-heading"><h4><a data-toggle="collapse" href="#one">Part One</a></h4></div>',
    ],
  ])('has a heading in a box of its own whose link within the page is %s', (_what, html) => {
    expect(captured(articleOf(html)).article.innerHTML).toMatch(
      /<h[2-4][^>]*>(?:<a[^>]*>)?Part One/,
    );
    expect(captured(articleOf('', html)).article.innerHTML).toMatch(
      /<h[2-4][^>]*>(?:<a[^>]*>)?Part One/,
    );
  });

  it('has what the link beside a heading opens or shows', () => {
    const answer = '<p>The quay has nine metres of water at any time of the day.</p>';
    const control = '<a role="button" aria-controls="c1" href="#c1">Show</a>';
    const folded = `<div class="head"><h3>Is the quay deep?</h3>${control}</div><div id="c1" hidden>${answer}</div>`;
    expect(captured(articleOf(folded)).text).toMatch(/Is the quay deep\?.*nine metres/);
    const picture =
      '<div><h2>The quay</h2><a href="#view-1"><img src="/quay.jpg" width="800" height="500"></a></div>';
    expect(captured(articleOf(picture)).article.querySelector('img')).not.toBeNull();
  });

  it('has every question and answer of a Bootstrap accordion', () => {
    const panel = (n: number) =>
      `<div class="panel"><div class="panel-heading"><h4 class="panel-title"><a data-toggle="collapse" href="#c${n}">Is quay ${n} deep?</a></h4></div><div id="c${n}" class="panel-collapse collapse"><div class="panel-body">Quay ${n} has nine metres of water at any time of the day.</div></div></div>`;
    const { text } = captured(articleOf([1, 2, 3].map(panel).join('')));
    expect(text).toMatch(
      /Is quay 1 deep\?.*Quay 1 has.*Is quay 2 deep\?.*Quay 2 has.*quay 3 deep/s,
    );
  });

  it.each([
    ['Back to top', '<div><a href="#top">Back to top</a></div>'],
    ['Skip to content', '<p><a href="#content">Skip to content</a></p>'],
    ['Go to the top', '<div><h5><a href="#top">Go to the top</a></h5></div>'],
  ])('has no line %s', (words, html) => {
    expect(captured(articleOf(html)).text).not.toContain(words);
  });

  const RECIPE = (links: string) =>
    `<div class="x"><h2>Almond leaves</h2>${links}<h3>Ingredients</h3><ul><li>300 g flour</li><li>2 eggs</li></ul><h3>Instructions</h3><ol><li>Knead it well.</li><li>Bake it long.</li></ol></div>`;
  const PIN = '<a href="https://www.pinterest.com/pin/create/button/">Pin Recipe</a>';
  it.each([
    ['a pin', PIN],
    ['two services', `${PIN} <a href="https://www.facebook.com/sharer/sharer.php?u=1">Share</a>`],
  ])('has a short recipe whose links are %s', (_what, links) => {
    const { text } = captured(articleOf(RECIPE(links)));
    expect(text).toMatch(/Ingredients.*300 g flour.*2 eggs.*Knead it well\..*Bake it long\./s);
  });

  it('has no bar that shares the page, with or without a label', () => {
    const bar = (label: string) =>
      `<div class="x">${label}${PIN} <a href="https://www.facebook.com/sharer/sharer.php?u=1">Share</a> <a href="https://x.com/intent/post?url=1">Post</a></div>`;
    const labels = [
      '',
      '<span>Share this article:</span> ',
      '<h4>Share the recipe</h4>',
      '<span>If you have enjoyed this article, share it with all of your friends</span> ',
    ];
    for (const label of labels) {
      expect(captured(articleOf(bar(label))).text, label).not.toContain('Pin Recipe');
    }
  });
});
