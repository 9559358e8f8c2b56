import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { createDecisions } from '../../src/sync';
import { address, page, value } from '../library/library';
import { temporaryFolder } from '../support/temporary-folder';
import { type Device, startWorld, type World } from './support/world';

let world: World;
let one: Device;
let other: Device;
let folder: string;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
  folder = temporaryFolder('leafmark-sync');
});
afterEach(async () => {
  await world.end();
  rmSync(folder, { recursive: true, force: true });
});

const save = async (device: Device, name: string) =>
  value(
    await device.library.bookmarks.save(
      address({ url: `https://pages.example/${name}`, title: name }),
    ),
  ).bookmark.id;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of [one, other]) {
      await device.round();
      await world.work();
      world.advance(MINUTE_MS);
    }
  }
}

/** The titles of the bookmarks that are not in the trash. */
async function titles(device: Device): Promise<readonly string[]> {
  const rows = await device.tables.bookmarks
    .filter(({ trashedAt }) => trashedAt === null)
    .toArray();
  return rows.map(({ title }) => title).sort();
}
const articlesThere = async () => (await world.bookmarks()).map(({ has_article }) => has_article);
const titlesThere = async () => (await world.bookmarks()).map(({ title }) => title).sort();

/**
 * Restores a backup of yesterday, which lacks the second bookmark and has the first with its old
 * title.
 */
async function restoreYesterday(others: readonly string[] = []): Promise<void> {
  const id = await save(one, 'first');
  await settle();
  const file = join(folder, 'backup');
  await world.t.storage.backup(file);
  world.advance(DAY_MS);
  await save(one, 'second');
  value(await one.library.bookmarks.edit(id, { title: 'first again' }));
  await settle();
  expect(await titlesThere()).toEqual(['first again', 'second', ...others]);
  expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
}

