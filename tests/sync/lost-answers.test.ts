import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { HOUR_MS, SECOND_MS, UNDO_MS } from '../../src/domain/time';
import { address, capture, value } from '../library/library';
import { createNetwork, type Network } from './model/network';
import { type Device, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
let network: Network;
let device: Device;
/** Simulates an older server, which ignores idempotency keys. */
let isOlder: boolean;
/** Runs when the device asks for the bookmark that it may have created, before the server answers. */
let beforeLookup: () => Promise<void>;
/** Runs after the server has deleted a bookmark, before the device has the answer. */
let whileDeleting: () => Promise<void>;
beforeEach(async () => {
  isOlder = false;
  beforeLookup = async () => {};
  whileDeleting = async () => {};
  world = await startWorld();
  network = createNetwork(() => undefined);
  device = await world.device({
    through: (fetch) => {
      const through = network.through(fetch);
      return async (input, init) => {
        const request = new Request(input, init);
        if (isOlder) request.headers.delete('Idempotency-Key');
        if (request.url.includes('range_start')) await beforeLookup();
        const isDelete = request.method === 'DELETE';
        const answer = await through(request);
        if (isDelete) await whileDeleting();
        return answer;
      };
    },
  });
});
afterEach(() => world.end());

/** Saves a page. The server creates it, but its answer is lost. Returns the server's id. */
async function saveUnanswered(addLabels: readonly string[] = []): Promise<string> {
  const saved = await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' }));
  value(await device.library.bookmarks.edit(value(saved).bookmark.id, { addLabels }));
  // The requests are the changes, the collections, the server's features, and the create, which the
  // client sends three times.
  network.plan(['none', 'none', 'none', 'reset', 'reset', 'reset']);
  expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
  world.advance(HOUR_MS);
  const [made] = await world.bookmarks();
  return made!.id;
}

/** Deletes the bookmark on the server and captures the page again on the device. */
async function deleteAndCapture(serverId: string, html: string): Promise<void> {
  value(await world.client.bookmarks.delete(serverId));
  const { id } = (await device.find(URL_A))!;
  value(await device.library.bookmarks.recapture(id, capture({ html, title: 'Ice' })));
}

describe('a page that was created without an answer and then deleted on the server', () => {
  it('is created again with the article that was captured since', async () => {
    await deleteAndCapture(await saveUnanswered(), '<p>Ice.</p>');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.library.sync.attention()).toEqual([]);
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
  });

  it('is created again each time that this happens', async () => {
    await deleteAndCapture(await saveUnanswered(), '<p>Ice.</p>');
    let looks = 0;
    beforeLookup = async () => {
      looks += 1;
      // The next requests ask for the server's features, and create the page with the new article.
      if (looks === 1) network.plan(['none', 'none', 'reset', 'reset', 'reset']);
    };
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    world.advance(HOUR_MS);
    const [again] = await world.bookmarks();
    await deleteAndCapture(again!.id, '<p>More ice.</p>');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.library.sync.attention()).toEqual([]);
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
  });
});

describe('a page that is created late, after the next round has begun', () => {
  it('is found among many that were saved in the same second', async () => {
    isOlder = true;
    const { bookmarks } = world.client;
    const { created } = value(
      await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })),
    ).bookmark;
    network.plan(['none', 'none', 'none', 'late', 'unreachable', 'unreachable']);
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    world.advance(HOUR_MS);
    let looks = 0;
    beforeLookup = async () => {
      looks += 1;
      if (looks > 1) return;
      await network.deliver();
      for (let n = 0; n < 101; n += 1) {
        const at = new Date(created + SECOND_MS - 1).toISOString();
        value(await bookmarks.create({ url: `https://pages.example/${n}`, created: at }));
      }
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(looks).toBe(2);
    const made = (await world.bookmarks()).filter(({ url }) => url === URL_A);
    expect(made).toHaveLength(1);
    expect(await device.find(URL_A)).toMatchObject({ serverId: made[0]!.id });
  });
});

