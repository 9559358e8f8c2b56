import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/domain/time';
import { page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

const NUMBERS = [1, 2, 3, 4, 5];
const urlOf = (n: number) => `https://pages.example/${n}`;
const htmlOf = (n: number) => `<p>Ice ${n}. ${'The harbour froze in January. '.repeat(60)}</p>`;

/** A request for the contents of bookmarks: their number, and what was asked for. */
type Asked = readonly [count: number, what: string];

let world: World;
let device: Device;
let asked: Asked[];
/** Runs before a request for new bookmarks with their articles reaches the server. */
let beforeBoth: () => Promise<void>;
/** Changes the answer to a request for articles, with or without their bookmarks. */
let changeAnswer: (answer: Response) => Promise<Response>;
beforeEach(async () => {
  [asked, beforeBoth, changeAnswer] = [[], async () => {}, async (answer) => answer];
  world = await startWorld();
  const source = await world.device();
  for (const n of NUMBERS) {
    value(await source.library.bookmarks.save(page({ url: urlOf(n), html: htmlOf(n) })));
    world.advance(MINUTE_MS);
  }
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await source.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
  }
  device = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== 'POST' || !request.url.endsWith('/bookmarks/sync'))
        return fetch(request);
      const { id, with_json, with_html } = await request.clone().json();
      const what = with_json && with_html ? 'both' : with_html ? 'articles' : 'bookmarks';
      asked.push([id.length, what]);
      if (what === 'both') await beforeBoth();
      const answer = await fetch(request);
      return with_html ? changeAnswer(answer) : answer;
    },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.end();
});

/** The numbers of the bookmarks on the device, and those of them with an article. */
async function here() {
  const rows = await Promise.all(NUMBERS.map((n) => device.find(urlOf(n))));
  const those = (has: (row: (typeof rows)[number]) => boolean) =>
    NUMBERS.filter((_, at) => has(rows[at] ?? null));
  return {
    bookmarks: those((row) => row !== null),
    articles: those((row) => row?.content.kind === 'article'),
  };
}
const ALL = { bookmarks: NUMBERS, articles: NUMBERS };

describe('new bookmarks of the server', () => {
  it('come with their articles, and each row is written once', async () => {
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(asked).toEqual([[5, 'both']]);
    expect(await here()).toEqual(ALL);
    const written = puts.mock.contexts.map((table) => (table as IDBObjectStore).name);
    const countOf = (table: string) => written.filter((name) => name === table).length;
    expect(['bookmarks', 'articles', 'shadows'].map(countOf)).toEqual([5, 5, 5]);
    expect(await device.library.sync.articleCounts()).toEqual({ pending: 0, here: 5 });
    const shadows = await device.tables.shadows.toArray();
    expect(shadows.map(({ article }) => article)).toEqual(NUMBERS.map(() => 'synced'));
  });

  it('come with the articles of unread ones, and each row is written once', async () => {
    const source = await world.device();
    expect(await source.round()).toMatchObject({ kind: 'done' });
    for (const n of [2, 4]) {
      const { id } = (await source.find(urlOf(n)))!;
      value(await source.library.bookmarks.edit(id, { isArchived: true }));
    }
    expect(await source.round()).toMatchObject({ kind: 'done' });
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
    expect(await device.sync().round({ articles: 'unread' })).toMatchObject({ kind: 'done' });
    expect(asked).toEqual([
      [5, 'bookmarks'],
      [3, 'both'],
    ]);
    expect(await here()).toEqual({ bookmarks: NUMBERS, articles: [1, 3, 5] });
    const written = puts.mock.contexts.map((table) => (table as IDBObjectStore).name);
    expect(written.filter((name) => name === 'bookmarks')).toHaveLength(5);
  });

  it('come with their articles as far as the limit of bytes allows, and the newest are kept', async () => {
    const probe = await world.device();
    expect(await probe.round()).toMatchObject({ kind: 'done' });
    const [{ bytes } = { bytes: 0 }] = value(await probe.library.sync.storedArticles());
    const enough = { articles: { newestBytes: 5.5 * bytes } };
    expect(await device.sync().round(enough)).toMatchObject({ kind: 'done' });
    expect(asked).toEqual([[5, 'both']]);
    expect(await here()).toEqual(ALL);
    const other = await world.device();
    const little = { articles: { newestBytes: 2.5 * bytes } };
    expect(await other.sync().round(little)).toMatchObject({ kind: 'done' });
    const stored = value(await other.library.sync.storedArticles()).map(({ id }) => id);
    const newest = [await other.find(urlOf(4)), await other.find(urlOf(5))];
    expect(new Set(stored)).toEqual(new Set(newest.map((row) => row?.id)));
  });

  it('come without articles when these take too long, so that the list is complete soon', async () => {
    beforeBoth = async () => world.advance(30 * SECOND_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(asked).toEqual([
      [5, 'both'],
      [4, 'bookmarks'],
      [4, 'articles'],
    ]);
    expect(await here()).toEqual(ALL);
  });

  it('come without an article that the server cannot send, which the next round asks for again', async () => {
    changeAnswer = async (answer) => {
      const text = await answer.text();
      const at = text.indexOf(htmlOf(3).slice(0, 10));
      return new Response(at === -1 ? text : text.slice(0, at), { headers: answer.headers });
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const { bookmarks, articles } = await here();
    expect(bookmarks).toEqual(NUMBERS);
    expect(articles).toEqual(NUMBERS.filter((n) => n !== 3));
    changeAnswer = async (answer) => answer;
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await here()).toEqual(ALL);
  });

  it('are stored without articles when there is no room for these', async () => {
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...parameters: unknown[]
    ) {
      if (this.name === 'articles') throw new DOMException('full', 'QuotaExceededError');
      return Reflect.apply(put, this, parameters);
    });
    expect(await device.round()).toMatchObject({ stop: { kind: 'quota' } });
    expect(await here()).toEqual({ bookmarks: NUMBERS, articles: [] });
    vi.restoreAllMocks();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await here()).toEqual(ALL);
  });

  it('are joined with pages that were captured here, whose articles stay', async () => {
    const mine = '<p>Captured here. The harbour froze in January, and the boats stayed.</p>';
    beforeBoth = async () => {
      value(await device.library.bookmarks.save(page({ url: urlOf(2), html: mine })));
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await here()).toEqual(ALL);
    expect(await device.tables.bookmarks.count()).toBe(NUMBERS.length);
    const { id } = (await device.find(urlOf(2)))!;
    expect((await device.library.articles.get(id))?.html).toBe(mine);
  });
});