describe('a server that was restored from a backup of yesterday', () => {
  it('stops sync and changes nothing on the device', async () => {
    await restoreYesterday();
    const lost = { kind: 'server-lost-data', missing: 1, older: 1, known: 2 };
    expect(await one.round()).toEqual({ kind: 'stopped', stop: lost, nextAt: null });
    expect(await one.round()).toMatchObject({ kind: 'stopped', stop: lost });
    expect(await titles(one)).toEqual(['first again', 'second']);
  });

  it('reports only the pages as missing that nobody deleted', async () => {
    await save(one, 'third');
    await restoreYesterday(['third']);
    const third = (await world.bookmarks()).find(({ title }) => title === 'third')!;
    value(await world.client.bookmarks.delete(third.id));
    const lost = { kind: 'server-lost-data', missing: 1, older: 1, known: 2 };
    expect(await one.round()).toMatchObject({ kind: 'stopped', stop: lost });
    expect(await titles(one)).toEqual(['first again', 'second']);
  });

  it('stops sync although it lacks no page and has only an old title', async () => {
    const id = await save(one, 'first');
    await settle();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    world.advance(DAY_MS);
    value(await one.library.bookmarks.edit(id, { title: 'first again' }));
    await settle();
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    const lost = { kind: 'server-lost-data', missing: 0, older: 1, known: 1 };
    expect(await one.round()).toMatchObject({ kind: 'stopped', stop: lost });
    expect(await titles(one)).toEqual(['first again']);
  });

  it('stops sync for the old title of a page that the server was still reading', async () => {
    const id = await save(one, 'first');
    await one.round();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    value(await one.library.bookmarks.edit(id, { title: 'first again' }));
    for (let turn = 0; turn < 3; turn += 1) {
      world.advance(3 * MINUTE_MS);
      await one.round();
    }
    expect(await titlesThere()).toEqual(['first again']);
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    const lost = { kind: 'server-lost-data', missing: 0, older: 1, known: 1 };
    expect(await one.round()).toMatchObject({ kind: 'stopped', stop: lost });
    expect(await titles(one)).toEqual(['first again']);
    value(await createDecisions(one.library).answerLostData('send-back'));
    await settle();
    expect(await titlesThere()).toEqual(['first again']);
  });

  it('receives what it lost once, from the device whose person agrees', async () => {
    await restoreYesterday();
    for (const device of [one, other]) {
      await device.round();
      value(await createDecisions(device.library).answerLostData('send-back'));
      await settle();
    }
    expect(await titlesThere()).toEqual(['first again', 'second']);
    expect(await titles(one)).toEqual(['first again', 'second']);
    expect(await titles(other)).toEqual(['first again', 'second']);
  });

  it('receives an article that it lost, also if nothing else of the page is different', async () => {
    const id = await save(one, 'first');
    await settle();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    world.advance(DAY_MS);
    const { url } = (await one.library.bookmarks.get(id))!;
    const captured = page({ url, title: 'first', html: '<p>The words of the page.</p>' });
    value(await one.library.bookmarks.save(captured));
    await settle();
    expect(await articlesThere()).toEqual([true]);
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    expect(await articlesThere()).toEqual([false]);
    expect(await one.round()).toMatchObject({ stop: { kind: 'server-lost-data' } });
    value(await createDecisions(one.library).answerLostData('send-back'));
    await settle();
    expect(await articlesThere()).toEqual([true]);
    expect(await one.tables.shadows.get(id)).toMatchObject({ article: 'synced' });
  });

  it('receives an article that it lost, of whose arrival no device has heard', async () => {
    const id = await save(one, 'first');
    await settle();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    world.advance(DAY_MS);
    await save(one, 'second');
    await settle();
    const { url } = (await one.library.bookmarks.get(id))!;
    value(await one.library.bookmarks.save(page({ url, title: 'first', html: '<p>Words.</p>' })));
    await one.round();
    await world.work();
    expect(await one.tables.shadows.get(id)).toMatchObject({ article: 'local' });
    expect(await articlesThere()).toContain(true);
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    expect(await one.round()).toMatchObject({ stop: { kind: 'server-lost-data', older: 0 } });
    value(await createDecisions(one.library).answerLostData('send-back'));
    await settle();
    expect(await articlesThere()).toContain(true);
    expect(await one.tables.shadows.get(id)).toMatchObject({ article: 'synced' });
  });

  it('does not get back pages whose deletion waits', async () => {
    await restoreYesterday();
    const rows = await one.tables.bookmarks.toArray();
    value(await one.library.bookmarks.trash(rows.map(({ id }) => id)));
    expect(await one.round()).toMatchObject({ kind: 'stopped' });
    value(await createDecisions(one.library).answerLostData('send-back'));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await one.round()).toMatchObject({ kind: 'done' });
      world.advance(MINUTE_MS);
    }
    expect(await titlesThere()).toEqual([]);
    expect(await one.tables.outbox.toArray()).toEqual([]);
  });

  it.each([
    ['the other device had noticed before', true],
    ['the other device had not noticed before', false],
  ])('stops another device too, although one sent everything back, when %s', async (_, isMet) => {
    const id = await save(one, 'first');
    await settle();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    world.advance(DAY_MS);
    await save(one, 'second');
    await settle();
    // This is the last change, and the other device only looks for it.
    value(await one.library.bookmarks.edit(id, { title: 'first again' }));
    await settle();
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    for (const device of isMet ? [one, other] : [one]) {
      expect(await device.round()).toMatchObject({ stop: { kind: 'server-lost-data' } });
    }
    value(await createDecisions(one.library).answerLostData('send-back'));
    await settle();
    for (const device of [one, other]) {
      expect(await titles(device)).toEqual(['first again', 'second']);
    }
    expect(await titlesThere()).toEqual(['first again', 'second']);
  });

  it('replaces the data of the device when a person accepts it', async () => {
    await restoreYesterday();
    await one.round();
    value(await createDecisions(one.library).answerLostData('accept'));
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await titles(one)).toEqual(['first']);
    expect(await one.find('https://pages.example/second')).toMatchObject({ title: 'second' });
  });
});

