import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, unixMs } from '../../src/domain/time';
import { address, page, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { type Device, type Fetch, keyOf, startWorld, type World } from './support/world';

/** The server assigns random ids, so several pages are needed to cover both orders. */
const URLS = Array.from({ length: 4 }, (_, n) => `https://pages.example/${n}`);
const LONG_AGO = unixMs(1_600_000_000_000);

describe.each([
  ['a companion server', (fetch: Fetch) => fetch],
  ['Readeck', asReadeck],
])(
  'a page that one device imports with an old date and another one saves, on %s',
  (_, asServer) => {
    let world: World;
    let importer: Device;
    /** Another device that may import the same file. */
    let second: Device;
    /** True while the devices that import get no answers to their creates. */
    let isUnanswered: boolean;
    let saver: Device;
    /** Runs once, before the first create of the device that saves. */
    let atOnce: (() => Promise<unknown>) | null;
    /** The difference between the clock of that device and the server's. */
    let aheadMs: number;
    beforeEach(async () => {
      [atOnce, aheadMs, isUnanswered] = [null, 0, false];
      world = await startWorld();
      const unanswered =
        (fetch: Fetch): Fetch =>
        async (input, init) => {
          const request = new Request(input, init);
          const { method } = request;
          const answer = await asServer(fetch)(request);
          if (isUnanswered && method === 'POST') throw new TypeError('fetch failed');
          return answer;
        };
      importer = await world.device({ through: unanswered });
      second = await world.device({ through: unanswered });
      const through = (fetch: Fetch): Fetch => {
        let busy: Promise<unknown> = Promise.resolve();
        return async (input, init) => {
          const request = new Request(input, init);
          const isCreate = request.method === 'POST' && request.url.endsWith('/bookmarks');
          if (isCreate && atOnce !== null) [busy, atOnce] = [atOnce(), null];
          await busy;
          return asServer(fetch)(request);
        };
      };
      saver = await world.device({ through, aheadMs: () => aheadMs });
    });
    afterEach(() => world.end());

    const importAll = async ({ library }: Device) => {
      const pages = URLS.map((url) => ({
        page: address({ url, title: 'Old' }),
        created: LONG_AGO,
      }));
      value(await library.bookmarks.addMany(pages, { outbox: true }));
      for (const url of URLS) {
        const { id } = (await library.bookmarks.findByUrlKey(keyOf(url)))!;
        value(await library.bookmarks.edit(id, { addLabels: ['old'] }));
      }
    };
    const saveAll = async ({ library }: Device) => {
      for (const url of URLS) value(await library.bookmarks.save(page({ url, title: 'New' })));
    };

    async function expectEachOnce(): Promise<void> {
      for (let turn = 0; turn < 3; turn += 1) {
        for (const device of [importer, saver, second]) {
          expect(await device.round()).toMatchObject({ kind: 'done' });
          await world.work();
          world.advance(10 * MINUTE_MS);
        }
      }
      expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(URLS);
      for (const device of [importer, saver, second]) {
        const rows = await device.tables.bookmarks.toArray();
        expect(rows.map(({ url }) => url).toSorted()).toEqual(URLS);
        expect(rows.map(({ labels }) => labels)).toEqual(URLS.map(() => ['old']));
      }
    }

    it('is there once when both sync at the same time', async () => {
      await importAll(importer);
      await saveAll(saver);
      atOnce = () => importer.round();
      await saver.round();
      await expectEachOnce();
    });

    it.each([
      ['a device gets', () => [importer]],
      ['two devices get', () => [importer, second]],
    ])('is there once when %s no answer to the creates from the file', async (_get, importers) => {
      for (const device of importers()) await importAll(device);
      await saveAll(saver);
      isUnanswered = true;
      atOnce = async () => {
        for (const device of importers()) await device.round();
      };
      await saver.round();
      isUnanswered = false;
      world.advance(10 * MINUTE_MS);
      await expectEachOnce();
    });

    it('is there once when the clock of one device is months ahead', async () => {
      await importAll(importer);
      aheadMs = 90 * DAY_MS;
      await saveAll(saver);
      atOnce = () => importer.round();
      await saver.round();
      aheadMs = 0;
      await expectEachOnce();
    });
  },
);
