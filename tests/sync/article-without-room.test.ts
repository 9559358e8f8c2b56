import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../server/ops/sweep';
import { DAY_MS, SECOND_MS } from '../../src/domain/time';
import { address, capture, page, value } from '../library/library';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL = 'https://members.example/story';
const WORDS = 'The harbour froze in January. '.repeat(60);
const htmlOf = (words: string) => `<p>${words}</p><p>${WORDS}</p>`;
/** The earlier articles that a bookmark has at most on the server. */
const ROOM = 50;

describe('an article for which the server has no room among the earlier ones', () => {
  let world: World;
  let desk: Device;
  let phone: Device;
  /** The requests of the desk that replaced an article. */
  let sent: number;
  beforeEach(async () => {
    sent = 0;
    world = await startWorld();
    desk = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PUT') sent += 1;
        return fetch(request);
      },
    });
    phone = await world.device();
    value(await desk.library.bookmarks.save(page({ url: URL, html: htmlOf('The first.') })));
    await syncAll();
    await fill();
    await syncAll();
  });
  afterEach(() => world.end());

  const syncAll = async () => {
    for (const device of [desk, phone, desk, phone]) await wholeRound(world, device);
  };
  const idOn = async (device: Device) => (await device.find(URL))!.id;
  const textOn = async (device: Device) =>
    (await device.library.articles.get(await idOn(device)))?.html ?? null;
  const waiting = () => desk.tables.outbox.toArray();

  /** Another program replaces the article until there is no room. */
  async function fill(): Promise<void> {
    const [{ id, url } = { id: '', url: '' }] = await world.bookmarks();
    for (let n = 1; n <= ROOM; n += 1) {
      world.advance(SECOND_MS);
      const captured = new Date(world.now()).toISOString();
      const html = `<title>Ice</title><article>${htmlOf(`Number ${n}.`)}</article>`;
      const answer = await world.client.bookmarks.replaceArticle(id, { url, captured, html });
      expect(answer.ok).toBe(true);
    }
    await world.work();
    world.advance(SECOND_MS);
  }

  it('waits, delays nothing else, is sent once a day, and is there when the oldest has gone', async () => {
    expect(await textOn(desk)).toContain(`Number ${ROOM}.`);
    const id = await idOn(desk);
    value(await desk.library.bookmarks.recapture(id, capture({ url: URL, html: htmlOf('Mine.') })));
    value(await desk.library.bookmarks.edit(id, { title: 'A new title' }));
    value(await desk.library.bookmarks.save(address({ url: 'https://pages.example/b' })));
    expect(await desk.round()).toMatchObject({ kind: 'done' });
    const triedAt = world.now();
    await syncAll();
    expect(sent).toBe(1);
    expect(await textOn(desk)).toContain('Mine.');
    expect(await textOn(phone)).toContain(`Number ${ROOM}.`);
    const titles = (await world.bookmarks()).map(({ title }) => title);
    expect(titles).toContain('A new title');
    expect(titles).toHaveLength(2);
    expect(await waiting()).toEqual([
      expect.objectContaining({ intent: { kind: 'content' }, notBefore: triedAt + DAY_MS }),
    ]);
    // Later edits do not wait for it, either.
    value(await desk.library.bookmarks.edit(id, { title: 'The newest title' }));
    await syncAll();
    expect((await world.bookmarks()).map(({ title }) => title)).toContain('The newest title');
    expect(sent).toBe(1);
    for (let day = 1; day <= 32; day += 1) {
      world.advance(DAY_MS);
      await sweep(world.t.server);
      await syncAll();
      expect(sent).toBeLessThanOrEqual(day + 1);
      expect(await textOn(desk)).toContain('Mine.');
    }
    expect(await textOn(phone)).toContain('Mine.');
    expect(await waiting()).toEqual([]);
  });
});
