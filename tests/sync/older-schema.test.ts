import '../support/indexeddb';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from '../../src/contract';
import { MINUTE_MS } from '../../src/domain';
import { contentsRepository } from '../../src/library';
import { SCHEMA_VERSION } from '../../src/library/database/schema';
import { createdBookmark } from '../../src/service';
import { value } from '../library/library';
import { checkInvariants } from '../library/model/invariants';
import {
  olderBookmark,
  olderIntent,
  olderLabelled,
  olderVersionOf,
  writeOlderLibrary,
} from '../library/older-libraries';
import { type Device, startWorld, type World } from './support/world';

const address = (name: string) => `https://pages.example/${name}`;

let world: World;
let indexedDB: IDBFactory;
beforeEach(async () => {
  world = await startWorld();
  indexedDB = new IDBFactory();
});
afterEach(() => world.end());

/** Opens the library with the current program and syncs until there is nothing left to do. */
async function settled(): Promise<Device> {
  const device = await world.device({ indexedDB });
  expect(device.tables.backendDB().version).toBe(SCHEMA_VERSION * 10);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(3 * MINUTE_MS);
  }
  // No release wrote these schemas, so there is no migration for what later ones derive: sizes are
  // recorded when rows are stored, and contents when a page first reads them.
  await device.tables.articles.bulkPut(await device.tables.articles.toArray());
  await device.library.part(contentsRepository).count({ view: 'all' });
  await checkInvariants(device.tables);
  return device;
}

/** The server's bookmarks, sorted by address. */
async function onServer(): Promise<readonly object[]> {
  const all = (await world.bookmarks()).toSorted((a, b) => a.url.localeCompare(b.url));
  return all.map(({ url, title, labels, is_marked }) => ({ url, title, labels, is_marked }));
}
const there = (name: string, title: string, more: object = {}) => ({
  ...{ url: address(name), title, labels: [], is_marked: false },
  ...more,
});
const patch = (set: object, base: object, addLabels: readonly string[] = []) => ({
  ...{ kind: 'patch', set, base, addLabels, removeLabels: [] },
});

