import { describe, expect, it } from 'vitest';
import { pageWith } from '../../support/article-pages';
import { inBrowser, onServer } from '../kinds/both-doms';

const MATH = '<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>';
const rendered = `<span class="MathJax_Preview"></span><span class="MathJax" data-mathml="${MATH.replaceAll('<', '&lt;')}"><nobr aria-hidden="true"><span class="math">ab</span></nobr></span>`;

const formulasOf = (html: string, options = {}) => {
  const page = pageWith(`<p>The rate is ${html} of all.</p>`).documentElement.outerHTML;
  return [inBrowser(page, options), onServer(page, options)].map(({ article }) => article);
};

describe('repairMath', () => {
  it.each([
    ['MathJax 2', `${rendered}<script type="math/tex">\\frac ab</script>`],
    [
      'MathJax 2 in a line of its own',
      `<span class="MathJax_Display">${rendered}</span><script type="math/tex; mode=display">\\frac ab</script>`,
    ],
    ['an attribute', `<mjx-container data-latex="\\frac ab">${MATH}</mjx-container>`],
  ])('keeps the formula with the TeX of %s', (_, html) => {
    for (const article of formulasOf(html)) {
      const formulas = [...article.querySelectorAll('math')];
      expect(formulas.map((math) => math.getAttribute('alttext'))).toEqual(['\\frac ab']);
      expect(formulas[0]?.querySelector('mfrac')).not.toBeNull();
      expect(article.querySelector('code')).toBeNull();
    }
  });

  it('keeps the TeX of a formula that nothing has rendered, also beyond the limits', () => {
    const deep = `${'<b>'.repeat(9)}x${'</b>'.repeat(9)}`;
    const html = `<script type="math/tex">\\frac ab</script> ${deep}`;
    const limits = { elements: 1e4, textLength: 1e6, depth: 6, nestedText: 1e9 };
    for (const options of [{}, { limits }]) {
      for (const article of formulasOf(html, options)) {
        expect(article.querySelector('code[data-language="tex"]')?.textContent).toBe('\\frac ab');
      }
    }
  });
});
