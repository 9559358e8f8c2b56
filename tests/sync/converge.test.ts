import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import { address, loaded, page, value } from '../library/library';
import { picture } from '../server/support/pictures';
import { type Device, seen, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';
const PARAGRAPH = `<p>${'The harbour froze in the second week of January. '.repeat(8)}</p>`;

let world: World;
let one: Device;
let other: Device;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
});
afterEach(() => world.end());

/** Syncs both devices in turn until nothing is left to do. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of [one, other]) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(MINUTE_MS);
    }
  }
}

const save = async (device: Device, url = URL_A, parts = {}) =>
  value(await device.library.bookmarks.save(page({ url, title: 'Ice', html: PARAGRAPH, ...parts })))
    .bookmark;

describe('two devices and a server', () => {
  it('both have a bookmark that was saved on one, with its article', async () => {
    const { id } = await save(one, URL_A, {
      siteName: 'Pages',
      authors: ['Ada'],
      published: '2026-01-09',
    });
    value(await one.library.bookmarks.edit(id, { addLabels: ['ice'], isFavourite: true }));
    await settle();
    const there = await other.find(URL_A);
    expect(seen(there!)).toEqual(seen((await one.find(URL_A))!));
    expect(there).toMatchObject({ title: 'Ice', labels: ['ice'], isFavourite: true });
    expect(there).toMatchObject({
      siteName: 'Pages',
      authors: ['Ada'],
      content: { kind: 'article' },
    });
    const article = await other.library.articles.get(there!.id);
    expect(article?.html).toContain('The harbour froze');
    expect(await world.bookmarks()).toMatchObject([{ title: 'Ice', url: URL_A }]);
  });

  it('both have the images, also those that were embedded in the page', async () => {
    const inline = 'data:image/png;leafmark=1-2-3,';
    const html = `${PARAGRAPH}<img src="${inline}"><img src="https://pages.example/b.png">`;
    const bytes = new Uint8Array(await picture('png', 60, 40));
    const more = new Uint8Array(await picture('png', 40, 60));
    const { id } = await save(one, URL_A, {
      html,
      images: [inline, 'https://pages.example/b.png'],
    });
    const images = [
      { ...loaded(inline, ''), bytes },
      { ...loaded('https://pages.example/b.png', ''), bytes: more },
    ];
    value(await one.library.articles.addImages(id, images));
    await settle();
    const there = (await other.find(URL_A))!;
    const article = (await other.library.articles.get(there.id))!;
    expect(article.html).not.toContain('leafmark=');
    expect(article.images.map(({ hash }) => hash !== null)).toEqual([true, true]);
    for (const { url } of article.images) expect(article.html).toContain(url);
  });

  it.each([
    [
      'a text of 900 words',
      'en',
      'The harbour froze in the second week of January. '.repeat(100),
      4,
    ],
    ['a short one', 'en', 'The harbour froze in the second week of January. ', 1],
    ['one in Japanese', 'ja', '一月の第二週に港が凍りました。'.repeat(100), 6],
  ])(
    'show the same reading time for %s from the first moment on',
    async (_, lang, text, minutes) => {
      await save(one, URL_A, { lang, html: `<p>${text}</p>` });
      const shown = async (device: Device) =>
        (await device.find(URL_A))?.readingTimeMinutes ?? null;
      expect(await shown(one)).toBe(minutes);
      const seenThere = new Set<number | null>();
      for (let turn = 0; turn < 3; turn += 1) {
        for (const device of [one, other]) {
          expect(await device.round()).toMatchObject({ kind: 'done' });
          expect(await shown(one)).toBe(minutes);
          seenThere.add(await shown(other));
          await world.work();
          world.advance(MINUTE_MS);
        }
      }
      // The second device knows no reading time until the server has read the page.
      expect([...seenThere].filter(Boolean)).toEqual([minutes]);
    },
  );

  it('keep the reading time when an article is dropped or arrives', async () => {
    await save(one, URL_A, { html: `<p>${'The harbour froze. '.repeat(300)}</p>` });
    await settle();
    const { id, readingTimeMinutes } = (await other.find(URL_A))!;
    await other.tables.bookmarks.update(id, { readingTimeMinutes: 7 });
    value(await other.library.sync.dropArticles([id]));
    value(await one.library.bookmarks.edit((await one.find(URL_A))!.id, { isFavourite: true }));
    await one.round();
    await other.sync().round({ articles: 'none' });
    expect(await other.find(URL_A)).toMatchObject({ isFavourite: true, readingTimeMinutes: 7 });
    await settle();
    expect(await other.find(URL_A)).toMatchObject({
      content: { kind: 'article' },
      readingTimeMinutes: 7,
    });
    expect(readingTimeMinutes).toBe(4);
  });

  it('show the reading time of the only device that has the longer article', async () => {
    const { id } = await save(one);
    await settle();
    const { capture } = page({ url: URL_A, html: `<p>${'Thaw came late. '.repeat(300)}</p>` });
    const longer = {
      ...capture,
      article: capture.article && { ...capture.article, readingTimeMinutes: 5 },
    };
    value(await one.library.bookmarks.recapture(id, longer));
    await settle();
    value(await other.library.bookmarks.edit((await other.find(URL_A))!.id, { title: 'Thaw' }));
    await settle();
    expect(await one.find(URL_A)).toMatchObject({ title: 'Thaw', readingTimeMinutes: 5 });
  });

  it('show the same reason for a PDF without an article', async () => {
    const url = 'https://pages.example/paper.PDF?v=2';
    value(await one.library.bookmarks.save(address({ url, title: 'Paper', reason: 'pdf' })));
    await settle();
    const content = { kind: 'address', reason: 'pdf' };
    expect(await one.find(url)).toMatchObject({ content });
    expect(await other.find(url)).toMatchObject({ content });
  });

  it('merge edits of different fields', async () => {
    await save(one);
    await settle();
    const [here, there] = [(await one.find(URL_A))!, (await other.find(URL_A))!];
    value(await one.library.bookmarks.edit(here.id, { title: 'Mine', addLabels: ['a'] }));
    value(await other.library.bookmarks.edit(there.id, { isArchived: true, addLabels: ['b'] }));
    await settle();
    for (const device of [one, other]) {
      const bookmark = (await device.find(URL_A))!;
      expect(seen(bookmark)).toMatchObject({ title: 'Mine', labels: ['a', 'b'], isArchived: true });
    }
    expect(await world.bookmarks()).toMatchObject([
      { title: 'Mine', is_archived: true, labels: ['a', 'b'] },
    ]);
  });

  it('keep the edit that is sent last, and the other one in the journal', async () => {
    await save(one);
    await settle();
    const [here, there] = [(await one.find(URL_A))!, (await other.find(URL_A))!];
    value(await one.library.bookmarks.edit(here.id, { title: 'First' }));
    value(await other.library.bookmarks.edit(there.id, { title: 'Second' }));
    await settle();
    expect((await one.find(URL_A))!.title).toBe('Second');
    expect((await other.find(URL_A))!.title).toBe('Second');
    const merged = (await other.library.sync.journal(100)).filter(({ kind }) => kind === 'merged');
    expect(merged).toMatchObject([
      { changes: [{ field: 'title', ours: 'Second', theirs: 'First' }] },
    ]);
  });

  it('move a bookmark to the trash of one device when the other deletes it', async () => {
    const { id } = await save(one);
    await settle();
    value(await one.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await settle();
    expect(await world.bookmarks()).toEqual([]);
    expect((await other.find(URL_A))!.trashedAt).not.toBeNull();
  });

  it('keep a bookmark that one device deletes and the other edits', async () => {
    const { id } = await save(one);
    await settle();
    const there = (await other.find(URL_A))!;
    value(await one.library.bookmarks.trash([id]));
    value(await other.library.bookmarks.edit(there.id, { title: 'Still wanted' }));
    world.advance(HOUR_MS);
    await settle();
    for (const device of [one, other]) {
      expect(seen((await device.find(URL_A))!)).toMatchObject({
        title: 'Still wanted',
        isTrashed: false,
      });
    }
    expect(await world.bookmarks()).toMatchObject([{ title: 'Still wanted' }]);
  });

  it("restore a bookmark from the trash with the server's changes", async () => {
    const { id } = await save(one);
    await one.round();
    // The server reads the page after the device's last round.
    await world.work();
    value(await one.library.bookmarks.trash([id]));
    const [there] = await world.bookmarks();
    value(await world.client.bookmarks.update(there!.id, { add_labels: ['winter'] }));
    await one.round();
    value(await one.library.bookmarks.restore([id]));
    await settle();
    expect(await one.find(URL_A)).toMatchObject({ labels: ['winter'], trashedAt: null });
    expect(await other.find(URL_A)).toMatchObject({ labels: ['winter'] });
  });

  it.each([
    ['before the deletion here is sent', 0],
    ['when the deletion here is due', HOUR_MS],
  ])(
    'do not create a page again that was deleted on the server while it was in the trash, %s',
    async (_, waitMs) => {
      const { id } = await save(one);
      await settle();
      value(await one.library.bookmarks.edit(id, { title: 'Edited', isFavourite: true }));
      value(await one.library.bookmarks.trash([id]));
      const [there] = await world.bookmarks();
      value(await world.client.bookmarks.delete(there!.id));
      world.advance(waitMs);
      await one.round();
      await settle();
      expect(await world.bookmarks()).toEqual([]);
      expect((await one.find(URL_A))!.trashedAt).not.toBeNull();
      expect(await one.tables.outbox.count()).toBe(0);
      expect((await other.find(URL_A))!.trashedAt).not.toBeNull();
    },
  );

  it('join bookmarks of the same address that both devices saved', async () => {
    const [here, there] = [await save(one), await save(other, `${URL_A}#part`)];
    value(await one.library.bookmarks.edit(here.id, { addLabels: ['a'] }));
    value(await other.library.bookmarks.edit(there.id, { addLabels: ['b'], isFavourite: true }));
    await settle();
    expect(await world.bookmarks()).toMatchObject([{ labels: ['a', 'b'], is_marked: true }]);
    for (const device of [one, other]) {
      expect(await device.tables.bookmarks.count()).toBe(1);
      expect((await device.find(URL_A))!.labels.toSorted()).toEqual(['a', 'b']);
    }
  });
});
