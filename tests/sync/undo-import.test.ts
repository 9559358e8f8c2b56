import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { duplicateRepository } from '../../src/library';
import { address, capture, page, value } from '../library/library';
import { goOn, importsOf, link, netscape, started } from '../transfer/import-jobs';
import { type Device, startWorld, type World } from './support/world';

const URL_1 = 'https://example.org/1';

let world: World;
let one: Device;
let other: Device;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
});
afterEach(() => world.end());

async function settle(...devices: Device[]): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of devices) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(3 * MINUTE_MS);
    }
  }
}

async function imported({ library }: Device, ...lines: string[]): Promise<number> {
  const imports = importsOf(library);
  const id = await started(imports);
  value(await goOn(imports, id, netscape(lines)));
  return id;
}

async function undo({ library }: Device, id: number) {
  const imports = importsOf(library);
  value(await imports.undo(id));
  return imports.get(id);
}

const shown = async ({ tables }: Device) =>
  (await tables.bookmarks.toArray())
    .filter(({ trashedAt }) => trashedAt === null)
    .map(({ title }) => title)
    .sort();

const idOf = async (device: Device) => (await device.find(URL_1))?.id as BookmarkId;

describe('the undo of an import that was sent', () => {
  const CHANGES: readonly [string, () => Promise<unknown>][] = [
    ['was saved with its text', () => one.library.bookmarks.save(page({ url: URL_1 }))],
    [
      'was captured again',
      async () => one.library.bookmarks.recapture(await idOf(one), capture({ url: URL_1 })),
    ],
    [
      'got a selection',
      () => one.library.bookmarks.save(address({ url: URL_1, excerpt: 'What I selected' })),
    ],
  ];

  it.each(CHANGES)('leaves a page that %s since', async (_, change) => {
    const id = await imported(one, link(1), link(2));
    await settle(one);
    await change();
    await settle(one);
    expect(await undo(one, id)).toMatchObject({ state: 'undone', kept: 1 });
    await settle(one, other);
    expect(await other.find(URL_1)).toMatchObject({ trashedAt: null });
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('leaves a page into which a page of the person was joined', async () => {
    const print = address({ url: 'https://example.org/1/print' });
    const own = value(await one.library.bookmarks.save(print)).bookmark.id;
    await settle(one);
    const id = await imported(one, link(1));
    await settle(one);
    const joining = { keep: await idOf(one), others: [own] };
    value(await one.library.part(duplicateRepository).join([joining]));
    await settle(one);
    expect(await undo(one, id)).toMatchObject({ kept: 1 });
    await settle(one, other);
    expect(await shown(other)).toEqual(['Page 1']);
  });

  it('leaves a page that another device had saved before', async () => {
    value(await other.library.bookmarks.save(address({ url: URL_1, title: 'Mine' })));
    await settle(other);
    world.advance(40 * DAY_MS);
    const id = await imported(one, link(1), link(2));
    await settle(one, other);
    expect(await undo(one, id)).toMatchObject({ kept: 1 });
    await settle(one, other);
    expect([await shown(one), await shown(other)]).toEqual([['Mine'], ['Mine']]);
  });
});

describe('a file that is imported again after the undo of its import', () => {
  it.each([
    ['after', true],
    ['before', false],
  ])('brings its pages again, %s the deletions were sent', async (_, isSent) => {
    const first = await imported(one, link(1), link(2));
    await settle(one, other);
    await undo(one, first);
    if (isSent) await settle(one, other);
    const again = await imported(one, link(1), link(2));
    expect(await importsOf(one.library).get(again)).toMatchObject({ added: 2, here: 0 });
    await settle(one, other);
    expect(await shown(other)).toEqual(['Page 1', 'Page 2']);
    expect(await undo(one, again)).toMatchObject({ state: 'undone', kept: 0 });
    await settle(one, other);
    expect([await shown(one), await shown(other)]).toEqual([[], []]);
  });
});

describe('a page of another device that was deleted here and imported', () => {
  it('is in the trash again after the undo, before its deletion was sent', async () => {
    value(await other.library.bookmarks.save(address({ url: URL_1 })));
    await settle(other, one);
    value(await one.library.bookmarks.trash([await idOf(one)]));
    const id = await imported(one, link(1));
    expect(await one.find(URL_1)).toMatchObject({ trashedAt: null });
    expect(await undo(one, id)).toMatchObject({ state: 'undone', kept: 0 });
    expect(await shown(one)).toEqual([]);
    await settle(one, other);
    expect(await shown(other)).toEqual([]);
  });
});
