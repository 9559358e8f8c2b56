import '../support/indexeddb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/domain';
import { createDecisions } from '../../src/sync';
import { address, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

let world: World;
let one: Device;
let other: Device;
let folder: string;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
  folder = mkdtempSync(join(tmpdir(), 'leafmark-sync-'));
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

/** Titles of what is not in the trash. */
async function titles(device: Device): Promise<readonly string[]> {
  const rows = await device.tables.bookmarks
    .filter(({ trashedAt }) => trashedAt === null)
    .toArray();
  return rows.map(({ title }) => title).sort();
}
const titlesThere = async () => (await world.bookmarks()).map(({ title }) => title).sort();

/** A server that was put back to yesterday: without the second bookmark, the first with its old title. */
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

describe('a server that was put back to yesterday', () => {
  it('stops sync, and nothing is changed here', async () => {
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

  it('is given back what it lost, once, by whichever device is asked', async () => {
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

  it.each([
    ['it was met before', true],
    ['it was not met until', false],
  ])('is not taken for in order where %s another device sent all back', async (_, isMet) => {
    const id = await save(one, 'first');
    await settle();
    const file = join(folder, 'backup');
    await world.t.storage.backup(file);
    world.advance(DAY_MS);
    await save(one, 'second');
    await settle();
    // The last change, which is all that the other device has to go by.
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

  it('is taken as it is when a person accepts it', async () => {
    await restoreYesterday();
    await one.round();
    value(await createDecisions(one.library).answerLostData('accept'));
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await titles(one)).toEqual(['first']);
    expect(await one.find('https://pages.example/second')).toMatchObject({ title: 'second' });
  });
});

describe('a server that was put back while nobody looked', () => {
  /** The last change that was seen is there all the same: its bookmark was changed again. */
  async function restoreUnseen(): Promise<void> {
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

  it('is found out within a week, and given back what it lost', async () => {
    await restoreUnseen();
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

  it('has lost nothing where all that is gone was deleted', async () => {
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
