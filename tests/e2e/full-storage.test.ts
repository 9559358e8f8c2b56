import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fillStorage, LONG_ARTICLE_BYTES } from './support/full-storage.ts';
import { serveArticle } from './support/pages.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import { useWorld } from './support/world.ts';

// Not in Chromium: with `unlimitedStorage` it knows no bound but the disk's.
describe('with a full disk in firefox', () => {
  const world = useWorld('firefox');

  it('a save that does not fit keeps the address, says what to do, and loses nothing', async () => {
    const { browser, web } = world;
    const before = serveArticle(web, 'before', { title: 'Kept before' });
    await saveByKey(world, before);
    const kept = await rowOf(world, before);
    await fillStorage(browser);

    const middle = `<p>${noise(LONG_ARTICLE_BYTES)}</p>`;
    const long = serveArticle(web, 'long', { title: 'Too long', middle });
    await browser.open(long);
    const popup = await browser.popup();
    await popup.sees('Only the address is kept: there is no room for the article.');
    await popup.sees('Free some space, then capture again.');
    await popup.waitFor('link', 'Too long');
    await popup.waitFor('link', 'Kept before');
    await browser.picture('popup-no-room');
    await browser.closePopup();
    expect(await rowOf(world, long)).toMatchObject({
      content: { kind: 'address', reason: 'quota' },
      textLength: 0,
    });
    expect(await rowOf(world, before)).toEqual(kept);
  });
});

/** Words that nothing packs into fewer bytes. */
const noise = (bytes: number): string =>
  randomBytes(bytes).toString('base64').replaceAll(/.{60}/g, '$& ');
