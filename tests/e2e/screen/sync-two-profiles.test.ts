// @module-tag full
// @module-tag chromium
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { serveArticle } from '../support/pages.ts';
import { chooseMore } from '../support/popup.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { signInByToken } from '../support/signing-in.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

/** One of the profiles, with its own proxy to the server. */
interface Device {
  readonly world: World;
  readonly proxy: FaultyProxy;
}

describe.each(BROWSERS)('two profiles with one account in %s', (name) => {
  const worlds = [useWorld(name), useWorld(name)] as const;
  let server: CompanionServer;
  let one: Device;
  let other: Device;
  beforeAll(async () => {
    server = await startCompanion();
    one = { world: worlds[0], proxy: await startFaultyProxy(server) };
    other = { world: worlds[1], proxy: await startFaultyProxy(server) };
  });
  afterAll(async () => {
    await one.proxy.stop();
    await other.proxy.stop();
    await server.stop();
  });

  const url = 'http://journal.example/on-both';
  const both = <T>(act: (device: Device) => Promise<T>) => Promise.all([act(one), act(other)]);

  /** Changes the title, adds a label and marks the page as a favourite, offline. */
  const edit = async ({ world }: Device, title: string, label: string) => {
    const { browser } = world;
    await browser.open(url);
    const popup = await browser.popup();
    await chooseMore(popup, 'Edit details');
    await popup.fill('textbox', 'Title', title);
    await popup.click('button', 'Save');
    await popup.waitFor('link', title);
    await popup.click('button', 'Labels');
    await popup.fill('combobox', 'Add a label', label);
    await popup.press('Return');
    await popup.waitFor('button', `Remove the label ${label}`);
    await popup.click('button', 'Done');
    await popup.click('button', 'Favourite');
    // A popup that closes does not finish its work.
    await until('the edits are stored', async () => (await rowOf(world, url)).isFavourite);
    await browser.closePopup();
  };
  /** Returns the library page after a sync, once it shows that title. */
  const synced = async ({ world: { browser }, proxy }: Device, title: string) => {
    proxy.mend();
    const library = await browser.openOwn('library');
    await library.click('button', 'Sync now');
    await library.waitFor('link', title);
    await library.waitFor('link', 'Synced just now');
    return library;
  };
  /**
   * Returns the texts of the library's rows without the reading time, which each device estimates
   * itself.
   */
  const rowsOf = (library: ScreenPage) =>
    library.evaluate(() =>
      [...document.querySelectorAll('.row :is(.row-words, .row-site, .row-label, .row-state)')].map(
        (part) => part.ariaLabel ?? part.textContent,
      ),
    );

  it('edit the same bookmark offline, then both show the same, and the journal has the other values', async () => {
    const token = await server.newToken();
    await both(async ({ world, proxy }) => {
      serveArticle(world.web, 'on-both', { title: 'On both' });
      await signInByToken(world.browser, proxy.base, token);
    });
    await saveByKey(one.world, url);
    await synced(one, 'On both');
    await synced(other, 'On both');

    await both(async ({ proxy }) => proxy.cut());
    await Promise.all([edit(one, 'Called by one', 'one'), edit(other, 'Called by other', 'other')]);
    await synced(one, 'Called by one');
    const there = await synced(other, 'Called by other');
    const here = await synced(one, 'Called by other');
    const rows = await both(({ world }) => rowOf(world, url));
    for (const { title, labels, isFavourite } of rows) {
      expect([title, labels, isFavourite]).toEqual(['Called by other', ['one', 'other'], true]);
    }
    const shown = ['Called by other', 'Favourite', 'journal.example', 'one', 'other'];
    expect(await rowsOf(here)).toEqual(shown);
    expect(await rowsOf(there)).toEqual(shown);
    await one.world.browser.picture('two-profiles');

    await there.click('link', 'Synced just now');
    await there.sees('Called by other Changed here and on the server; your change was kept');
    await there.sees('Title, not kept: “Called by one”');
    await other.world.browser.picture('two-profiles-journal');
    await there.click('button', 'Undo');
    await there.sees('This was undone.');
    await synced(other, 'Called by one');
    await synced(one, 'Called by one');
  });
});
