import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../server/app';
import type { Storage } from '../../server/storage';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { createDecisions } from '../../src/sync';
import { address, value } from '../library/library';
import { DATABASES, type TestDatabase } from '../server/storage/support/databases';
import { BASE, startServer, type TestServer } from '../server/support/test-server';
import { temporaryFolder } from '../support/temporary-folder';
import { type Device, type Fetch, startWorld, type World } from './support/world';

let database: TestDatabase;
let t: TestServer;
let world: World;
let folder: string;
let storage: Storage;
/** The server process that currently answers at the address. */
let answers: Fetch;
beforeEach(async () => {
  database = await DATABASES[0][1]();
  // The test closes and opens the storage itself, so the server must not remove it.
  t = await startServer(async () => ({ ...database, remove: async () => {} }));
  storage = t.storage;
  world = await startWorld(t);
  answers = world.fetch;
  folder = temporaryFolder('leafmark-sync');
});
afterEach(async () => {
  await world.end();
  await t.remove();
  await storage.close();
  rmSync(files(), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const files = () => dirname(database.address);
const startDevice = () =>
  world.device({
    through:
      () =>
      (...sent) =>
        answers(...sent),
  });

/** Replaces the server's files by yesterday's and starts the server on them. */
async function restoreFiles(yesterday: string): Promise<void> {
  await storage.close();
  rmSync(files(), { recursive: true });
  cpSync(yesterday, files(), { recursive: true });
  storage = await database.open(t.server.now);
  const app = createApp(t.another({ storage }).server);
  answers = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('host', new URL(BASE).host);
    return app.fetch(request, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
  };
}

const save = async ({ library }: Device, name: string) =>
  value(
    await library.bookmarks.save(address({ url: `https://pages.example/${name}`, title: name })),
  ).bookmark.id;

/**
 * Syncs until nothing is left to do. The advance of time covers the two minutes after which an
 * unread page may be changed.
 */
async function settle(device: Device): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    world.advance(3 * MINUTE_MS);
  }
}

/** The titles on a new device that has synced once. */
async function titlesThere(): Promise<readonly string[]> {
  const device = await startDevice();
  await settle(device);
  return titles(device);
}
const titles = async ({ tables }: Device) =>
  (await tables.bookmarks.toArray()).map(({ title }) => title).toSorted();

describe('a server whose files were replaced by those of yesterday', () => {
  it('receives everything that is missing, once, when a person agrees', async () => {
    const device = await startDevice();
    const first = await save(device, 'first');
    await settle(device);
    const yesterday = join(folder, 'yesterday');
    cpSync(files(), yesterday, { recursive: true });
    world.advance(DAY_MS);
    await save(device, 'second');
    value(await device.library.bookmarks.edit(first, { title: 'first, edited' }));
    await settle(device);
    expect(await titlesThere()).toEqual(['first, edited', 'second']);

    // The server creates one more bookmark, but the answer is lost before the server is stopped.
    await save(device, 'third');
    const direct = answers;
    answers = async (input, init) => {
      const request = new Request(input, init);
      const answer = await direct(request);
      if (request.method === 'POST' && request.url.endsWith('/bookmarks'))
        throw new TypeError('fetch failed');
      return answer;
    };
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    await restoreFiles(yesterday);

    const lost = { kind: 'server-lost-data', missing: 1, older: 1, known: 2 };
    expect(await device.round()).toEqual({ kind: 'stopped', stop: lost, nextAt: null });
    expect(await titles(device)).toEqual(['first, edited', 'second', 'third']);
    value(await createDecisions(device.library).answerLostData('send-back'));
    await settle(device);
    const all = ['first, edited', 'second', 'third'];
    expect(await titlesThere()).toEqual(all);
    expect(await titles(device)).toEqual(all);
    expect(await device.library.unsent.count()).toBe(0);
  });
});
