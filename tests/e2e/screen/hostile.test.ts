// @module-tag full
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { HOSTILE_PAGES } from '../support/hostile-pages.ts';
import { articleHtml, keepBusy, serveImage } from '../support/pages.ts';
import { settledImages } from '../support/saved-rows.ts';
import { badgeShows, pressSaveKey, rowOf, SAVE_KEY } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const MAX_REPEATS = 5;
/**
 * Longer than the limit of a capture, so that a capture that waits for the script would succeed too
 * late.
 */
const ENDLESS_MS = 24_000;
/** `npm run soak -- images` has 10,000. */
const IMAGES = Number(process.env.LEAFMARK_IMAGES ?? 2_000);
/** Each of the 300 images is written with an article that refers to all. */
const IMAGES_MS = 180_000;
const ADDRESS = 'http://hostile.example';
/** Lazy images, so that the browser does not have to load all of them. */
const leafTag = (index: number) => `<img loading="lazy" src="/leaf.png?${index}" alt="">`;

/** Waits from the first badge of the save to the last. */
async function saveEnds(world: World): Promise<void> {
  await until('the save begins', async () => (await world.browser.badge()).text !== '');
  await badgeShows(world, '✓');
}

describe.each(BROWSERS)('saving a hostile page in %s', (name) => {
  const world = useWorld(name);

  /**
   * Saves the page as soon as it is parsed and returns its row. The background gives up after 20 s,
   * so a row with an article was captured within that time. On a busy machine, a capture may take
   * longer. Then the page is captured again, as a person would do.
   */
  const saved = async (url: string) => {
    const page = await world.browser.open(url, 'parsed');
    await pressSaveKey(world);
    await saveEnds(world);
    for (let again = 0; again < MAX_REPEATS && (await isTimedOut(url)); again += 1) {
      await world.browser.press(SAVE_KEY);
      await badgeShows(world, '…');
      await saveEnds(world);
    }
    return { page, row: await rowOf(world, url) };
  };
  const isTimedOut = async (url: string) => {
    const { content } = await rowOf(world, url);
    return content.kind === 'address' && content.reason === 'timed-out';
  };

  // Both are cut to the same length, or almost as long, so that each browser captures one of them.
  const longOfOther = { chromium: '12 million', firefox: '9.9 million' }[name];
  const pages = HOSTILE_PAGES.filter(({ is }) => !is.startsWith(longOfOther));
  it.each(pages)('takes a bounded time when the page is $is', async (hostile) => {
    const url = `${ADDRESS}/${encodeURIComponent(hostile.is)}`;
    world.web.page(url, hostile.html, hostile.headers);
    world.web.page(`${ADDRESS}/frame`, '<p>From a frame that is gone.</p>');
    const { page, row } = await saved(url);
    expect(row).toMatchObject({
      title: hostile.title,
      content: { kind: 'article' },
      warnings: hostile.warnings,
    });
    expect(row.words).toBeGreaterThan(300);
    await page.close();
  });

  // The code that limits images is the same in both browsers. Chromium has such a test in
  // `keep-images`.
  if (name === 'firefox') {
    it(`keeps 300 of ${IMAGES} images`, async () => {
      const url = `${ADDRESS}/images`;
      const images = Array.from({ length: IMAGES }, (_, i) => leafTag(i));
      serveImage(world.web, `${ADDRESS}/leaf.png`, [40, 120, 60]);
      world.web.page(url, articleHtml({ title: 'Images', middle: images.join('') }));
      const watcher = await world.browser.openOwn('options');
      const { page } = await saved(url);
      const kept = await settledImages(watcher, url, IMAGES_MS);
      expect(new Set(kept)).toEqual(new Set(['kept', 'too-many']));
      expect(kept.filter((outcome) => outcome === 'kept')).toHaveLength(300);
      await page.close();
    });
  }

  it('makes links with the address of the page when its base is a javascript: address', async () => {
    const url = `${ADDRESS}/based/`;
    world.web.page(
      url,
      articleHtml({
        title: 'Based',
        head: '<base href="javascript:alert(1)//">',
        middle:
          '<p>It goes on in the <a href="next">Next</a> part, and the <a href="javascript:alert(2)">Alert</a> does nothing.</p>',
      }),
    );
    const { page, row } = await saved(url);
    expect(row.title).toBe('Based');
    const reader = await world.browser.openOwn('library', `#/read/${row.id}`);
    await reader.waitFor('link', 'Next');
    const links = await reader.evaluate(() =>
      [...document.querySelectorAll('article a[href]')].map((link) => link.getAttribute('href')),
    );
    expect(links).toEqual([`${url}next`]);
    await reader.close();
    await page.close();
  });

  // The time limit is one of the background, which waits for the script of either browser.
  if (name === 'chromium') {
    it('ends after 20 s when a script is endless, and keeps the address', async () => {
      const { browser, web } = world;
      const url = `${ADDRESS}/endless`;
      web.page(url, articleHtml({ title: 'Endless' }));
      const page = await browser.open(url);
      await keepBusy(web, page, ENDLESS_MS);
      await browser.clickButton();
      await saveEnds(world);
      const popup = await until('the popup is open', () => browser.openPopup());
      await popup.sees('Only the address is kept: the page took too long.');
      await browser.picture('popup-timed-out');
      expect(await rowOf(world, url)).toMatchObject({
        title: 'Endless',
        content: { kind: 'address', reason: 'timed-out' },
      });
      await page.close();
    });
  }
});