describe('an answer about data that a server lost', () => {
  it.each(['accept', 'send-back'] as const)(
    'applies once: after "%s", sync stops again when the server loses data another time',
    async (answer) => {
      await restoreYesterday();
      await one.round();
      value(await createDecisions(one.library).answerLostData(answer));
      expect(await one.round()).toMatchObject({ kind: 'done' });
      await world.work();
      const file = join(folder, 'later');
      await world.t.storage.backup(file);
      world.advance(DAY_MS);
      await save(one, 'third');
      expect(await one.round()).toMatchObject({ kind: 'done' });
      expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
      expect(await one.round()).toMatchObject({ stop: { kind: 'server-lost-data', missing: 1 } });
      expect(await titles(one)).toContain('third');
    },
  );
});

describe('a server that was restored while no device was syncing', () => {
  /**
   * The last change that the device saw is on the server, because its bookmark was changed again.
   */
  async function restoreUnnoticed(): Promise<void> {
    await save(one, 'first');
    await settle();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    await save(one, 'second');
    await settle();
    const there = (await world.bookmarks()).find(({ title }) => title === 'first')!;
    const rename = async (title: string) =>
      value(await world.client.bookmarks.update(there.id, { title }));
    await rename('first, once');
    await settle();
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    world.advance(MINUTE_MS);
    await rename('first, twice');
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await titles(one)).toEqual(['first, twice', 'second']);
  }

  it('is noticed within a week, and receives what it lost', async () => {
    await restoreUnnoticed();
    world.advance(6 * DAY_MS);
    expect(await one.round()).toMatchObject({ kind: 'done' });
    world.advance(DAY_MS);
    const lost = { kind: 'server-lost-data', missing: 1, older: 0, known: 2 };
    expect(await one.round()).toMatchObject({ kind: 'stopped', stop: lost });
    expect(await titles(one)).toEqual(['first, twice', 'second']);
    value(await createDecisions(one.library).answerLostData('send-back'));
    await settle();
    expect(await titlesThere()).toEqual(['first, twice', 'second']);
  });

  it('does not count pages as lost that are deleted just before the full comparison', async () => {
    let isComparing = false;
    let beforeComparison = async () => {};
    const device = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        // The list of all changes begins in 1970.
        isComparing ||= request.url.includes('since=1970');
        if (request.url.includes('since=1970')) await beforeComparison();
        return fetch(request);
      },
    });
    for (let n = 0; n < 12; n += 1) await save(one, `page ${n}`);
    await settle();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    world.advance(8 * DAY_MS);
    isComparing = false;
    beforeComparison = async () => {
      beforeComparison = async () => {};
      for (const { id } of (await world.bookmarks()).slice(1)) {
        value(await world.client.bookmarks.delete(id));
      }
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(isComparing).toBe(true);
    expect(await titles(device)).toHaveLength(1);
  });

  it('does not stop sync when all missing bookmarks were deleted', async () => {
    for (let n = 0; n < 12; n += 1) await save(one, `page ${n}`);
    await settle();
    for (const { id } of (await world.bookmarks()).slice(1)) {
      value(await world.client.bookmarks.delete(id));
    }
    world.advance(8 * DAY_MS);
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await titles(one)).toHaveLength(1);
    expect(await one.round()).toMatchObject({ kind: 'done' });
  });
});

describe('a server that has lost everything', () => {
  it('never empties the library', async () => {
    const file = join(folder, 'empty');
    await world.t.storage.backup(file);
    for (let n = 0; n < 12; n += 1) await save(one, `page ${n}`);
    await settle();
    expect(await world.t.storage.restore(file)).toMatchObject({ ok: true });
    expect(await one.round()).toMatchObject({ stop: { kind: 'server-lost-data', missing: 12 } });
    expect(await titles(one)).toHaveLength(12);
    value(await createDecisions(one.library).answerLostData('send-back'));
    await settle();
    expect(await world.bookmarks()).toHaveLength(12);
  });
});
