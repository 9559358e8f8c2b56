import process from 'node:process';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS, unixMs } from '../../src/domain/time';
import { value } from '../library/library';
import { asReadeck, extractAgain } from './support/annotated-server';
import {
  ALL,
  add,
  editFirst,
  FROZE,
  HTML,
  highlightsOn,
  instead,
  listed,
  round,
  saveOn,
  savePage,
  shadowsOn,
  TIDE,
  there,
  useDevices,
  waitingOn,
} from './support/highlighted-page';
import type { Device, Fetch } from './support/world';

const my = useDevices();
const serverId = async () => (await my.world.bookmarks())[0]!.id;

/** Changes the text of each stream of bookmarks. */
const withStream =
  (change: (text: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const isStream = request.method === 'POST' && request.url.endsWith('/bookmarks/sync');
    const answer = await fetch(request);
    return isStream ? new Response(change(await answer.text()), answer) : answer;
  };

describe('the highlights of another program', () => {
  const SELECTORS = {
    start_selector: 'section[1]/p[2]',
    start_offset: 20,
    end_selector: 'section[1]/p[2]',
    end_offset: 41,
  };

  it('arrive with a quote from the article of the server', async () => {
    await savePage(my);
    const made = { ...SELECTORS, color: 'none', note: '' };
    value(await my.world.client.highlights.create(await serverId(), made));
    await round(my.world, my.one);
    const [came] = await listed(my.one);
    expect(came).toMatchObject({
      quote: { exact: 'March 🚢 with the tide' },
      color: 'none',
      position: null,
      doubt: 'unanchored',
    });
    expect(came?.quote.prefix.endsWith('The ice went out in ')).toBe(true);
    expect(came?.quote.suffix).toBe('.');
  });

  it('arrive with their text when their selectors lead nowhere', async () => {
    await savePage(my);
    const made = { ...SELECTORS, color: 'red', note: 'n'.repeat(1000) };
    value(await my.world.client.highlights.create(await serverId(), made));
    my.through = withStream((text) => text.replaceAll('section[1]/p[2]', 'nav[7]/p[900]'));
    await round(my.world, my.one);
    expect(await listed(my.one)).toMatchObject([{ quote: { exact: TIDE.exact, prefix: '' } }]);
  });

  it('are not deleted here when the answer cannot be read', async () => {
    await savePage(my);
    await add(my.one);
    await round(my.world, my.one);
    value(await my.world.client.bookmarks.update(await serverId(), { add_labels: ['x'] }));
    my.through = withStream((text) => text.replaceAll('"start_selector"', '"begin"'));
    await round(my.world, my.one);
    expect(await listed(my.one)).toHaveLength(1);
    const [entry] = await my.one.library.sync.journal(1);
    expect(entry).toMatchObject({ kind: 'unreadable' });
  });

  it('may be five thousand with long paths', async () => {
    await savePage(my);
    value(await my.world.client.bookmarks.update(await serverId(), { add_labels: ['x'] }));
    const info = (at: number) => ({
      ...SELECTORS,
      id: String(at).padStart(22, '2').replaceAll('0', 'z'),
      created: '2026-01-02T03:04:05Z',
      text: `text ${at}`,
      color: 'red',
      note: '',
    });
    const many = Array.from({ length: 5_000 }, (_, at) => info(at));
    my.through = (fetch) => asReadeck(instead('GET', async () => Response.json(many))(fetch));
    await round(my.world, my.one);
    expect(await listed(my.one)).toHaveLength(many.length);
  }, 60_000);
});

describe('on a server that accepts no overlap', () => {
  beforeEach(() => {
    my.through = asReadeck;
  });

  it('a highlight is sent in the parts that are free, and is one here', async () => {
    await savePage(my);
    await add(my.one, FROZE, { color: 'red' });
    await add(my.one, ALL, { note: 'all of it' });
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([
      { text: 'The', color: 'yellow', note: 'all of it' },
      { text: FROZE.exact, color: 'red' },
      { text: ', and the boats stayed.', color: 'yellow', note: '' },
    ]);
    expect(await listed(my.one)).toHaveLength(2);
    const all = (await listed(my.one)).find(({ quote }) => quote.exact === ALL.exact)!;
    value(await highlightsOn(my.one).edit(all.id, { color: 'green', note: 'more' }));
    await round(my.world, my.one);
    expect((await there(my.world)).map(({ color, note }) => `${color} ${note}`.trim())).toEqual([
      'green more',
      'red',
      'green',
    ]);
    value(await highlightsOn(my.one).delete([all.id]));
    my.world.advance(MINUTE_MS);
    await round(my.world, my.one, my.one);
    expect(await there(my.world)).toMatchObject([{ text: FROZE.exact }]);
    expect(await listed(my.one)).toHaveLength(1);
  });

  it('the parts of a highlight are highlights of their own on another device', async () => {
    const other = await my.world.device({ through: asReadeck });
    await savePage(my);
    await add(my.one, FROZE);
    await round(my.world, my.one);
    await add(my.one, ALL, { note: 'all of it' });
    await round(my.world, my.one, my.one, other, my.one);
    const textsOn = async (device: Device) =>
      (await listed(device)).map(({ quote, note }) => `${quote.exact} ${note}`.trim()).sort();
    expect(await textsOn(my.one)).toEqual([`${ALL.exact} all of it`, FROZE.exact]);
    expect(await textsOn(other)).toEqual([', and the boats stayed.', 'The all of it', FROZE.exact]);
    const [part] = (await listed(other)).filter(({ note }) => note !== '');
    value(await highlightsOn(other).edit(part!.id, { note: 'from the other device' }));
    await round(my.world, other, my.one);
    expect(await textsOn(my.one)).toEqual([`${ALL.exact} from the other device`, FROZE.exact]);
    expect(await waitingOn(my.one)).toBe(0);
  });

  it('a highlight that is covered stays here and is sent when there is room', async () => {
    await savePage(my);
    await add(my.one, ALL);
    await round(my.world, my.one);
    await add(my.one, FROZE);
    await round(my.world, my.one);
    expect(await there(my.world)).toHaveLength(1);
    const shadows = await shadowsOn(my.one);
    expect(shadows.map(({ localOnly }) => localOnly).sort()).toEqual(['covered', null]);
    const all = (await listed(my.one)).find(({ quote }) => quote.exact === ALL.exact)!;
    value(await highlightsOn(my.one).delete([all.id]));
    my.world.advance(MINUTE_MS);
    await round(my.world, my.one, my.one, my.one);
    expect(await there(my.world)).toMatchObject([{ text: FROZE.exact }]);
  });

  it('the rest of a highlight is sent after an interruption', async () => {
    await savePage(my);
    await add(my.one, FROZE);
    await round(my.world, my.one);
    await add(my.one, ALL);
    let left = 1;
    my.through = (fetch) =>
      asReadeck(
        instead('POST', async (send, request) => {
          left -= 1;
          if (left < 0) throw new TypeError('fetch failed');
          return send(request);
        })(fetch),
      );
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    expect(await there(my.world)).toHaveLength(2);
    my.through = asReadeck;
    my.world.advance(HOUR_MS);
    await round(my.world, my.one);
    expect(await there(my.world)).toHaveLength(3);
    expect(await listed(my.one)).toHaveLength(2);
  });

  it('a highlight is moved when the server has read the page again', async () => {
    await savePage(my);
    await add(my.one, TIDE, { note: 'mine' });
    await round(my.world, my.one);
    const article = `<p>Corrected.</p><p>Twice.</p>${HTML}`;
    await extractAgain(my.world, await serverId(), article, { isReadeck: true });
    await round(my.world, my.one, my.one);
    expect(await there(my.world)).toMatchObject([
      { text: TIDE.exact, start_selector: 'p[4]', note: 'mine' },
    ]);
    expect(await listed(my.one)).toHaveLength(1);
    expect(await waitingOn(my.one)).toBe(0);
  });

  it('a highlight stays where it is when the new article does not have it', async () => {
    await savePage(my);
    await add(my.one, TIDE);
    await round(my.world, my.one);
    await extractAgain(my.world, await serverId(), '<p>Gone.</p>', { isReadeck: true });
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ text: TIDE.exact }]);
    expect(await listed(my.one)).toHaveLength(1);
  });

  it('the list of all highlights is read when many bookmarks have changed', async () => {
    for (let at = 0; at < 25; at += 1) {
      const url = `https://many.example/${at}`;
      await saveOn(my.other, url);
    }
    await round(my.world, my.other, my.other);
    const [first] = await my.world.bookmarks();
    const made = {
      start_selector: 'section[1]/p[1]',
      start_offset: 0,
      end_selector: 'section[1]/p[1]',
    };
    const color = { color: 'red', note: '' };
    value(await my.world.client.highlights.create(first!.id, { ...made, end_offset: 3, ...color }));
    const read: string[] = [];
    my.through = (fetch) =>
      asReadeck(
        instead('GET', async (send, request) => {
          read.push(request.url.replace(/\?.*/, '').split('/').slice(-2).join('/'));
          return send(request);
        })(fetch),
      );
    await round(my.world, my.one);
    expect(read).toEqual(['bookmarks/annotations', `${first!.id}/annotations`]);
    expect(await my.one.tables.highlights.count()).toBe(1);
  });

  it('highlights are searched in a long article outside of transactions', async () => {
    const count = 100;
    const paragraph = (at: number) =>
      `<p>Passage ${at} of the long story has the words ${at * 7} and ends after about a hundred characters.</p>`;
    const article = Array.from({ length: 10_000 }, (_, at) => paragraph(at)).join('');
    const { t, userId } = my.world;
    const url = 'https://long.example/';
    const made = await t.storage.transaction(async ({ bookmarks, contents, annotations }) => {
      const bookmark = await bookmarks.create(userId, { url, title: url, hasArticle: true });
      await contents.put(bookmark.key, { article });
      for (let at = 0; at < count; at += 1) {
        const selector = `p[${at * 100 + 1}]`;
        const text = `Passage ${at * 100} of the long story`;
        await annotations.create(bookmark.key, {
          startSelector: selector,
          endSelector: selector,
          position: at,
          startOffset: 0,
          endOffset: text.length,
          text,
          color: 'red',
          note: '',
          review: '',
          quote: null,
        });
      }
      return bookmark;
    });
    // The time of the processor: other processes do not change it.
    const spentSince = (before: NodeJS.CpuUsage) => process.threadCpuUsage(before).user;
    let longest = 0;
    const device = await my.world.device({
      through: asReadeck,
      library: (library) => ({
        ...library,
        sync: {
          ...library.sync,
          highlightTransaction: (id, work) =>
            library.sync.highlightTransaction(id, (tx) => {
              const before = process.threadCpuUsage();
              const result = work(tx);
              longest = Math.max(longest, spentSince(before));
              return result;
            }),
        },
      }),
    });
    await round(my.world, device);
    expect(await device.tables.highlights.count()).toBe(count);
    longest = 0;
    await extractAgain(my.world, made.id, `<p>New.</p>${article}`, { isReadeck: true });
    const before = process.threadCpuUsage();
    await round(my.world, device);
    const ofRound = spentSince(before);
    const deleted = await device.tables.highlightShadows.filter((row) => row.isDeleted).count();
    expect(deleted).toBe(count);
    // The searches are most of the round. They took half of it when they were in a transaction.
    expect(longest).toBeLessThan(ofRound / 10);
  }, 60_000);
});

