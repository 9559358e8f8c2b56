import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DEFAULT_RETENTION } from '../../src/domain/retention';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import {
  articleRequests,
  highlightRepository,
  storageHealth,
  wantedPages,
} from '../../src/library';
import { createDecisions } from '../../src/sync';
import { page, value } from '../library/library';
import { bundleOf, restoreOn } from './model/old-library';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const URL = 'https://example.org/ice';
const HTML = '<p>The harbour froze in January, and the boats stayed.</p>';

let world: World;
let one: Device;
let other: Device;
/** Handles the requests of the first device. */
let handle: (request: Request, fetch: Fetch) => Promise<Response>;
beforeEach(async () => {
  handle = (request, fetch) => fetch(request);
  world = await startWorld();
  const through =
    (fetch: Fetch): Fetch =>
    (input, init) =>
      handle(new Request(input, init), fetch);
  [one, other] = [await world.device({ through }), await world.device()];
});
afterEach(() => world.end());

/** Syncs the devices in turn until each has what the others sent. */
async function settle(...devices: Device[]) {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of devices) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(MINUTE_MS);
    }
  }
}
const save = async ({ library }: Device) =>
  value(await library.bookmarks.save(page({ url: URL, title: 'Ice', html: HTML }))).bookmark.id;
const idOn = async (device: Device) => (await device.find(URL))?.id as BookmarkId;
const withoutArticles = async (device: Device) =>
  expect(await device.sync().round({ articles: 'none' })).toMatchObject({ kind: 'done' });