describe('a full outbox', () => {
  it('is sent from schema 1, each change once', async () => {
    const saved = olderBookmark('b1', address('saved'), 'Saved');
    const edited = {
      ...olderLabelled(olderBookmark('b2', address('edited'), 'Mine'), 'kept'),
      ...{ isFavourite: true, inFavourites: 1_768_435_200_000 },
    };
    const { inUnread, inAll, ...unlisted } = olderBookmark('b3', address('gone'), 'Gone');
    const text = '<p>The harbour froze in January, and nobody had seen that.</p>';
    const read = { ...olderBookmark('b4', address('read'), 'Read'), content: { kind: 'article' } };
    const report = { durationsMs: {}, words: 11, imagesKept: 0, imagesDropped: 0, warnings: [] };
    await writeOlderLibrary(indexedDB, 1, {
      bookmarks: [saved, edited, { ...unlisted, trashedAt: inAll }, { ...read, wordCount: 11 }],
      articles: [
        {
          ...{ bookmarkId: 'b4', body: text, textLength: 54, wordCount: 11, paragraphs: [1] },
          ...{ images: [], report, capturedAt: inUnread, iconUrl: null, imageUrl: null },
        },
      ],
      labels: [{ name: 'kept', count: 1 }],
      meta: [{ key: 'counts', counts: { unread: 3, all: 3, favourites: 1, archive: 0, trash: 1 } }],
      outbox: [
        olderIntent('b1', { kind: 'create' }),
        olderIntent('b2', { kind: 'create' }),
        olderIntent(
          'b2',
          patch({ title: 'Mine', isFavourite: true }, { title: 'Edited' }, ['kept']),
        ),
        olderIntent('b3', { kind: 'create' }),
        olderIntent('b3', { kind: 'delete' }),
        olderIntent('b4', { kind: 'create' }),
        olderIntent('b4', { kind: 'content' }),
      ],
    });
    const device = await settled();
    expect(await onServer()).toEqual([
      there('edited', 'Mine', { labels: ['kept'], is_marked: true }),
      there('read', 'Read'),
      there('saved', 'Saved'),
    ]);
    expect(await device.tables.bookmarks.count()).toBe(4);
    expect(await device.library.unsent.count()).toBe(0);
  });

  it('is sent from schema 2, each change once, including requests that were under way', async () => {
    /** Creates a bookmark on the server, as an earlier version of Leafmark did. */
    const made = async (id: string, name: string, title: string) => {
      const bookmark = olderBookmark(id, address(name), title);
      const { url, created } = bookmark;
      const body = { url, title, created: formatInstant(created) };
      const { id: serverId } = value(createdBookmark(await world.client.bookmarks.create(body)));
      return { ...bookmark, serverId };
    };
    const shadow = (
      { serverId, ...bookmark }: Awaited<ReturnType<typeof made>>,
      title: string,
    ) => ({
      ...{
        bookmarkId: bookmark.id,
        serverId,
        version: olderVersionOf({ ...bookmark, serverId: null, title }),
      },
      ...{ updated: null, isLoaded: true, isCreatedHere: true, article: 'none' },
    });
    const sending = { state: 'sending', attempts: 1 };
    const edited = await made('b1', 'edited', 'Before');
    const deleted = await made('b2', 'deleted', 'Deleted');
    // The server has created it, but the browser was closed before the answer.
    const unconfirmed = { ...(await made('b3', 'unconfirmed', 'Unconfirmed')), serverId: null };
    const unsent = olderBookmark('b4', address('unsent'), 'Unsent');
    const refused = olderBookmark('b5', address('refused'), 'Refused');
    await world.work();
    const list = value(await world.client.sync.list()).body ?? [];
    const latest = list.toSorted((a, b) => b.time.localeCompare(a.time))[0]!;
    const cursor = { at: parseInstant(latest.time), serverId: latest.id };
    const { inUnread, inAll, ...unlisted } = deleted;
    await writeOlderLibrary(indexedDB, 2, {
      bookmarks: [
        { ...edited, title: 'After' },
        { ...unlisted, trashedAt: inAll },
        ...[unconfirmed, unsent, refused],
      ],
      meta: [
        { key: 'counts', counts: { unread: 4, all: 4, favourites: 0, archive: 0, trash: 1 } },
        {
          key: 'sync',
          sync: {
            cursor,
            syncedAt: inUnread,
            stop: null,
            retryAt: null,
            failures: 0,
            decision: null,
          },
        },
      ],
      shadows: [shadow(edited, 'Before'), shadow(deleted, 'Deleted')],
      outbox: [
        olderIntent('b1', patch({ title: 'After' }, { title: 'Before' }), sending),
        olderIntent('b2', { kind: 'delete' }, sending),
        olderIntent('b3', { kind: 'create' }, { ...sending, sent: olderVersionOf(unconfirmed) }),
        olderIntent('b4', { kind: 'create' }, { ...sending, sent: olderVersionOf(unsent) }),
        olderIntent(
          'b5',
          { kind: 'create' },
          {
            ...{ state: 'attention', attempts: 1, sent: olderVersionOf(refused) },
            refusal: { kind: 'invalid', detail: 'title: no' },
          },
        ),
      ],
    });
    const device = await settled();
    expect(await onServer()).toEqual([
      there('edited', 'After'),
      there('unconfirmed', 'Unconfirmed'),
      there('unsent', 'Unsent'),
    ]);
    expect(await device.tables.bookmarks.count()).toBe(5);
    expect(await device.tables.outbox.toArray()).toMatchObject([
      { bookmarkId: 'b5', state: 'attention', refusal: { detail: 'title: no' } },
    ]);
  });
});
