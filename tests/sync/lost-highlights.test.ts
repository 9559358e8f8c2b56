import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { createDecisions } from '../../src/sync';
import { value } from '../library/library';
import { DATABASES, type TestDatabase } from '../server/storage/support/databases';
import { startServer } from '../server/support/test-server';
import { asReadeck } from './support/annotated-server';
import {
  FROZE,
  highlightsOn,
  round,
  saveOn,
  TIDE,
  useDevices,
  waitingOn,
} from './support/highlighted-page';
import { startWorld } from './support/world';

const [, sqlite] = DATABASES[0];
let database: TestDatabase;
const my = useDevices(async () => {
  database = await sqlite();
  return startWorld(await startServer(async () => database));
});
afterEach(() => my.world.t.remove());

const COUNT = 12;

const countThere = async () => {
  const paging = { limit: 50, offset: 0 };
  return value(await my.world.client.highlights.listAll(paging)).body?.length ?? 0;
};
const countHere = ({ tables } = my.one) => tables.highlights.count();

/** Makes highlights on `count` pages of `one`, which the server and both devices then have. */
async function highlightPages(count = COUNT): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const bookmarkId = await saveOn(my.one, `https://many.example/${at}`);
    const made = { bookmarkId, quote: FROZE, color: 'yellow', position: null, note: `n${at}` };
    value(await highlightsOn(my.one).add(made));
  }
  await round(my.world, my.one, my.one, my.other);
  expect([await countThere(), await countHere(my.other)]).toEqual([count, count]);
}

/** The server loses all highlights, which changes no bookmark. Then `changed` bookmarks are edited. */
async function loseHighlights(changed = COUNT): Promise<void> {
  const file = new DatabaseSync(database.address);
  file.exec('delete from annotations');
  file.close();
  for (const { id } of (await my.world.bookmarks()).slice(0, changed)) {
    value(await my.world.client.bookmarks.update(id, { add_labels: ['changed'] }));
  }
  expect(await countThere()).toBe(0);
}

const LOST = { kind: 'server-lost-data', missing: 0, older: 0, highlights: COUNT };

describe.each([
  ['a companion server', false],
  ['another server', true],
])('%s that suddenly has no highlights at all', (_, isReadeck) => {
  it('stops sync, and they stay on the device', async () => {
    await highlightPages();
    if (isReadeck) my.through = asReadeck;
    await loseHighlights();
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await my.one.round()).toMatchObject({ kind: 'stopped', stop: LOST, nextAt: null });
    }
    expect(await countHere()).toBe(COUNT);
  });

  it('stops sync when only one of the pages counts as changed', async () => {
    await highlightPages();
    if (isReadeck) my.through = asReadeck;
    await loseHighlights(1);
    expect(await my.one.round()).toMatchObject({ stop: LOST });
    expect(await countHere()).toBe(COUNT);
  });

  it('stops sync when no page counts as changed and another highlight is sent', async () => {
    await highlightPages();
    if (isReadeck) my.through = asReadeck;
    await loseHighlights(0);
    const [bookmark] = await my.one.tables.bookmarks.toArray();
    const more = { bookmarkId: bookmark!.id, quote: TIDE, color: 'yellow', position: null };
    value(await highlightsOn(my.one).add(more));
    expect(await my.one.round()).toMatchObject({ stop: LOST });
    expect(await countHere()).toBe(COUNT + 1);
  });

  it('gets all of them again if the person wants it', async () => {
    await highlightPages();
    if (isReadeck) my.through = asReadeck;
    await loseHighlights(1);
    await my.one.round();
    value(await createDecisions(my.one.library).answerLostData('send-back'));
    await round(my.world, my.one, my.one, my.other, my.one);
    expect(await countThere()).toBe(COUNT);
    expect([await countHere(), await countHere(my.other)]).toEqual([COUNT, COUNT]);
    expect(await waitingOn(my.one)).toBe(0);
  });

  it('replaces those of the device if the person accepts it, and the journal has them', async () => {
    await highlightPages();
    if (isReadeck) my.through = asReadeck;
    await loseHighlights(1);
    await my.one.round();
    value(await createDecisions(my.one.library).answerLostData('accept'));
    await round(my.world, my.one, my.one);
    expect(await countHere()).toBe(0);
    const entries = await my.one.library.sync.journal(100);
    expect(entries.filter(({ kind }) => kind === 'deleted-there')).toHaveLength(COUNT);
  });
});

describe('highlights that were deleted on the server', () => {
  it('are deleted here without a question when the server has others', async () => {
    await highlightPages();
    const [first, ...rest] = await my.world.bookmarks();
    for (const { id } of rest) {
      for (const one of value(await my.world.client.highlights.list(id)).body) {
        value(await my.world.client.highlights.delete(id, one.id));
      }
    }
    await round(my.world, my.one);
    expect(await countHere()).toBe(1);
    expect(first).toBeDefined();
  });

  it('are deleted here without a question when they were few', async () => {
    await highlightPages(3);
    for (const { id } of await my.world.bookmarks()) {
      for (const one of value(await my.world.client.highlights.list(id)).body) {
        value(await my.world.client.highlights.delete(id, one.id));
      }
    }
    await round(my.world, my.one);
    expect(await countHere()).toBe(0);
  });

  it('cause no question when this device has deleted them itself', async () => {
    await highlightPages();
    value(
      await highlightsOn(my.one).delete(
        (await my.one.tables.highlights.toArray()).map(({ id }) => id),
      ),
    );
    my.world.advance(60_000);
    await round(my.world, my.one, my.one);
    expect([await countThere(), await countHere()]).toEqual([0, 0]);
  });
});
