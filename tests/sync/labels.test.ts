import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import { address, relabel, undoJob, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';
const URL_B = 'https://pages.example/b';

let world: World;
/** The number of answers to PATCH requests that are still to be lost. */
let lostAnswers: number;
let one: Device;
let other: Device;
beforeEach(async () => {
  lostAnswers = 0;
  world = await startWorld();
  one = await world.device({
    through: (fetch) => async (input, init) => {
      const answer = await fetch(new Request(input, init));
      if (init?.method !== 'PATCH' && !(input instanceof Request && input.method === 'PATCH')) {
        return answer;
      }
      if (lostAnswers === 0) return answer;
      lostAnswers -= 1;
      throw new TypeError('Failed to fetch');
    },
  });
  other = await world.device();
  for (const url of [URL_A, URL_B]) {
    value(await one.library.bookmarks.save(address({ url, title: 'Ice' })));
  }
  await round(one, other, one);
});
afterEach(() => world.end());

/** Runs a round on each of these devices in turn, with a minute between. */
async function round(...devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    await device.round();
    await world.work();
    world.advance(MINUTE_MS);
  }
}

const edit = async (device: Device, url: string, labels: readonly string[]) =>
  value(await device.library.bookmarks.edit((await device.find(url))!.id, { addLabels: labels }));

/** Expects the same labels on the server and both devices, and returns those of both pages. */
async function labels(): Promise<readonly string[]> {
  const infos = await world.bookmarks();
  const there = [URL_A, URL_B].map((url) => {
    const info = infos.find((each) => each.url === url);
    return [...(info?.labels ?? ['gone'])].sort().join(' ');
  });
  for (const device of [one, other]) {
    for (const [at, url] of [URL_A, URL_B].entries()) {
      expect([...(await device.find(url))!.labels].sort().join(' ')).toBe(there[at]);
    }
    expect(await device.tables.outbox.toArray()).toEqual([]);
  }
  return there;
}

describe('a label that is renamed', () => {
  it('is not sent again in its old case when it was renamed elsewhere before the answer came', async () => {
    lostAnswers = 3;
    await edit(one, URL_A, ['ice']);
    await round(one);
    value(await world.client.labels.rename({ name: 'ice' }, { name: 'Ice' }));
    world.advance(HOUR_MS);
    await round(one, other, one);
    expect(await labels()).toEqual(['Ice', '']);
  });

  it('is renamed on the server and on the other device', async () => {
    await edit(one, URL_A, ['a']);
    await edit(one, URL_B, ['a', '[] "b"']);
    await round(one, other);
    await relabel(one.library, 'a', '氷');
    await relabel(one.library, '[] "b"', "b's/?&=#");
    await round(one, other);
    expect(await labels()).toEqual(['氷', "b's/?&=# 氷"]);
  });

  it('stays on a page to which another device added it meanwhile', async () => {
    await edit(one, URL_A, ['a']);
    await round(one, other);
    await edit(other, URL_B, ['a']);
    await relabel(one.library, 'a', 'b');
    await round(one, other, one);
    expect(await labels()).toEqual(['b', 'a']);
  });

  it('is renamed once when the answers are lost', async () => {
    await edit(one, URL_A, ['a']);
    await edit(one, URL_B, ['a', 'b']);
    await round(one, other);
    await relabel(one.library, 'a', 'b');
    lostAnswers = 2;
    await round(one);
    world.advance(HOUR_MS);
    await round(one, other, one, other);
    expect(await labels()).toEqual(['b', 'b']);
  });

  it('keeps its new case when both devices changed it', async () => {
    await edit(one, URL_A, ['a']);
    await round(one, other);
    for (const device of [one, other]) await relabel(device.library, 'a', 'A');
    await round(one, other, one);
    expect(await labels()).toEqual(['A', '']);
    await relabel(one.library, 'A', 'a');
    await round(one, other);
    expect(await labels()).toEqual(['a', '']);
  });

  it('has its new case when the bookmark was being created', async () => {
    const url = 'https://pages.example/c';
    value(await one.library.bookmarks.save(address({ url })));
    await edit(one, url, ['a']);
    const sync = one.sync({
      library: {
        ...one.library,
        sync: {
          ...one.library.sync,
          async transaction(query, decide) {
            const decided = await one.library.sync.transaction(query, decide);
            await relabel(one.library, 'a', 'A');
            return decided;
          },
        },
      },
    });
    await sync.round({ articles: 'none' });
    await round(one, other, one);
    expect((await world.bookmarks()).find((info) => info.url === url)?.labels).toEqual(['A']);
    expect((await one.find(url))?.labels).toEqual(['A']);
  });

  it('has its old name when the change is undone after it was sent', async () => {
    await edit(one, URL_A, ['a']);
    await edit(one, URL_B, ['a', 'b']);
    await round(one, other);
    const renamed = await relabel(one.library, 'a', 'b');
    await round(one, other);
    await undoJob(one, renamed);
    await round(one, other);
    expect(await labels()).toEqual(['a', 'a b']);
  });

  it('is renamed when the server has it in decomposed Unicode', async () => {
    const [a] = await world.bookmarks();
    value(await world.client.bookmarks.update(a!.id, { add_labels: ['e\u0301'] }));
    await round(one, other);
    await relabel(one.library, '\u00e9', 'e');
    await round(one, other);
    expect([...(await labels())].sort()).toEqual(['', 'e']);
  });
});

describe('a label that is deleted', () => {
  it('stays on a page to which another device added it meanwhile', async () => {
    await edit(one, URL_A, ['a']);
    await round(one, other);
    await edit(other, URL_B, ['a']);
    await relabel(one.library, 'a', null);
    await round(other, one, other);
    expect(await labels()).toEqual(['', 'a']);
  });

  it('is removed on the server and on the other device', async () => {
    await edit(one, URL_A, ['a', 'b']);
    await edit(one, URL_B, ['a']);
    await round(one, other);
    await relabel(one.library, 'a', null);
    await round(one, other);
    expect(await labels()).toEqual(['b', '']);
  });
});
