import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { highlightRepository } from '../../src/library';
import { createDecisions } from '../../src/sync';
import { address, capture, page, queuedIntents, value } from '../library/library';
import { goOn, importsOf, link, netscape, started } from '../transfer/import-jobs';
import { ARTICLE, quoteOfText } from './model/article';
import { bundleOf, restoreOn } from './model/old-library';
import { asReadeck } from './support/annotated-server';
import { type Device, startWorld, type World } from './support/world';

let world: World;
let one: Device;
let other: Device;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
});
afterEach(() => world.end());

/** Syncs both devices, past the time in which a deletion can be undone. */
async function settle() {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of [one, other]) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(3 * MINUTE_MS);
    }
  }
}

const save = async ({ library }: Device) =>
  value(await library.bookmarks.save(address({ url: 'https://example.org/1', title: 'Mine' })))
    .bookmark.id;

const shown = async ({ tables }: Device) =>
  (await tables.bookmarks.toArray())
    .flatMap(({ title, trashedAt }) => (trashedAt === null ? title : []))
    .toSorted();
const shownByAll = async () => ({
  one: await shown(one),
  other: await shown(other),
  server: (await world.bookmarks()).map(({ title }) => title).toSorted(),
});
const all = (titles: readonly string[]) => ({ one: titles, other: titles, server: titles });

describe('a bundle that is restored on a device with an account', () => {
  it.each([
    ['after', true],
    ['before', false],
  ])(
    'brings deleted pages and collections back everywhere, %s their deletion was sent',
    async (_, isSent) => {
      const id = await save(one);
      const { id: collection } = value(await one.library.collections.create({ name: 'Later' }));
      await settle();
      const file = await bundleOf(one);
      value(await one.library.bookmarks.trash([id]));
      value(await one.library.collections.delete(collection));
      if (isSent) await settle();
      await restoreOn(one, file);
      await settle();
      expect(await shownByAll()).toEqual(all(['Mine']));
      const names = async ({ tables }: Device) =>
        (await tables.collections.toArray()).map(({ name, deletedAt }) => [name, deletedAt]);
      expect(await names(one)).toEqual([['Later', null]]);
      expect(await names(other)).toEqual([['Later', null]]);
    },
  );

  it('sends no page that a person has kept on one device only, also after another export', async () => {
    const id = await save(one);
    value(await createDecisions(one.library).keepLocalOnly(id));
    let file = await bundleOf(one);
    await restoreOn(other, file);
    file = await bundleOf(other);
    value(await other.library.bookmarks.purge([id]));
    await restoreOn(other, file);
    await settle();
    expect(await shownByAll()).toEqual({ one: ['Mine'], other: ['Mine'], server: [] });
    expect(await queuedIntents(other.tables)).toEqual([]);
  });

  it('brings a page back that was purged, or of which the trash has another one', async () => {
    const id = await save(other);
    const file = await bundleOf(other);
    value(await other.library.bookmarks.trash([id]));
    value(await other.library.bookmarks.purge([id]));
    value(await one.library.bookmarks.trash([await save(one)]));
    await restoreOn(one, file);
    await restoreOn(other, file);
    await settle();
    expect(await shownByAll()).toEqual(all(['Mine']));
  });

  it('gives a page whose bookmark is in the trash to the other bookmark of its address', async () => {
    const id = await save(one);
    value(await one.library.bookmarks.edit(id, { addLabels: ['mine'] }));
    const file = await bundleOf(one);
    const imports = importsOf(one.library);
    const job = await started(imports, { skipsDuplicates: false });
    value(await goOn(imports, job, netscape([link(1)])));
    value(await one.library.bookmarks.trash([id]));
    await restoreOn(one, file);
    await settle();
    expect(await shownByAll()).toEqual(all(['Page 1']));
    expect((await world.bookmarks()).map(({ labels }) => labels)).toEqual([['mine']]);
  });

  it('brings both pages of one address everywhere', async () => {
    await save(other);
    const imports = importsOf(other.library);
    const job = await started(imports, { skipsDuplicates: false });
    value(await goOn(imports, job, netscape([link(1)])));
    const file = await bundleOf(other);
    const ids = (await other.tables.bookmarks.toArray()).map((row) => row.id);
    value(await other.library.bookmarks.trash(ids));
    value(await other.library.bookmarks.purge(ids));
    await restoreOn(one, file);
    await settle();
    expect(await shownByAll()).toEqual(all(['Mine', 'Page 1']));
  });
});

