import { describe, expect, it, vi } from 'vitest';
import { withoutOwnLists } from '../../scripts/vite-dompurify';
import { sanitiseArticle } from '../../src/capture';
import { htmlOf } from '../support/article-html';
import { readProjectFile } from '../support/project';
import { XSS_VECTORS } from '../support/xss-vectors';

const source = () => readProjectFile('node_modules/dompurify/dist/purify.es.mjs');

/** The sanitiser as it is bundled. */
async function bundledSanitiser(): Promise<typeof sanitiseArticle> {
  const url = `data:text/javascript,${encodeURIComponent(withoutOwnLists(source()))}`;
  const bundled = await import(/* @vite-ignore */ url);
  vi.resetModules();
  vi.doMock('dompurify', () => bundled);
  return (await import('../../src/capture')).sanitiseArticle;
}

const RICH = `<h2>Ferns</h2><p lang="en">A <a href="https://garden.example/" title="t">link</a>, an
  <abbr title="x">abbr</abbr>.</p><table><tr><td colspan="2">1</td></tr></table>
  <img src="https://garden.example/a.png" alt="a" width="4" height="5">
  <svg viewBox="0 0 4 4"><path d="M0 0h4v4z" fill="red"/></svg>
  <math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>`;

describe('DOMPurify as it is bundled', () => {
  it('lets the same through as the whole of it', async () => {
    const bundled = await bundledSanitiser();
    expect(htmlOf(sanitiseArticle(RICH))).toContain('<path');
    for (const html of [RICH, ...XSS_VECTORS.map((vector) => vector.html)]) {
      expect(htmlOf(bundled(html))).toBe(htmlOf(sanitiseArticle(html)));
    }
  });

  it('is refused when a list is not there any more', () => {
    expect(() => withoutOwnLists(source().replace('const mathMl =', 'const mathML ='))).toThrow(
      'mathMl',
    );
  });
});
