import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { articleHtml } from '../support/pages.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const PAGES = 'http://journal.example/articles';

/** Saves the page by the key and returns its row with the text of the article in the reader. */
async function saved(world: World, url: string) {
  await saveByKey(world, url);
  const row = await until('every image is kept or has its reason', async () => {
    const current = await rowOf(world, url);
    return current.images.includes('pending') ? null : current;
  });
  const reader = await world.browser.openOwn('library', `#/read/${row.id}`);
  await reader.waitFor('article', /./);
  const text = await reader.evaluate(() =>
    (document.querySelector('article')?.textContent ?? '').replace(/\s+/g, ' '),
  );
  const images = await reader.evaluate(() => document.querySelectorAll('article img').length);
  await reader.close();
  return { row, text, images };
}

describe.each(BROWSERS)('capturing a page in %s', (name) => {
  const world = useWorld(name);

  it('keeps web components in the displayed order', { tags: ['firefox-full'] }, async () => {
    const { row, text } = await saved(world, `${PAGES}/web-components.html`);
    expect(text).toMatch(
      /A page may be built.*The paragraphs of this note.*In a greenhouse.*January\. This last paragraph is in the shadow/,
    );
    expect(text).not.toContain('asks for a slot that is not there');
    expect(row.warnings).toEqual([]);
  });

  it('finds an article in a frame', async () => {
    const { row, text } = await saved(world, `${PAGES}/frame-held.html`);
    expect(text).toMatch(/He went out at dusk.*ask him kindly/);
    expect(row.warnings).toEqual(['frame-used']);
  });

  it('keeps each formula once', { tags: ['firefox-full'] }, async () => {
    const { text } = await saved(world, `${PAGES}/docs-math.html`);
    expect(text).toContain('With the radius r and the angle');
    expect(text).not.toContain('p/Ap/A');
  });

  it('keeps drawings on a canvas', async () => {
    const url = 'http://journal.example/chart';
    const drawing = `<canvas id="c" width="200" height="120"></canvas><script>
      const pen = document.getElementById('c').getContext('2d');
      for (let x = 0; x < 200; x += 1) pen.fillRect(x, 60 + 50 * Math.sin(x / 9), 2, 2);
    </script>`;
    world.web.page(url, articleHtml({ title: 'A chart', middle: drawing }));
    const { row, images } = await saved(world, url);
    expect(row.images).toEqual(['kept']);
    expect(images).toBe(1);
  });

  it('keeps images that a script created, including revoked ones', async () => {
    const url = 'http://journal.example/blobs';
    const middle = `<figure><img alt="Held"></figure>
      <p>Between the two there is a sentence of some length, so that both stay.</p>
      <figure><img alt="Let go"></figure><script>
        const draw = (image, width) => {
          const canvas = Object.assign(document.createElement('canvas'), { width, height: 120 });
          canvas.getContext('2d').fillRect(0, 0, 90, 90);
          const bytes = atob(canvas.toDataURL().split(',')[1]);
          const blob = new Blob([Uint8Array.from(bytes, (char) => char.charCodeAt(0))], { type: 'image/png' });
          image.src = URL.createObjectURL(blob);
        };
        const [held, letGo] = document.images;
        draw(held, 200);
        draw(letGo, 210);
        letGo.onload = () => URL.revokeObjectURL(letGo.src);
      </script>`;
    world.web.page(url, articleHtml({ title: 'Blobs', middle }));
    await saveByKey(world, url);
    const row = await until('both are there', async () => {
      const current = await rowOf(world, url);
      return current.images.includes('pending') ? null : current;
    });
    expect(row.images).toEqual(['kept', 'kept']);
    const reader = await world.browser.openOwn('library', `#/read/${row.id}`);
    await reader.waitFor('article', /./);
    expect(await until('both are drawn', () => reader.evaluate(drawnWidths))).toEqual([200, 210]);
  });

  it('works under the strictest content security policy', async () => {
    const url = 'http://journal.example/strict';
    world.web.page(url, articleHtml({ title: 'Strict' }), {
      'content-security-policy':
        "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox",
    });
    const { text } = await saved(world, url);
    expect(text).toContain('The garden behind the old library');
  });
});

/**
 * Runs in the reader. Returns the natural widths of the article's images, or null while there are
 * none.
 */
async function drawnWidths(): Promise<readonly number[] | null> {
  const images = [...document.querySelectorAll<HTMLImageElement>('article img')];
  for (const image of images) await image.decode();
  return images.length === 0 ? null : images.map(({ naturalWidth }) => naturalWidth);
}
