// @module-tag full
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { serveArticle } from '../support/pages.ts';
import { rowOf } from '../support/saving.ts';
import { useWorld } from '../support/world.ts';

describe.each(BROWSERS)('in a private window in %s', (name) => {
  const world = useWorld(name);

  it('only what is saved by hand is kept, with a notice', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'private', { title: 'Saved in private' });
    await browser.openPrivately(url);
    expect(await browser.badge()).toEqual({ text: '', title: 'Leafmark' });
    const popup = await browser.popup();
    await popup.sees('Saved from a private window because you asked.');
    // In Firefox, pages in a private window have no library. The background has it.
    const hasLibrary = name === 'chromium';
    if (hasLibrary) {
      await popup.waitFor('link', 'Saved in private');
      await popup.waitFor('button', 'Share');
    } else {
      await popup.sees('Your library is in your other windows');
    }
    for (const button of ['Undo', 'Favourite', 'Archive', 'Labels', 'Share']) {
      expect(await popup.has('button', button), button).toBe(hasLibrary);
    }
    await browser.picture('popup-private');
    await browser.restart(); // Moves the focus to an ordinary window.
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  });
});
