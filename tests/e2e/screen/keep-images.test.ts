// @module-tag full
import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle, serveImage } from '../support/pages.ts';
import { settledImages } from '../support/saved-rows.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const IMAGE = '<img src="http://closed.example/a.png" width="120" height="120" alt="A far leaf">';

/** The language and the direction of an article are those of its text. */
const ARABIC =
  '<p>بقيت الحديقة خلف المكتبة القديمة مغلقة سنوات طويلة، ولم يعرف أحد في البلدة من يحمل مفتاحها.</p>';

const COUNT = 320;
const addressOf = (at: number) => `http://journal.example/plates/${at}.png`;

describe.each(BROWSERS)('the images of an article in %s', (name) => {
  const world = useWorld(name);

  it('are all kept on request: it asks for the permission, adds them when it is granted, and can be revoked', async () => {
    const { browser, web } = world;
    const url = 'http://journal.example/far-images';
    serveImage(web, 'http://closed.example/a.png', [120, 40, 160], 120);
    serveArticle(web, 'far-images', { title: 'Far images', middle: `<figure>${IMAGE}</figure>` });
    await saveByKey(world, url);
    await until('the image has its reason', async () =>
      (await rowOf(world, url)).images.includes('not-readable'),
    );
    const library = await browser.openOwn('library');
    await library.click('link', 'Far images');
    await library.waitFor('button', 'Keep all images');

    await browser.answer('deny', () => library.click('button', 'Keep all images'));
    await library.sees('You did not allow it, so the images stay links.');
    expect((await rowOf(world, url)).images).toEqual(['not-readable']);

    await browser.answer('allow', () => library.click('button', 'Keep all images'));
    await library.sees('More images kept: 1');
    await library.waitUntilGone('button', 'Keep all images');
    expect((await rowOf(world, url)).images).toEqual(['kept']);
    await browser.picture('images-kept');

    const options = await browser.openOwn('options', '#/images');
    await options.click('button', /^Withdraw/);
    await options.waitFor('button', 'Keep all images');
  });

  // The code that limits images is the same in both browsers. Firefox has such a test in
  // `hostile`.
  if (name === 'chromium') {
    it('are limited: the popup shows how many are missing and why, the article has placeholders', async () => {
      const { browser, web } = world;
      const plates = Array.from({ length: COUNT }, (_, at) => at);
      for (const at of plates) serveImage(web, addressOf(at), [at % 256, at >> 4, 90], 16);
      const images = plates.map(
        (at) => `<p><img src="${addressOf(at)}" width="160" height="90" alt="لوحة ${at}"></p>`,
      );
      const url = serveArticle(web, 'plates', {
        title: 'Plates',
        middle: `${ARABIC.repeat(12)}${images.join('\n')}`,
        attributes: 'lang="ar" dir="rtl"',
      });
      const watcher = await browser.openOwn('options');
      await saveByKey(world, url);
      const outcomes = await settledImages(watcher, url);
      expect(outcomes).toHaveLength(COUNT);
      expect(outcomes.slice(0, 300).filter((outcome) => outcome !== 'kept')).toEqual([]);
      expect(outcomes.slice(300)).toEqual(Array(20).fill('too-many'));

      const popup = await browser.popup();
      await popup.waitFor('button', /saved.*Images not kept: 20$/);
      await browser.picture('images-not-kept-popup');
      await popup.click('button', /Images not kept: 20$/);
      const reason =
        'Images: 20. Not kept: the page has more than Leafmark keeps (300 images, 100 MB).';
      await popup.sees(reason);
      await popup.press('Return');
      await popup.waitUntilGone('button', 'Capture again');
      await popup.press('Return');
      await popup.sees(reason);
      await browser.picture('images-not-kept-report');
      expect(await seriousFindings(popup)).toEqual([]);
      await browser.closePopup();

      await chooseOption(browser, 'Dark', { theme: 'dark' });
      const mark = web.requests.length;
      const library = await browser.openOwn('library');
      await library.click('link', /^Plates/);
      await until('each missing image has a placeholder', async () =>
        library.evaluate(() => document.querySelectorAll('.image-missing a[href]').length === 20),
      );
      await until('each kept image is shown', async () =>
        library.evaluate(() => {
          const kept = [...document.querySelectorAll<HTMLImageElement>('.article img')];
          return kept.length === 300 && kept.every(({ src }) => src.startsWith('blob:'));
        }),
      );
      const shown = await library.evaluate(() => {
        const boxes = [...document.querySelectorAll<HTMLElement>('.image-missing')];
        boxes[0]?.scrollIntoView({ block: 'center' });
        return boxes.map((box) => [
          box.querySelector('.image-missing-alt')?.textContent,
          box.querySelector('a')?.href,
          getComputedStyle(box).direction,
        ]);
      });
      expect(shown).toEqual(plates.slice(300).map((at) => [`لوحة ${at}`, addressOf(at), 'rtl']));
      await browser.picture('images-not-kept-reader');
      expect(await seriousFindings(library)).toEqual([]);
      expect(web.requestsSince(mark)).toEqual([]);
    });
  }
});
