import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/time';
import { page, value } from '../library/library';
import { DATABASES } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { startWorld, type World } from './support/world';

describe.each(DATABASES)('the note of a bookmark on a server on %s', (_, database) => {
  let t: TestServer;
  let world: World;
  beforeEach(async () => {
    t = await startServer(database);
    world = await startWorld(t);
  });
  afterEach(async () => {
    await world.end();
    await t.remove();
  });

  it('stays on its device, whatever another device changes, and leaves nothing to send', async () => {
    const [one, other] = [await world.device(), await world.device()];
    const { id } = value(await one.library.bookmarks.save(page())).bookmark;
    value(await one.library.bookmarks.edit(id, { note: 'For Ada' }));
    expect(await one.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(HOUR_MS);
    expect(await other.round()).toMatchObject({ kind: 'done' });
    const [copy] = await other.tables.bookmarks.toArray();
    expect(copy?.note).toBe('');
    value(await other.library.bookmarks.edit(copy!.id, { note: 'Mine', isFavourite: true }));
    expect(await other.round()).toMatchObject({ kind: 'done' });
    world.advance(HOUR_MS);
    value(await one.library.bookmarks.edit(id, { note: 'For Ada, soon' }));
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await one.library.bookmarks.get(id)).toMatchObject({
      note: 'For Ada, soon',
      isFavourite: true,
    });
    expect(await other.library.bookmarks.get(copy!.id)).toMatchObject({ note: 'Mine' });
    for (const { tables } of [one, other]) expect(await tables.outbox.toArray()).toEqual([]);
  });
});
