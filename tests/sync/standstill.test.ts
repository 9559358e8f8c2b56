import '../support/indexeddb';
import { describe, expect, it } from 'vitest';
import { address, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { add, FROZE, round, saveOn, savePage, useDevices } from './support/highlighted-page';
import type { Fetch } from './support/world';

const KINDS = [
  ['the companion server', (fetch: Fetch) => fetch],
  ['Readeck', asReadeck],
] as const;

/** The network is cut after so many requests, because a round may ask for ever. */
const MAX_REQUESTS = 500;

const URLS = Array.from({ length: 24 }, (_, n) => `https://pages.example/${n}`);

describe.each(KINDS)('a round with %s', (_, kind) => {
  const my = useDevices();

  /** Syncs a device until nothing is left to send. */
  async function expectEnd() {
    let requests = 0;
    my.through = (fetch) => async (input, init) => {
      requests += 1;
      if (requests > MAX_REQUESTS) throw new TypeError('too many requests');
      return kind(fetch)(input, init);
    };
    await round(my.world, my.one, my.one, my.one);
    expect(await my.one.tables.outbox.count()).toBe(0);
    expect(await my.one.library.sync.pendingAnnotations(1)).toEqual([]);
  }

  it('ends when other clients have posted the addresses of its pages', async () => {
    my.through = kind;
    for (const url of URLS) value(await my.one.library.bookmarks.save(address({ url })));
    await round(my.world, my.one);
    for (const url of URLS) value(await my.world.client.bookmarks.create({ url }));
    await expectEnd();
  });

  it('ends when another device highlights a page that this device deletes for good', async () => {
    my.through = kind;
    const id = await savePage(my);
    await round(my.world, my.other);
    await add(my.other, FROZE);
    await round(my.world, my.other, my.other);
    value(await my.one.library.bookmarks.trash([id]));
    value(await my.one.library.bookmarks.purge([id]));
    await expectEnd();
  });

  it('ends after pages are deleted for good whose highlights were to be read', async () => {
    my.through = kind;
    const ids = await Promise.all(URLS.map((url) => saveOn(my.one, url)));
    await round(my.world, my.one, my.one);
    await my.one.tables.shadows.toCollection().modify({ annotations: 'pending' });
    value(await my.one.library.bookmarks.trash(ids));
    value(await my.one.library.bookmarks.purge(ids));
    await expectEnd();
  });
});