describe('highlights that come with their quotes', () => {
  it('arrive without the article of the server', async () => {
    await savePage(my);
    await add(my.one, FROZE);
    await round(my.world, my.one, my.other);
    await editFirst(my.other, { note: 'theirs' });
    await add(my.other, TIDE);
    await round(my.world, my.other);
    const queries: { readonly with_html?: boolean }[] = [];
    my.through = (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'POST') queries.push(await request.clone().json());
      return fetch(request);
    };
    await round(my.world, my.one);
    expect((await listed(my.one)).map(({ note }) => note).sort()).toEqual(['', 'theirs']);
    expect(queries.filter(({ with_html }) => with_html)).toEqual([]);
  });
});

describe('highlights that are sent', () => {
  it('are tried again each minute while the server reads their page, but not after an hour', async () => {
    await saveOn(my.one);
    await add(my.one);
    // A round that creates a page asks for another one even sooner.
    await my.one.round();
    my.world.advance(MINUTE_MS);
    const nextAt = my.world.now() + MINUTE_MS;
    expect(await my.one.round()).toEqual({ kind: 'done', nextAt });
    my.world.advance(HOUR_MS);
    expect(await my.one.round()).toEqual({ kind: 'done', nextAt: null });
  });

  it('are searched in slices, so that the background script can answer pages meanwhile', async () => {
    await savePage(my);
    await add(my.one, FROZE);
    await add(my.one, TIDE);
    let ticks = 0;
    // Each step of a search takes a whole slice by this clock.
    const now = () => {
      ticks += 10;
      return unixMs(my.world.now() + ticks);
    };
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const sent: number[] = [];
    my.through = instead('POST', async (fetch, request) => {
      sent.push(timers.mock.calls.filter(([, delay]) => delay === undefined).length);
      return fetch(request);
    });
    expect(await my.one.sync({ now }).round({ articles: 'all' })).toMatchObject({ kind: 'done' });
    timers.mockRestore();
    expect(sent).toHaveLength(2);
    // The text is read, and each of the two is searched for and placed.
    expect(sent[0]).toBeGreaterThanOrEqual(5);
  });
});