describe('a page that is restored from the trash after its deletion was sent', () => {
  const deleteAndRestore = async (id: BookmarkId) => {
    value(await one.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await withoutArticles(one);
    expect(await world.bookmarks()).toEqual([]);
    value(await one.library.bookmarks.restore([id]));
    const article = await one.library.articles.get(id);
    expect(article?.html).toContain('The harbour froze');
  };

  it('has its article if a rule had left it to the server', async () => {
    const id = await save(one);
    value(await one.library.bookmarks.edit(id, { isArchived: true }));
    await settle(one);
    world.advance(31 * DAY_MS);
    value(await one.library.sync.confirmTime(world.now()));
    value(await one.library.part(storageHealth).apply({ ...DEFAULT_RETENTION, archiveDays: 30 }));
    expect(await one.library.articles.get(id)).toBeNull();
    await deleteAndRestore(id);
  });

  it('has its article if this device had not fetched it', async () => {
    await save(other);
    await settle(other);
    await withoutArticles(one);
    await deleteAndRestore(await idOn(one));
  });

  it('has the values of the device that restored it, on all devices', async () => {
    const id = await save(one);
    const before = { addLabels: ['x'], note: 'Old', isFavourite: true, isArchived: true };
    value(await one.library.bookmarks.edit(id, before));
    await settle(one, other);
    value(await one.library.bookmarks.trash([id]));
    await settle(one, other);
    value(await one.library.bookmarks.restore([id]));
    const after = { note: 'New', isFavourite: false, isArchived: false };
    value(await one.library.bookmarks.edit(id, { removeLabels: ['x'], ...after }));
    await settle(one, other);
    for (const device of [one, other])
      expect(await device.find(URL)).toMatchObject({ labels: [], ...after });
  });
});

it('a page whose article the server cannot send waits with its deletion, and delays nothing else', async () => {
  await save(other);
  await settle(other);
  await withoutArticles(one);
  const id = await idOn(one);
  value(await one.library.bookmarks.trash([id]));
  const url = 'https://example.org/other';
  value(await one.library.bookmarks.save(page({ url, html: HTML })));
  world.advance(MINUTE_MS);
  handle = async (request, fetch) => {
    const isAboutArticles = (await request.clone().text()).includes('with_html');
    return isAboutArticles ? new Response(null, { status: 500 }) : fetch(request);
  };
  await withoutArticles(one);
  expect((await world.bookmarks()).map((there) => there.url).toSorted()).toEqual([URL, url]);
  // Nothing was attempted, so the restored page keeps its bookmark of the server.
  value(await one.library.bookmarks.restore([id]));
  expect(await one.tables.outbox.count()).toBe(0);
  value(await one.library.bookmarks.trash([id]));
  world.advance(MINUTE_MS);
  await withoutArticles(one);
  value(await one.library.bookmarks.purge([id]));
  await withoutArticles(one);
  expect((await world.bookmarks()).map((there) => there.url)).toEqual([url]);
});

describe('a page that is deleted for good', () => {
  it('stays deleted when the server has an edit of this device whose answer was lost', async () => {
    const id = await save(one);
    await settle(one, other);
    value(await one.library.bookmarks.edit(id, { note: 'Mine', addLabels: ['x'] }));
    handle = async (request, fetch) => {
      const answer = await fetch(request);
      return request.method === 'PATCH' ? Promise.reject(new TypeError('fetch failed')) : answer;
    };
    expect(await one.round()).toMatchObject({ kind: 'stopped' });
    handle = (request, fetch) => fetch(request);
    value(await one.library.bookmarks.trash([id]));
    value(await one.library.bookmarks.purge([id]));
    world.advance(MINUTE_MS);
    await settle(one, other);
    expect(await world.bookmarks()).toEqual([]);
    expect((await other.find(URL))?.trashedAt).not.toBeNull();
  });

  it('has nothing of before when it is saved again', async () => {
    const id = await save(one);
    value(await one.library.bookmarks.edit(id, { addLabels: ['x'], note: 'Private' }));
    await settle(one, other);
    value(await one.library.bookmarks.trash([id]));
    value(await one.library.bookmarks.purge([id]));
    await settle(one, other);
    await save(one);
    await settle(one, other);
    for (const device of [one, other])
      expect(await device.find(URL)).toMatchObject({ labels: [], note: '', trashedAt: null });
    const journal = await other.tables.journal.toArray();
    expect(journal.map(({ kind }) => kind)).not.toContain('joined');
    const received = journal.filter(({ kind }) => kind === 'received').at(-1);
    expect(received?.changes).toContainEqual({ field: 'labels', ours: ['x'], theirs: [] });
    if (received === undefined) return expect.unreachable();
    value(await createDecisions(other.library).takeBack(received));
    expect(await other.find(URL)).toMatchObject({ labels: ['x'], note: 'Private' });
  });

  it('comes back when another device has edited it before the deletion was sent', async () => {
    const id = await save(one);
    await settle(one, other);
    value(await other.library.bookmarks.edit(await idOn(other), { note: 'A long note' }));
    await settle(other);
    value(await one.library.bookmarks.trash([id]));
    value(await one.library.bookmarks.purge([id]));
    world.advance(MINUTE_MS);
    await settle(one, other);
    for (const device of [one, other])
      expect(await device.find(URL)).toMatchObject({ note: 'A long note', trashedAt: null });
    const article = await one.library.articles.get(await idOn(one));
    expect(article?.html).toContain('The harbour froze');
  });
});

it('a page whose article is on the server is not one without text', async () => {
  await save(other);
  await settle(other);
  const requests = one.library.part(articleRequests);
  await withoutArticles(one);
  const id = await idOn(one);
  expect(await requests.withoutText()).toEqual([]);
  // A job that began before the server had the article leaves it, too.
  value(await requests.start([id], { isSignedIn: false, isAsked: false, isBorrowed: false }));
  expect(await one.library.part(wantedPages).next(new Set())).toBeNull();
});

describe('a page that one device deletes', () => {
  const highlight = async ({ library }: Device, bookmarkId: BookmarkId) =>
    value(
      await library.part(highlightRepository).add({
        quote: {
          exact: 'harbour froze in January',
          prefix: 'The ',
          suffix: ', and the boats stayed.',
        },
        color: 'red',
        position: null,
        bookmarkId,
        note: 'mine',
      }),
    );
  const areAllShown = async () => {
    for (const device of [one, other]) {
      expect((await device.find(URL))?.trashedAt).toBeNull();
      expect(await device.tables.highlights.toArray()).toMatchObject([{ note: 'mine' }]);
    }
    expect(await world.bookmarks()).toHaveLength(1);
  };

  it('is kept for a highlight of another device that was not sent yet', async () => {
    const id = await save(one);
    await settle(one, other);
    await highlight(other, await idOn(other));
    value(await one.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await settle(one);
    expect(await world.bookmarks()).toEqual([]);
    await settle(other, one);
    await areAllShown();
  });

  it('is kept for a highlight of another device that comes before the deletion is sent', async () => {
    const id = await save(one);
    await settle(one, other);
    await highlight(other, await idOn(other));
    await settle(other);
    value(await one.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await settle(one, other);
    await areAllShown();
  });

  it('is deleted with the highlights that the device has', async () => {
    const id = await save(one);
    await highlight(one, id);
    await settle(one, other);
    value(await one.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await settle(one, other);
    expect(await world.bookmarks()).toEqual([]);
    expect((await other.find(URL))?.trashedAt).not.toBeNull();
  });
});

describe('a page that is saved, labelled and deleted here before it was sent', () => {
  beforeEach(async () => {
    const id = await save(one);
    value(await one.library.bookmarks.edit(id, { addLabels: ['mine'], note: 'Mine' }));
    value(await one.library.bookmarks.trash([id]));
  });

  it('is back with its label and note when another device saves it meanwhile', async () => {
    const id = await save(other);
    value(await other.library.bookmarks.edit(id, { addLabels: ['theirs'] }));
    await settle(other, one);
    const labels = expect.toSatisfy((all) => all.toSorted().join() === 'mine,theirs');
    const both = { labels, note: 'Mine', trashedAt: null };
    for (const device of [one, other]) expect(await device.find(URL)).toMatchObject(both);
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('is saved anew by another device when its delete is over', async () => {
    world.advance(MINUTE_MS);
    await settle(one);
    await save(other);
    await settle(other, one);
    const anew = { labels: [], note: '', trashedAt: null };
    for (const device of [one, other]) expect(await device.find(URL)).toMatchObject(anew);
  });
});

describe('a page that was deleted, saved again from a bundle, and changed elsewhere meanwhile', () => {
  const edit = async (device: Device) =>
    void value(await device.library.bookmarks.edit(await idOn(device), { isFavourite: true }));
  const highlight = async (device: Device) => {
    const quote = { exact: 'froze in January', prefix: 'harbour ', suffix: ', and' };
    const fields = { bookmarkId: await idOn(device), quote, color: 'red', position: null } as const;
    value(await device.library.part(highlightRepository).add(fields));
  };
  /** Syncs before the delete is due. */
  const withoutDelete = async (device: Device) => {
    const done = await device.round();
    await world.work();
    return done;
  };
  const highlightsOn = async (device: Device) => {
    const all = await device.library.part(highlightRepository).ofBookmark(await idOn(device));
    return all.map(({ quote }) => quote.exact);
  };

  it.each([
    ['edited', 'before', edit],
    ['edited', 'after', edit],
    ['highlighted', 'before', highlight],
    ['highlighted', 'after', highlight],
  ])('is there once, %s, if it changed %s the save was sent', async (what, when, change) => {
    await save(one);
    await settle(one, other);
    // Saves within thirty days are one anyway.
    world.advance(31 * DAY_MS);
    value(await one.library.bookmarks.trash([await idOn(one)]));
    await restoreOn(one, await bundleOf(other));
    if (when === 'after') expect(await one.round()).toMatchObject({ kind: 'done' });
    await change(other);
    expect(await other.round()).toMatchObject({ kind: 'done' });
    await settle(one, other);
    expect(await world.bookmarks()).toHaveLength(1);
    for (const device of [one, other]) {
      const rows = await device.tables.bookmarks.toArray();
      expect(rows.filter(({ trashedAt }) => trashedAt === null)).toHaveLength(1);
      expect(await device.tables.outbox.toArray()).toEqual([]);
      expect((await device.find(URL))?.isFavourite).toBe(what === 'edited');
      expect(await highlightsOn(device)).toEqual(what === 'edited' ? [] : ['froze in January']);
      expect((await device.library.articles.get(await idOn(device)))?.html).toContain('froze');
    }
  });

  it('has no highlight that was deleted since, and no note from before its edit', async () => {
    await save(one);
    await settle(one, other);
    world.advance(31 * DAY_MS);
    value(await one.library.bookmarks.trash([await idOn(one)]));
    await restoreOn(one, await bundleOf(other));
    expect(await withoutDelete(one)).toMatchObject({ kind: 'done' });
    const again = one.library.part(highlightRepository);
    const bookmarkId = await idOn(one);
    const add = async (exact: string, note: string) => {
      const quote = { exact, prefix: '', suffix: '' };
      return value(await again.add({ bookmarkId, quote, color: 'red', position: null, note })).id;
    };
    const [gone, edited] = [await add('The harbour', ''), await add('the boats', 'Old')];
    expect(await withoutDelete(one)).toMatchObject({ kind: 'done' });
    value(await again.delete([gone]));
    value(await again.edit(edited, { note: 'New' }));
    await edit(other);
    expect(await other.round()).toMatchObject({ kind: 'done' });
    await settle(one, other);
    expect(await world.bookmarks()).toHaveLength(1);
    for (const device of [one, other]) {
      const all = await device.library.part(highlightRepository).ofBookmark(await idOn(device));
      expect(all.map(({ quote, note }) => [quote.exact, note])).toEqual([['the boats', 'New']]);
    }
  });

  it('is there beside one that another program made months before', async () => {
    await save(one);
    await settle(one, other);
    world.advance(60 * DAY_MS);
    value(await world.client.bookmarks.create({ url: URL, title: 'Mine too', labels: [] }));
    await settle(one, other);
    world.advance(60 * DAY_MS);
    const [first] = (await one.tables.bookmarks.toArray()).filter(({ title }) => title === 'Ice');
    const there = (await other.tables.bookmarks.toArray()).find(({ title }) => title === 'Ice');
    value(await one.library.bookmarks.trash([first!.id]));
    value(await other.library.bookmarks.edit(there!.id, { isFavourite: true }));
    expect(await other.round()).toMatchObject({ kind: 'done' });
    await settle(one, other);
    const left = await world.bookmarks();
    expect(left.map(({ title }) => title).sort()).toEqual(['Ice', 'Mine too']);
  });
});
