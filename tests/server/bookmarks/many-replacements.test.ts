import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../../server/ops/sweep';
import { DAY_MS, SECOND_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import {
  type ExtractionWorld,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { picture } from '../support/pictures';

/** The earlier articles that a bookmark has at most. */
const ROOM = 50;
const FIRST = Date.parse('2020-06-01T08:00:00Z');
/** The time of the page with this number. */
const timeOf = (number: number) =>
  new Date(FIRST + number * SECOND_MS).toISOString().replace('.000', '');
const page = (words: string, image = '') => storyPage(`<p>${words}</p>${PARAGRAPHS}${image}`);

describeOnDatabases('the earlier articles of a bookmark, on %s', (database) => {
  let world: ExtractionWorld;
  let id: string;
  beforeEach(async () => {
    world = await startExtractionWorld(database);
    id = await world.extract('/', { html: page('Number 0.'), captured: timeOf(0) });
  });
  afterEach(() => world.end());

  const put = (json: object) =>
    world.t.send('PUT', `/api/bookmarks/${id}/article`, { json, token: world.token });
  const send = (number: number, html = page(`Number ${number}.`)) =>
    put({ url: world.at('/'), captured: timeOf(number), html });
  const sendAll = async (first: number, last: number) => {
    for (let number = first; number <= last; number += 1) {
      expect((await send(number)).status).toBe(202);
    }
  };
  const revisions = async (): Promise<Record<string, unknown>[]> =>
    (await world.get(`/api/bookmarks/${id}/x/revisions.json`)).json();
  const waitOf = (answer: Response) => Number(answer.headers.get('retry-after')) * SECOND_MS;

  it('are fifty at most, and a further page is refused until the oldest one has gone', async () => {
    await sendAll(1, ROOM - 1);
    await world.run();
    world.t.advance(DAY_MS);
    await sendAll(ROOM, ROOM);
    await world.run();
    const before = await revisions();
    expect(before).toHaveLength(ROOM);
    const refused = await send(ROOM + 1);
    expect(refused.status).toBe(409);
    expect((await refused.json()).message).toContain('too many earlier articles');
    expect(waitOf(refused)).toBe(29 * DAY_MS);
    // Nothing is deleted, and nothing of the refused page is kept.
    expect(await world.run()).toEqual([]);
    expect(await revisions()).toEqual(before);
    expect(await world.article(id)).toContain(`Number ${ROOM}.`);
    const { key } = await world.row(id);
    expect(
      await world.t.storage.contents.sent(key, (FIRST + (ROOM + 1) * SECOND_MS) as never),
    ).toEqual([]);
    for (let day = 0; day < 32; day += 1) {
      world.t.advance(DAY_MS);
      await sweep(world.t.server);
    }
    expect((await send(ROOM + 1)).status).toBe(202);
    expect(await world.run()).toEqual(['done']);
    expect(await world.article(id)).toContain(`Number ${ROOM + 1}.`);
  });

  it('count with the pages that wait to be read, each once', async () => {
    await sendAll(1, ROOM);
    const refused = await send(ROOM + 1);
    expect(refused.status).toBe(409);
    expect(waitOf(refused)).toBeGreaterThan(0);
    expect((await send(ROOM)).status).toBe(202);
    await world.run();
    expect(await revisions()).toHaveLength(ROOM);
    expect(await world.article(id)).toContain(`Number ${ROOM}.`);
  });

  it('have one place left for one of two pages that are sent at once', async () => {
    await sendAll(1, ROOM - 1);
    const answers = await Promise.all([send(ROOM), send(ROOM + 1)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  });

  it('change places with the present one also if there is room for none', async () => {
    await sendAll(1, ROOM);
    await world.run();
    const first = (await revisions()).find(({ captured }) => captured === timeOf(0));
    expect((await put({ revision: first!.id })).status).toBe(202);
    expect(await world.run()).toEqual(['done']);
    expect(await world.article(id)).toContain('Number 0.');
    expect(await revisions()).toHaveLength(ROOM);
  });

  it('do not include one that equals the present article with its files', async () => {
    world.web.pages['/a.png'] = { type: 'image/png', body: await picture('png', 30, 20) };
    const html = page('The same.', '<img src="a.png">');
    for (const numbers of [[1], [3, 2], [4]]) {
      for (const number of numbers) expect((await send(number, html)).status).toBe(202);
      await world.run();
    }
    // The latest of them counts, and only the first page differed.
    expect(await world.info(id)).toMatchObject({ captured: timeOf(4) });
    expect(await revisions()).toMatchObject([{ captured: timeOf(0) }]);
    world.web.pages['/a.png'] = { type: 'image/png', body: await picture('png', 40, 20) };
    expect((await send(5, html)).status).toBe(202);
    await world.run();
    expect(await revisions()).toHaveLength(2);
  });
});