describe('a bundle that is restored after the sign-in in a new browser', () => {
  const URL_1 = 'https://example.org/page';
  const saved = async (device: Device) => {
    const parts = { url: URL_1, title: 'Page', html: ARTICLE };
    return value(await device.library.bookmarks.save(page(parts))).bookmark.id;
  };
  const highlight = async (device: Device, exact: string) => {
    const { id } = (await device.find(URL_1))!;
    const quote = exact === '' ? quoteOfText(0) : { exact, prefix: '', suffix: '' };
    const fields = { bookmarkId: id, quote, color: 'yellow', position: null, note: exact };
    value(await device.library.part(highlightRepository).add(fields));
  };
  const notes = async ({ tables }: Device) =>
    (await tables.highlights.toArray()).map(({ note }) => note).toSorted();

  it('gives what no server has, and what is on the server is not sent again', async () => {
    const id = await saved(one);
    await settle();
    await highlight(one, '');
    await highlight(one, 'words that the server does not have');
    await settle();
    const file = await bundleOf(one);
    const third = await world.device();
    await third.round();
    await third.round();
    expect(await notes(third)).toEqual(['']);
    await restoreOn(third, file);
    expect(await queuedIntents(third.tables)).toEqual([]);
    await third.round();
    expect(await notes(third)).toEqual(['', 'words that the server does not have']);
    expect(await third.tables.bookmarks.get(id)).toBe(undefined);
  });

  it('gives what was not sent before, which then comes to all devices', async () => {
    const id = await saved(one);
    await settle();
    value(await one.library.bookmarks.edit(id, { note: 'unsent', addLabels: ['new'] }));
    await highlight(one, '');
    const file = await bundleOf(one);
    await one.tables.outbox.clear();
    await restoreOn(other, file);
    await restoreOn(other, file);
    one = await world.device();
    await settle();
    for (const device of [one, other]) {
      expect(await device.find(URL_1)).toMatchObject({ note: 'unsent', labels: ['new'] });
      expect(await notes(device)).toEqual(['']);
    }
  });

  it.each([
    ['after the change was synced', true],
    ['before that', false],
  ])('gives an article that a person has changed, however short: %s', async (_, isSynced) => {
    // A server that replaces articles would have the change.
    if (isSynced) one = await world.device({ through: asReadeck });
    const id = await saved(one);
    await settle();
    const html = ARTICLE.slice(0, ARTICLE.lastIndexOf('<p>'));
    value(await one.library.bookmarks.recapture(id, capture({ url: URL_1, title: 'Page', html })));
    if (isSynced) await settle();
    const file = await bundleOf(one);
    const third = await world.device();
    await third.round();
    await third.round();
    const there = (await third.find(URL_1))!.id;
    const texts = async () => ({
      isWhole: (await third.library.articles.get(there))?.html.includes('March'),
      earlier: (await third.tables.revisions.toArray()).length,
    });
    expect(await texts()).toEqual({ isWhole: true, earlier: 0 });
    for (let time = 0; time < 2; time += 1) {
      await restoreOn(third, file);
      await third.round();
      await third.round();
      expect(await texts()).toEqual({ isWhole: false, earlier: 1 });
      expect(await third.tables.shadows.get(there)).toMatchObject({ article: 'local' });
    }
  });

  it('gives the note that a Readeck has no place for', async () => {
    const [first, last] = [
      await world.device({ through: asReadeck }),
      await world.device({ through: asReadeck }),
    ];
    const id = await saved(first);
    for (const device of [first, first, last]) await device.round();
    value(await first.library.bookmarks.edit(id, { note: 'only here' }));
    await restoreOn(last, await bundleOf(first));
    await last.round();
    expect(await last.find(URL_1)).toMatchObject({ note: 'only here' });
  });
});
