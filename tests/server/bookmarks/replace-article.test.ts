import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestExtraction } from '../../../server/extraction';
import { sweep } from '../../../server/ops/sweep';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import {
  type ExtractionWorld,
  HTML,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { picture } from '../support/pictures';
import type { Sent } from '../support/test-server';

const MONDAY = '2020-06-01T08:00:00.123Z';
const TUESDAY = '2020-06-02T08:00:00Z';
const WEDNESDAY = '2020-06-03T08:00:00Z';

/** A captured page with these words. */
const page = (words: string, image = '') => storyPage(`<p>${words}</p>${PARAGRAPHS}${image}`);

describeOnDatabases('the article of a bookmark that exists, on %s', (database) => {
  let world: ExtractionWorld;
  beforeEach(async () => {
    world = await startExtractionWorld(database);
  });
  afterEach(() => world.end());

  const send = (id: string, sent: Sent, token = world.token) =>
    world.t.send('PUT', `/api/bookmarks/${id}/article`, { ...sent, token });
  const replace = (id: string, captured: string, html: string, more = {}) =>
    send(id, { json: { url: world.at('/'), captured, html, ...more } });
  /** Replaces the article and reads the page that was sent. */
  const replaced = async (id: string, captured: string, words: string) => {
    expect((await replace(id, captured, page(words))).status).toBe(202);
    expect(await world.run()).toEqual(['done']);
  };
  const revisions = async (id: string): Promise<Record<string, unknown>[]> =>
    (await world.get(`/api/bookmarks/${id}/x/revisions.json`)).json();

  it('is sent by a device where the server could not read the page', async () => {
    const id = await world.extract('/');
    expect(await world.info(id)).toMatchObject({ has_article: false, captured: null, state: 1 });
    await replaced(id, MONDAY, 'For members only.');
    expect(await world.info(id)).toMatchObject({
      has_article: true,
      captured: MONDAY,
      state: 0,
      title: 'A story',
    });
    expect(await world.info(id)).not.toHaveProperty('errors');
    expect(await world.article(id)).toContain('For members only.');
    expect(await revisions(id)).toEqual([]);
    const { key } = await world.row(id);
    expect(await world.t.storage.contents.sent(key, Date.parse(MONDAY) as never)).toEqual([]);
  });

  it('is replaced by what was captured later, and the former one can be put back', async () => {
    const id = await world.extract('/', { html: page('The first.'), captured: MONDAY });
    expect(await world.info(id)).toMatchObject({ captured: MONDAY });
    await replaced(id, TUESDAY, 'The second.');
    expect(await world.article(id)).toContain('The second.');
    const [former, ...none] = await revisions(id);
    expect(none).toEqual([]);
    expect(former).toMatchObject({ captured: MONDAY });
    world.t.advance(1000);
    const put = await send(id, { json: { revision: former!.id } });
    expect(put.status).toBe(202);
    expect(await world.run()).toEqual(['done']);
    expect(await world.article(id)).toContain('The first.');
    const { captured } = await world.info(id);
    expect(Date.parse(String(captured))).toBeGreaterThan(Date.parse(TUESDAY));
    const [second, ...others] = await revisions(id);
    expect(second).toMatchObject({ captured: TUESDAY });
    expect(others).toEqual([]);
  });

  it('gives way to a captured one if the server has read it itself', async () => {
    world.web.pages['/'] = { type: HTML, body: page('Please sign in.') };
    const id = await world.extract('/');
    await replaced(id, '1999-01-01T00:00:00Z', 'For members only.');
    expect(await world.article(id)).toContain('For members only.');
    expect(await revisions(id)).toMatchObject([{ captured: null }]);
  });

  it('does not give way to an earlier one', async () => {
    const id = await world.extract('/', { html: page('The second.'), captured: TUESDAY });
    const answer = await replace(id, MONDAY, page('The first.'));
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain(TUESDAY);
    expect(await world.run()).toEqual([]);
  });

  it('is written once if it is sent twice', async () => {
    const id = await world.extract('/');
    await replaced(id, MONDAY, 'Once.');
    const { updated } = await world.info(id);
    expect((await replace(id, MONDAY, page('Once.'))).status).toBe(202);
    expect(await world.run()).toEqual([]);
    expect((await world.info(id)).updated).toBe(updated);
    expect(await revisions(id)).toEqual([]);
  });

  it('is the latest of those that are sent before one is read, and the others are kept', async () => {
    const id = await world.create('/', { html: page('The first.'), captured: MONDAY });
    for (const [captured, words] of [
      [WEDNESDAY, 'The third.'],
      [TUESDAY, 'The second.'],
      [WEDNESDAY, 'The third.'],
    ] as const) {
      expect((await replace(id, captured, page(words))).status).toBe(202);
    }
    expect(await world.run()).toEqual(['done', 'done', 'done']);
    expect(await world.article(id)).toContain('The third.');
    const kept = (await revisions(id)).map(({ captured }) => captured);
    expect(kept.toSorted()).toEqual([MONDAY, TUESDAY]);
  });

  it('is not lost when it is sent while the server reads the page', async () => {
    const id = await world.create('/');
    world.web.pages['/'] = async (_request, response) => {
      expect((await replace(id, MONDAY, page('From the desk.'))).status).toBe(202);
      response.writeHead(200, { 'content-type': HTML }).end(page('Please sign in.'));
    };
    await world.run();
    expect(await world.article(id)).toContain('From the desk.');
    expect(await revisions(id)).toMatchObject([{ captured: null }]);
  });

  it('stands when the server has read the page only after it was sent', async () => {
    const id = await world.create('/');
    world.web.pages['/'] = async (_request, response) => {
      expect((await replace(id, MONDAY, page('From the desk.'))).status).toBe(202);
      // Another process reads the page that was sent.
      await world.run(world.t.another({}));
      response.writeHead(200, { 'content-type': HTML }).end(page('Please sign in.'));
    };
    await world.run();
    expect(await world.article(id)).toContain('From the desk.');
    expect(await world.info(id)).toMatchObject({ captured: MONDAY, state: 0 });
    expect(await revisions(id)).toMatchObject([{ captured: null }]);
  });

  it('stays if the page that was sent has no article', async () => {
    const id = await world.extract('/', { html: page('The first.'), captured: MONDAY });
    expect((await replace(id, TUESDAY, '<!doctype html><title>x</title>')).status).toBe(202);
    expect(await world.run()).toEqual(['done']);
    expect(await world.info(id)).toMatchObject({ captured: MONDAY, has_article: true });
    expect(await world.article(id)).toContain('The first.');
  });

  it('keeps what a person has edited', async () => {
    const id = await world.extract('/', { html: page('The first.'), captured: MONDAY });
    const changes = { title: 'Mine', labels: ['a'], read_progress: 40 };
    await world.t.send('PATCH', `/api/bookmarks/${id}`, { token: world.token, json: changes });
    await replaced(id, TUESDAY, 'The second.');
    expect(await world.info(id)).toMatchObject(changes);
  });

  it('keeps its highlights: those with a place move, and the others come back with their words', async () => {
    const id = await world.extract('/', { html: page('Start here.'), captured: MONDAY });
    const place = { start_selector: 'section[1]/p[1]', end_selector: 'section[1]/p[1]' };
    const list = `/api/bookmarks/${id}/annotations`;
    for (const [start_offset, end_offset] of [
      [0, 5],
      [6, 10],
    ]) {
      const json = { ...place, start_offset, end_offset, color: 'yellow' };
      const made = await world.t.send('POST', list, { token: world.token, json });
      expect(made.status).toBe(201);
    }
    await replaced(id, TUESDAY, 'Something new.</p><p>Start anywhere.');
    const moved = await (await world.get(list)).json();
    expect(moved).toMatchObject([
      { text: 'Start', start_selector: 'section[1]/p[2]' },
      { text: 'here' },
    ]);
    await replaced(id, WEDNESDAY, 'Something new.</p><p>Start here.');
    expect(await world.article(id)).toMatch(/<rd-annotation [^>]*>here<\/rd-annotation>/);
  });

  it('has the images that were sent, and those of the former one come back with it', async () => {
    world.web.pages['/a.png'] = { type: 'image/png', body: await picture('png', 30, 20) };
    const first = page('The first.', '<img src="a.png">');
    const id = await world.extract('/', { html: first, captured: MONDAY });
    const shown = async () =>
      Promise.all(
        [...(await world.article(id)).matchAll(/src="http:\/\/leafmark\.test([^"]+)"/g)].map(
          async ([, path]) => (await world.get(path!)).status,
        ),
      );
    expect(await shown()).toEqual([200]);
    await replaced(id, TUESDAY, 'The second.');
    expect(await shown()).toEqual([]);
    world.t.advance(2 * HOUR_MS);
    await sweep(world.t.server);
    const [former] = await revisions(id);
    await send(id, { json: { revision: former!.id } });
    await world.run();
    expect(await shown()).toEqual([200]);
  });

  it('forgets the former ones and their files after thirty days', async () => {
    world.web.pages['/a.png'] = { type: 'image/png', body: await picture('png', 30, 20) };
    const first = page('The first.', '<img src="a.png">');
    const id = await world.extract('/', { html: first, captured: MONDAY });
    await replaced(id, TUESDAY, 'The second.');
    const { key } = await world.row(id);
    for (let day = 0; day < 29; day++) {
      world.t.advance(DAY_MS);
      await sweep(world.t.server);
    }
    const [former] = await revisions(id);
    const [file] = (await world.t.storage.contents.revision(key, String(former!.id)))!.resources;
    expect(await world.t.storage.contents.bytes(file!.hash)).not.toBeNull();
    for (let day = 0; day < 3; day++) {
      world.t.advance(DAY_MS);
      await sweep(world.t.server);
    }
    expect(await revisions(id)).toEqual([]);
    expect(await world.t.storage.contents.bytes(file!.hash)).toBeNull();
    expect(await world.article(id)).toContain('The second.');
  });

  it('is announced to other devices', async () => {
    const id = await world.extract('/');
    const since = new Date(world.t.server.now()).toISOString();
    world.t.advance(1000);
    await replaced(id, MONDAY, 'From the desk.');
    const changes = await (await world.get(`/api/bookmarks/sync?since=${since}`)).json();
    expect(changes).toMatchObject([{ id, type: 'update' }]);
  });

  it('is refused for a bookmark of another user, for one that was deleted, and for an unknown one', async () => {
    const id = await world.extract('/');
    const stranger = await world.t.tokenOf(await world.t.addUser('bob'));
    const json = { url: world.at('/'), html: page('Not mine.') };
    expect((await send(id, { json }, stranger)).status).toBe(404);
    expect((await send('x'.repeat(22), { json })).status).toBe(404);
    const { userId } = await world.row(id);
    await world.t.storage.bookmarks.delete(userId, [id]);
    expect((await send(id, { json })).status).toBe(404);
    expect(await world.run()).toEqual([]);
  });

  it('is read again on request, unless a person has captured it', async () => {
    const id = await world.extract('/');
    world.web.pages['/'] = { type: HTML, body: page('Here again.') };
    const json = { url: world.at('/') };
    expect((await send(id, { json })).status).toBe(202);
    expect(await world.run()).toEqual(['done']);
    expect(await world.article(id)).toContain('Here again.');
    expect(await world.info(id)).toMatchObject({ captured: null, state: 0 });
    await replaced(id, MONDAY, 'From the desk.');
    expect((await send(id, { json })).status).toBe(422);
  });

  it('is refused without a page, with another address, and with an unknown earlier article', async () => {
    const id = await world.extract('/', { html: page('The first.'), captured: MONDAY });
    const url = world.at('/');
    const html = page('x');
    for (const json of [
      { url },
      { html },
      { url, html: '' },
      { url: world.at('/other'), html },
      { revision: 'x' },
    ]) {
      expect((await send(id, { json })).status).toBe(422);
    }
    expect(await world.run()).toEqual([]);
  });

  it('is not read when its bookmark is deleted before', async () => {
    const id = await world.extract('/');
    const { userId, key } = await world.row(id);
    await replace(id, MONDAY, page('Too late.'));
    await world.t.storage.bookmarks.delete(userId, [id]);
    expect(await world.run()).toEqual(['done']);
    expect(await world.t.storage.contents.find(key)).toBeNull();
  });

  it('stays when the server reads a page again that has no article any more', async () => {
    const id = await world.extract('/');
    const before = await world.article(id);
    world.web.pages['/'] = { type: HTML, body: '<title>Moved</title>' };
    await send(id, { json: { url: world.at('/') } });
    expect(await world.run()).toEqual(['done']);
    expect(await world.article(id)).toBe(before);
  });

  it('is not read again by the server once a person has captured it', async () => {
    const id = await world.extract('/', { html: page('The first.'), captured: MONDAY });
    world.web.pages['/'] = { type: HTML, body: page('Please sign in.') };
    const row = await world.row(id);
    await world.t.storage.transaction((unit) => requestExtraction(unit, row));
    expect(await world.run()).toEqual(['done']);
    expect(await world.article(id)).toContain('The first.');
  });
});
