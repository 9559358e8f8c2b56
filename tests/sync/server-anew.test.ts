import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { onlyHereRepository } from '../../src/library';
import { createDecisions } from '../../src/sync';
import { address, page, value } from '../library/library';
import { FROZE, HTML, highlightsOn } from './support/highlighted-page';
import { type Device, type Fetch, seen, startWorld, type World, wholeRound } from './support/world';

const urlOf = (name: string) => `https://pages.example/${name}`;

/** Two servers at one address: the first one, and the one that was set up in its place. */
let before: World;
let anew: World;
let isAnew: boolean;
let cutAfterCreates: boolean;
let one: Device;
let other: Device;
beforeEach(async () => {
  [before, anew] = [await startWorld(), await startWorld()];
  [isAnew, cutAfterCreates] = [false, false];
  [one, other] = [await deviceOf(), await deviceOf()];
});
afterEach(async () => {
  await before.end();
  await anew.end();
});

/** After a new sign-in, a device has a token of the new server. */
const deviceOf = () =>
  before.device({
    through: (fetch): Fetch => {
      let hasCreated = false;
      return (input, init) => {
        const request = new Request(input, init);
        if (cutAfterCreates && hasCreated) throw new TypeError('fetch failed');
        hasCreated ||= request.method === 'POST';
        if (!isAnew) return fetch(request);
        request.headers.set('authorization', `Bearer ${anew.token}`);
        return anew.fetch(request);
      };
    },
  });

const save = async ({ library }: Device, name: string) =>
  value(await library.bookmarks.save(address({ url: urlOf(name), title: name }))).bookmark.id;

/** Lets the devices sync with the new server until all of them have everything. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const device of [one, other]) await device.round();
    await anew.work();
    before.advance(MINUTE_MS);
    anew.advance(MINUTE_MS);
  }
}

const sendBack = async ({ library }: Device) =>
  value(await createDecisions(library).answerLostData('send-back'));
const titlesThere = async () => (await anew.bookmarks()).map(({ title }) => title).toSorted();
const pagesOn = async ({ tables }: Device) =>
  (await tables.bookmarks.toArray()).map(seen).toSorted((a, b) => a.url.localeCompare(b.url));
const highlightsOf = async ({ tables }: Device) =>
  (await tables.highlights.toArray()).map(({ quote, note }) => [quote.exact, note]);

describe('a server that was set up anew at the same address', () => {
  it.each([
    ['had two rounds', 2],
    ['had its first round only', 1],
  ])('stops sync before anything is moved to the trash when the device %s', async (_, rounds) => {
    await save(one, 'first');
    await save(one, 'second');
    for (let at = 0; at < rounds; at += 1) await wholeRound(before, one);
    isAnew = true;
    const lost = { kind: 'server-lost-data', missing: 2, older: 0, known: 2 };
    expect(await one.round()).toMatchObject({ kind: 'stopped', stop: lost });
    expect((await pagesOn(one)).filter(({ isTrashed }) => isTrashed)).toEqual([]);
    await sendBack(one);
    await settle();
    expect(await titlesThere()).toEqual(['first', 'second']);
  });

  it('stops sync when it was cut off before it ever read what it had sent', async () => {
    await save(one, 'first');
    cutAfterCreates = true;
    await one.round();
    expect((await before.bookmarks()).length).toBe(1);
    cutAfterCreates = false;
    isAnew = true;
    expect(await one.round()).toMatchObject({ stop: { kind: 'server-lost-data', missing: 1 } });
    expect((await pagesOn(one)).map(({ isTrashed }) => isTrashed)).toEqual([false]);
    await sendBack(one);
    await settle();
    expect(await titlesThere()).toEqual(['first']);
  });

  it('gets everything of a device whose person sends it back, what waited included', async () => {
    const article = value(
      await one.library.bookmarks.save(page({ url: urlOf('article'), html: HTML })),
    );
    const { id } = article.bookmark;
    const [edited, trashed] = [await save(one, 'edited'), await save(one, 'trashed')];
    const made = { bookmarkId: id, quote: FROZE, color: 'yellow', position: null, note: 'a note' };
    value(await highlightsOn(one).add(made));
    value(await one.library.collections.create({ name: 'Ice', labels: 'ice' }));
    for (let at = 0; at < 3; at += 1) await wholeRound(before, one);
    await wholeRound(before, other);
    value(await one.library.bookmarks.edit(edited, { title: 'edited here', addLabels: ['late'] }));
    await save(one, 'unsent');
    value(await one.library.bookmarks.trash([trashed]));
    const [pages, highlights] = [await pagesOn(one), await highlightsOf(one)];

    isAnew = true;
    await one.round();
    await sendBack(one);
    await settle();
    expect(await titlesThere()).toEqual(['A page', 'edited here', 'unsent']);
    expect(await pagesOn(one)).toEqual(pages);
    expect(await highlightsOf(one)).toEqual(highlights);
    expect(await one.library.unsent.count()).toBe(0);
    const listed = value(await anew.client.highlights.listAll({ limit: 10, offset: 0 })).body;
    expect(listed?.map(({ text }) => text)).toEqual([FROZE.exact]);
    const collections = value(await anew.client.collections.list({ limit: 10, offset: 0 })).body;
    expect(collections?.map(({ name }) => name)).toEqual(['Ice']);
  });

  it('has each page once when two devices send everything back', async () => {
    await save(one, 'first');
    await save(other, 'second');
    for (const device of [one, other, one, other]) await wholeRound(before, device);
    await save(other, 'unsent');
    isAnew = true;
    for (const device of [one, other]) {
      await device.round();
      await sendBack(device);
      await device.round();
    }
    await settle();
    expect(await titlesThere()).toEqual(['first', 'second', 'unsent']);
    expect(await pagesOn(other)).toEqual(await pagesOn(one));
    expect((await pagesOn(one)).map(({ isTrashed }) => isTrashed)).toEqual([false, false, false]);
  });

  it('has nothing, which a sign-out names before and after the sync has noticed it', async () => {
    await save(one, 'first');
    await save(one, 'second');
    for (let at = 0; at < 2; at += 1) await wholeRound(before, one);
    const listed = (isServerAnew: boolean) =>
      one.library.part(onlyHereRepository).list(isServerAnew);
    expect(await listed(false)).toEqual([]);
    expect(await listed(true)).toEqual([{ kind: 'pages', count: 2 }]);
    isAnew = true;
    await one.round();
    expect(await listed(false)).toEqual([{ kind: 'pages', count: 2 }]);
    await sendBack(one);
    await settle();
    expect(await listed(false)).toEqual([]);
  });

  it('gets everything in one round if the person has decided before', async () => {
    await save(one, 'first');
    for (let at = 0; at < 2; at += 1) await wholeRound(before, one);
    isAnew = true;
    await sendBack(one);
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await titlesThere()).toEqual(['first']);
  });
});
