import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOKMARK_STATE } from '../../src/contract';
import type { ArticlePolicy } from '../../src/sync';
import { value } from '../library/library';
import { goOn, importsOf, link, netscape, started } from '../transfer/import-jobs';
import { extractAgain } from './support/annotated-server';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL_A = 'https://example.org/1';

let world: World;
let device: Device;
beforeEach(async () => {
  world = await startWorld();
  device = await world.device();
});
afterEach(() => world.end());

const round = () => wholeRound(world, device);

/** Imports the address of one page. Returns the id of the import. */
async function importPage(): Promise<number> {
  const imports = importsOf(device.library);
  const id = await started(imports);
  value(await goOn(imports, id, netscape([link(1, 'TAGS="tea"')])));
  expect((await device.find(URL_A))?.content.kind).toBe('address');
  return id;
}

/**
 * Lets the server find an article and an author in the page, which it had not read before. The network
 * of the test has no such page. Another device has changed `elsewhere`.
 */
async function readThere(elsewhere = {}): Promise<void> {
  const [there] = await world.bookmarks();
  expect(there).toMatchObject({ loaded: false });
  await extractAgain(world, there?.id ?? '', '<p>A lamp shines on the page.</p>');
  const found = { state: BOOKMARK_STATE.loaded, authors: ['Ann Author'], ...elsewhere };
  await world.t.storage.bookmarks.update(world.userId, there?.id ?? '', found);
}

/** Imports the page, and receives what the server has found in it. Returns the id of the import. */
async function importAndRead(articles: ArticlePolicy, elsewhere = {}): Promise<number> {
  const id = await importPage();
  const sync = async () =>
    expect(await device.sync().round({ articles })).toMatchObject({ kind: 'done' });
  await sync();
  await readThere(elsewhere);
  await sync();
  return id;
}

describe('a page that the server has not read yet, on another device', () => {
  let other: Device;
  beforeEach(async () => {
    other = await world.device();
    await importPage();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await other.round()).toMatchObject({ kind: 'done' });
  });

  it('has failed only when the server could not read it, also if it was opened before', async () => {
    const waiting = (await other.find(URL_A))!;
    await other.sync().fetchArticle(waiting.id);
    const reason = async () => (await other.find(URL_A))?.content;
    expect(await reason()).toEqual({ kind: 'address', reason: 'on-server' });
    await world.work();
    expect(await other.round()).toMatchObject({ kind: 'done' });
    expect(await reason()).toEqual({ kind: 'address', reason: 'failed' });
  });

  it('has no edit of a person when the server has read it', async () => {
    await readThere();
    expect(await other.round()).toMatchObject({ kind: 'done' });
    const rows = await other.tables.bookmarks.toArray();
    expect(rows).toMatchObject([{ authors: ['Ann Author'] }]);
    expect(rows[0]?.originalValues).toBeUndefined();
  });
});

describe('an imported page without a text', () => {
  it('is read by the server, and its article comes to this device', async () => {
    await importPage();
    await round();
    const [there] = await world.bookmarks();
    expect(there).toMatchObject({ url: URL_A, labels: ['tea'], created: '2020-09-13T12:26:40Z' });
    // The network of the test has no such page, so this is what the server would find there.
    await extractAgain(world, there?.id ?? '', '<p>A lamp shines on the page.</p>');
    await round();
    await round();
    const row = await device.find(URL_A);
    expect(row).toMatchObject({ content: { kind: 'article' }, labels: ['tea'] });
    const article = row && (await device.library.articles.get(row.id));
    expect(article?.html).toContain('A lamp shines');
  });

  it('can be fetched when its article stays on the server', async () => {
    await importAndRead('none');
    expect(await device.find(URL_A)).toMatchObject({
      content: { kind: 'address', reason: 'on-server' },
      authors: ['Ann Author'],
    });
  });

  it('has failed when the server could not read it', async () => {
    await importPage();
    await round();
    await round();
    expect(await device.find(URL_A)).toMatchObject({
      content: { kind: 'address', reason: 'failed' },
    });
  });

  it('is taken back by an undo, because nobody but the server has changed it', async () => {
    const id = await importAndRead('all');
    expect(await device.find(URL_A)).toMatchObject({
      content: { kind: 'article' },
      authors: ['Ann Author'],
    });
    expect((await device.tables.journal.toArray()).flatMap(({ changes }) => changes)).toEqual([]);
    const imports = importsOf(device.library);
    value(await imports.undo(id));
    expect(await imports.get(id)).toMatchObject({ state: 'undone', kept: 0 });
    expect((await device.find(URL_A))?.trashedAt).not.toBeNull();
  });

  it('stays after an undo when its title was changed elsewhere before its reading came', async () => {
    const id = await importAndRead('all', { title: 'Changed elsewhere' });
    expect(await device.find(URL_A)).toMatchObject({ title: 'Changed elsewhere' });
    const imports = importsOf(device.library);
    value(await imports.undo(id));
    expect(await imports.get(id)).toMatchObject({ state: 'undone', kept: 1 });
  });

  it('stays after an undo when its title was changed since', async () => {
    const id = await importAndRead('all');
    const row = (await device.find(URL_A))!;
    value(await device.library.bookmarks.edit(row.id, { title: 'Mine' }));
    const imports = importsOf(device.library);
    value(await imports.undo(id));
    expect(await imports.get(id)).toMatchObject({ state: 'undone', kept: 1 });
  });
});
