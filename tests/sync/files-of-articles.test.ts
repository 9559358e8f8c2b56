import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '../../src/domain/hash';
import { ok } from '../../src/domain/result';
import { LAST_TIME, unixMs } from '../../src/domain/time';
import { onlyHereRepository } from '../../src/library';
import { dropRevisionsBefore } from '../../src/library/articles/revisions';
import { commit } from '../../src/library/database/commit';
import type { AssetRow } from '../../src/library/database/rows';
import type { LibraryDatabase } from '../../src/library/database/schema';
import { capture, page, value } from '../library/library';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL = 'https://papers.example/winter.pdf';
const WORDS = 'The harbour froze in January. '.repeat(60);
const FILE = new TextEncoder().encode('%PDF-1.7 a paper');

let world: World;
let desk: Device;
let phone: Device;
beforeEach(async () => {
  world = await startWorld();
  desk = await world.device();
  phone = await world.device();
});
afterEach(() => world.end());

const syncAll = async () => {
  for (const device of [desk, phone, desk, phone]) await wholeRound(world, device);
};
const idOn = async (device: Device) => (await device.find(URL))!.id;
const recapture = async (device: Device, words: string) =>
  value(
    await device.library.bookmarks.recapture(
      await idOn(device),
      capture({ url: URL, html: `<p>${words}</p><p>${WORDS}</p>` }),
    ),
  );

/** Gives the article on the desk a file, as an import does. */
async function addFile(): Promise<void> {
  value(await desk.library.bookmarks.save(page({ url: URL, html: `<p>one</p><p>${WORDS}</p>` })));
  // The bytes have this hash.
  const hash = (await sha256(FILE)) as AssetRow['hash'];
  const original = { hash, sizeBytes: FILE.length };
  await desk.tables.articles.update(await idOn(desk), { original });
  await desk.tables.assets.add({ hash, mimeType: 'application/pdf', bytes: FILE });
  await desk.tables.assetUses.add({ hash, uses: 1 });
}

/** The file of the article on the desk, and the bytes that are stored. */
async function fileOnDesk() {
  const article = await desk.tables.articles.get(await idOn(desk));
  const hash = article?.original?.hash;
  return hash && (await desk.tables.assets.get(hash))?.bytes;
}

/** Deletes the earlier articles for good, as a rule of retention does. */
async function forgetEarlier(): Promise<void> {
  // Its tables are those of the library.
  const db = desk.tables.revisions.db as LibraryDatabase;
  const tables = db.tables.map(({ name }) => name);
  const dropped = value(
    await commit(db, tables, async () => ok(await dropRevisionsBefore(db, unixMs(LAST_TIME), 10))),
  );
  expect(dropped).toBe(1);
}

it('keeps the file of an article that another device has replaced, also without the earlier one', async () => {
  await addFile();
  await syncAll();
  expect(await fileOnDesk()).toEqual(FILE);
  await recapture(phone, 'two');
  await syncAll();
  expect((await desk.library.articles.get(await idOn(desk)))?.html).toContain('two');
  await forgetEarlier();
  expect(await fileOnDesk()).toEqual(FILE);
});

it('keeps the file of an article that is captured again, also without the earlier one', async () => {
  await addFile();
  await recapture(desk, 'two');
  await forgetEarlier();
  expect(await fileOnDesk()).toEqual(FILE);
});

it('names the file among what only this device has, because no server has it', async () => {
  await addFile();
  await syncAll();
  const kinds = await desk.library.part(onlyHereRepository).list(false);
  expect(kinds).toContainEqual({ kind: 'files', count: 1 });
  expect(await phone.library.part(onlyHereRepository).list(false)).not.toContainEqual(
    expect.objectContaining({ kind: 'files' }),
  );
});
