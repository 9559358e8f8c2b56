// @module-tag full
// @module-tag firefox
import { describe, expect, it } from 'vitest';
import { emptyStorage, fillStorage, longParagraphs } from '../support/full-storage.ts';
import { serveArticle } from '../support/pages.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import { useWorld } from '../support/world.ts';

// Only in Firefox: with `unlimitedStorage`, Chromium is limited only by the disk.
describe('with a full disk in firefox', () => {
  const world = useWorld('firefox', { storageKiB: 40 * 1024 });

  it('a save keeps the address, says what to do, and loses nothing', async () => {
    const { browser, web } = world;
    const before = serveArticle(web, 'before', { title: 'Kept before' });
    await saveByKey(world, before);
    const kept = await rowOf(world, before);
    await fillStorage(browser);

    const late = serveArticle(web, 'late', { title: 'Too late', middle: longParagraphs() });
    await browser.open(late);
    const popup = await browser.popup();
    await popup.sees('Only the address is kept: there is no room for the article.');
    await popup.sees('Free some space, then capture again.');
    await popup.waitFor('link', 'Too late');
    await popup.waitFor('link', 'Kept before');
    await browser.picture('popup-no-room');
    await browser.closePopup();
    expect(await rowOf(world, late)).toMatchObject({
      content: { kind: 'address', reason: 'quota' },
      textLength: 0,
    });

    await emptyStorage(browser);
    const after = serveArticle(web, 'after', { title: 'Room again' });
    await saveByKey(world, after);
    expect(await rowOf(world, after)).toMatchObject({ content: { kind: 'article' } });
    expect(await rowOf(world, before)).toEqual(kept);
  });
});
