import { describe, expect, it } from 'vitest';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { BROWSERS } from './support/launch.ts';
import { badgeShows, rowOf, SAVE_KEY } from './support/saving.ts';
import { useWorld } from './support/world.ts';

/** The background gives up after 10 s; the rest is the browser's own time with such a page. */
const BOUND_MS = 13_000;

describe.each(BROWSERS)('a hostile page in %s', (name) => {
  const world = useWorld(name);

  it.each(HOSTILE_PAGES)('that is $is', async ({ is, html, headers, keeps }) => {
    const { browser, web } = world;
    const url = `http://hostile.example/${encodeURIComponent(is)}`;
    web.page(url, html, headers);
    web.page('http://hostile.example/frame', '<p>From a frame that is gone.</p>');
    const page = await browser.open(url, 'parsed');

    const pressed = Date.now();
    await browser.press(SAVE_KEY);
    await badgeShows(world, '✓');
    expect(Date.now() - pressed).toBeLessThan(BOUND_MS);

    const row = await rowOf(world, url);
    if (keeps === 'article') expect(row).toMatchObject({ content: { kind: 'article' } });
    await page.close();
  });
});