describe('a page that was created on the server without an answer', () => {
  it('is there once', async () => {
    const id = await saveUnanswered();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([{ id }]);
    expect(await device.find(URL_A)).toMatchObject({ serverId: id, trashedAt: null });
  });

  it('loses the label that a person has removed since', async () => {
    const id = await saveUnanswered(['winter']);
    expect(await world.bookmarks()).toMatchObject([{ labels: ['winter'] }]);
    const bookmark = (await device.find(URL_A))!;
    value(await device.library.bookmarks.edit(bookmark.id, { removeLabels: ['winter'] }));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(HOUR_MS);
    }
    expect(await world.bookmarks()).toMatchObject([{ id, labels: [] }]);
    expect(await device.find(URL_A)).toMatchObject({ labels: [] });
  });

  it('is nowhere when a person has deleted it for good', async () => {
    await saveUnanswered();
    const { id } = (await device.find(URL_A))!;
    value(await device.library.bookmarks.trash([id]));
    value(await device.library.bookmarks.purge([id]));
    world.advance(HOUR_MS);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      world.advance(HOUR_MS);
    }
    expect(await world.bookmarks()).toEqual([]);
    const rows = await device.tables.bookmarks.toArray();
    expect(rows.filter(({ trashedAt }) => trashedAt === null)).toEqual([]);
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });

  it('is in the trash when it was deleted on the server meanwhile', async () => {
    value(await world.client.bookmarks.delete(await saveUnanswered()));
    world.advance(HOUR_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toEqual([]);
    expect((await device.find(URL_A))!.trashedAt).not.toBeNull();
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('a page that is created late, after a person has deleted it for good', () => {
  it('is looked up before its create is dropped, and is deleted on the server', async () => {
    isOlder = true;
    const { id } = value(
      await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })),
    ).bookmark;
    network.plan(['none', 'none', 'none', 'late', 'unreachable', 'unreachable']);
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    value(await device.library.bookmarks.trash([id]));
    value(await device.library.bookmarks.purge([id]));
    world.advance(HOUR_MS);
    beforeLookup = () => network.deliver();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await network.deliver();
    expect(await world.bookmarks()).toEqual([]);
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('a page that was created without an answer and deleted before other changes', () => {
  it('is in the trash, although the deletion is not among the latest changes', async () => {
    value(await world.client.bookmarks.delete(await saveUnanswered()));
    world.advance(HOUR_MS);
    value(await world.client.bookmarks.create({ url: 'https://pages.example/b' }));
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect((await device.find(URL_A))!.trashedAt).not.toBeNull();
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('a bookmark that is put back while its delete request is under way', () => {
  /** Saves a bookmark, moves it to the trash and syncs; `restoreBackup` runs during the delete request. */
  async function deleteWhile(restoreBackup: (id: BookmarkId) => Promise<unknown>): Promise<void> {
    const saved = await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' }));
    const { id } = value(saved).bookmark;
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    value(await device.library.bookmarks.trash([id]));
    world.advance(UNDO_MS);
    whileDeleting = async () => {
      whileDeleting = async () => {};
      await restoreBackup(id);
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    world.advance(HOUR_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
  }

  it.each<[string, (id: BookmarkId) => Promise<unknown>]>([
    ['restored', async (id) => value(await device.library.bookmarks.restore([id]))],
    [
      'saved again',
      async () => value(await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' }))),
    ],
  ])('is created on the server again when it is %s', async (_, restoreBackup) => {
    await deleteWhile(restoreBackup);
    const [there, ...others] = await world.bookmarks();
    expect(others).toEqual([]);
    expect(there).toMatchObject({ url: URL_A });
    expect(await device.find(URL_A)).toMatchObject({ serverId: there!.id, trashedAt: null });
    expect(await device.tables.outbox.count()).toBe(0);
  });

  it('has the changes that were made after it was restored', async () => {
    await deleteWhile(async (id) => {
      value(await device.library.bookmarks.restore([id]));
      value(await device.library.bookmarks.edit(id, { title: 'Thaw', addLabels: ['winter'] }));
    });
    await world.work();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([{ title: 'Thaw', labels: ['winter'] }]);
    expect(await device.tables.outbox.count()).toBe(0);
  });
});
